/** Integer fen as yuan: 1,200.00. */
export const yuanText = (fen: number): string => (fen / 100).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** Integer fen with the sign of the currency: ¥1,200.00. */
export const moneyText = (fen: number): string => `${fen < 0 ? '-' : ''}¥${yuanText(Math.abs(fen))}`
