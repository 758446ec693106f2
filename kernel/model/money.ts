/** Unit of a number that is money: people read and type it in yuan. Points of a mark are 分, too. */
export const FEN = 'fen'
/** Integer fen in yuan, as conditions compare it. */
export const yuanOf = (fen: number): number => fen / 100
/** Integer fen as yuan: 1,200.00. */
export const yuanText = (fen: number): string => yuanOf(fen).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** Integer fen with the sign of the currency: ¥1,200.00. */
export const moneyText = (fen: number): string => `${fen < 0 ? '-' : ''}¥${yuanText(Math.abs(fen))}`
