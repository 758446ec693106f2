/** An amount of fen as people write it, without a sign: 12.50. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2)
