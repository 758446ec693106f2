const MARK = /\[图(\d{1,2})\]/
export type Piece = { text: string } | { picture: number }
/** A text with the pictures it names: [图1] is the first. */
export const piecesOf = (text: string): Piece[] => text.split(MARK).flatMap((part, at): Piece[] => (at % 2 ? [{ picture: Number(part) }] : part ? [{ text: part }] : []))
/** Numbers of the pictures that these texts name. */
export const namedIn = (texts: readonly string[]): number[] => texts.flatMap(text => piecesOf(text).flatMap(piece => ('picture' in piece ? [piece.picture] : [])))
/** Those that no text names. */
export const unnamed = (count: number, texts: readonly string[]): number[] => {
  const named = new Set(namedIn(texts))
  return Array.from({ length: count }, (_, at) => at + 1).filter(n => !named.has(n))
}
