import type { Groups } from './groups.ts'

/** Deals out whoever sits nowhere, one sex after the other, the best score first, in S-order: from the first class to the last, then back. Where there is no room left, they stay out. */
export function deal(groups: Groups, random: () => number): void {
  const { members, isFixed, classOf } = groups
  const draw = members.map(() => random())
  const open = members.flatMap((_, n) => (isFixed[n] || (classOf[n] as number) >= 0 ? [] : [n]))
  const order = open.toSorted((a, b) => {
    const [x, y] = [members[a], members[b]]
    if (!x || !y || x.genderCode !== y.genderCode) return (x?.genderCode ?? '') < (y?.genderCode ?? '') ? -1 : 1
    return (y.score ?? Number.NEGATIVE_INFINITY) - (x.score ?? Number.NEGATIVE_INFINITY) || (draw[a] as number) - (draw[b] as number)
  })
  for (const n of order) groups.seat(n, nextClass(groups, n))
}
/** The class with room whose share of this sex is emptiest; among equals the next in S-order. */
function nextClass({ targets, sizes, traits: [gender] }: Groups, n: number): number {
  const value = gender?.traitOf[n] ?? 0
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (let c = 0; c < targets.length; c++) {
    if ((sizes[c] as number) >= (targets[c] as number)) continue
    const has = gender?.counts[c]?.[value] ?? 0
    const share = has / Math.max(1e-9, gender?.ideals[c]?.[value] ?? 1)
    const isBack = has % 2 === 1
    if (share < least - 1e-12 || (isBack && share <= least + 1e-12)) {
      best = c
      least = Math.min(least, share)
    }
  }
  return best
}
