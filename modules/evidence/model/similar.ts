const plain = (text: string): string => text.replace(/[\s\p{P}\p{S}]/gu, '').toLowerCase()
const pairs = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 1) }, (_, n) => text.slice(n, n + 2))
/** From which share of common pairs of characters on two titles are taken for alike. */
const ALIKE = 0.6

/** Share of pairs of neighbouring characters that two titles have in common (Sørensen–Dice), from 0 to 1; spaces, signs and case do not count. */
export function similarity(a: string, b: string): number {
  const [x, y] = [plain(a), plain(b)]
  if (x === y) return 1
  const [left, right] = [pairs(x), pairs(y)]
  if (!left.length || !right.length) return 0
  const rest = [...right]
  const common = left.filter(pair => {
    const at = rest.indexOf(pair)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  }).length
  return (2 * common) / (left.length + right.length)
}
/** 50-EV4: whether two titles may be of the same thing: much in common, or one inside the other. */
export function isAlike(a: string, b: string): boolean {
  const [x, y] = [plain(a), plain(b)]
  return similarity(a, b) >= ALIKE || (Math.min(x.length, y.length) >= 4 && (x.includes(y) || y.includes(x)))
}
