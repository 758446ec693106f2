/** A stem by which the same question is known: without spaces, punctuation, width and case. */
export const normalStem = (stem: string): string =>
  stem
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, '')
const pairsOf = (text: string): string[] => (text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)))
/** How alike two normalised stems are, 0 to 1: the pairs of neighbouring characters they share (Dice). */
export function likeness(a: string, b: string): number {
  if (a === b) return 1
  const left = new Map<string, number>()
  for (const pair of pairsOf(a)) left.set(pair, (left.get(pair) ?? 0) + 1)
  let shared = 0
  const right = pairsOf(b)
  for (const pair of right) {
    const n = left.get(pair) ?? 0
    if (!n) continue
    left.set(pair, n - 1)
    shared++
  }
  return (2 * shared) / (pairsOf(a).length + right.length)
}
/** Stems whose lengths differ by more cannot be that much alike. */
export const mayBeAlike = (a: string, b: string, least: number): boolean => Math.min(a.length, b.length) * (2 - least) >= Math.max(a.length, b.length) * least - 2
