import type { Groups, Trait } from './groups.ts'

/** Proposals for each member. */
const EFFORT = 300
/** What a broken requirement of two students costs, and a sex that is more than one person from the even spread: more than all measures together. */
const PAIR = 1e9
const EXCESS = 1e7

/** Exchanges two members of different classes as long as the classes become more alike. */
export function improve(groups: Groups, random: () => number): void {
  const { members, classOf, isFixed, partners } = groups
  const movable = members.flatMap((_, n) => (isFixed[n] || (classOf[n] as number) < 0 ? [] : [n]))
  if (groups.classes.length < 2 || movable.length < 2) return
  const pick = () => movable[(random() * movable.length) | 0] as number
  const take = (i: number, j: number): boolean => {
    const isBetter = classOf[i] !== classOf[j] && gain(groups, i, j) < -1e-9
    if (isBetter) groups.exchange(i, j)
    return isBetter
  }
  // members with requirements first, with everybody they could change places with
  for (let round = 0; round < 3; round++)
    for (const i of movable) {
      if (!partners[i]?.length) continue
      const [best] = movable.map(j => ({ j, by: classOf[i] === classOf[j] ? 0 : gain(groups, i, j) })).sort((a, b) => a.by - b.by || a.j - b.j)
      if (best) take(i, best.j)
    }
  for (let n = movable.length * EFFORT; n > 0; n--) take(pick(), pick())
}
/** By how much the cost of the plan changes if these two change places. */
function gain(groups: Groups, i: number, j: number): number {
  const { classOf, traits, weights, scores, scoreSums } = groups
  const [c, d] = [classOf[i] as number, classOf[j] as number]
  let by = pairGain(groups, i, j, d) + pairGain(groups, j, i, c)
  for (const trait of traits) {
    const [a, b] = [trait.traitOf[i] as number, trait.traitOf[j] as number]
    if (a === b) continue
    const weight = weights[trait.measure]
    const excess = trait.measure === 'gender' ? EXCESS : 0
    if (weight || excess)
      by += stepped(trait, c, a, -1, weight, excess) + stepped(trait, c, b, 1, weight, excess) + stepped(trait, d, a, 1, weight, excess) + stepped(trait, d, b, -1, weight, excess)
  }
  if (weights.score) {
    const delta = (scores[j] as number) - (scores[i] as number)
    const [x, y] = [scoreSums[c] as number, scoreSums[d] as number]
    by += weights.score * ((x + delta) ** 2 - x ** 2 + (y - delta) ** 2 - y ** 2)
  }
  return by
}
const above = (x: number): number => Math.max(0, Math.abs(x) - 1) ** 2
/** Change of the squared distances from the even spread if a class gets one more, or one fewer, of a value. */
function stepped({ counts, ideals }: Trait, c: number, value: number, step: number, weight: number, excess: number): number {
  const x = (counts[c]?.[value] ?? 0) - (ideals[c]?.[value] ?? 0)
  return weight * ((x + step) ** 2 - x ** 2) + (excess ? excess * (above(x + step) - above(x)) : 0)
}
/** Requirements that `n` meets and breaks by going to class `to`, where `other` comes from. */
function pairGain({ partners, classOf }: Groups, n: number, leaving: number, to: number): number {
  let by = 0
  for (const { other, isTogether } of partners[n] ?? []) {
    const now = classOf[n] === classOf[other]
    // the two change places, so that they are as far apart as before
    const then = other === leaving ? now : to === classOf[other]
    if (now !== then) by += then === isTogether ? -PAIR : PAIR
  }
  return by
}
