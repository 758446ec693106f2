/** What societies are called in general says nothing about one of them. */
const COMMON = /(大学生|学生)?(社团|协会|俱乐部|联盟|学会|社|会|团|队)$/u
const core = (name: string): string => name.trim().toLowerCase().replace(COMMON, '') || name.trim().toLowerCase()
/** Changes of single characters that turn one text into the other. */
function distance(a: readonly string[], b: readonly string[]): number {
  let before = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [i, x] of a.entries()) {
    const row = [i + 1]
    for (const [j, y] of b.entries()) row.push(Math.min((row[j] ?? 0) + 1, (before[j + 1] ?? 0) + 1, (before[j] ?? 0) + (x === y ? 0 : 1)))
    before = row
  }
  return before[b.length] ?? 0
}
/** 60-SO1: how alike two names of societies are, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [a, b] = [[...core(one)], [...core(other)]]
  const longest = Math.max(a.length, b.length)
  return longest ? 1 - distance(a, b) / longest : 1
}
export const similarTo = (name: string, names: readonly string[], from: number): string[] =>
  names
    .map(other => ({ other, like: likeness(name, other) }))
    .filter(n => n.like >= from)
    .toSorted((a, b) => b.like - a.like)
    .map(n => n.other)
