/** Formats fen as yuan without a sign: 12.50. */
export const yuan = (fen: number): string => (fen / 100).toFixed(2)
