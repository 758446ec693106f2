import { seededRandom } from '#model/random.ts'
import { deal } from './deal.ts'
import { Groups } from './groups.ts'
import { improve } from './improve.ts'
import type { Division, Seats } from './types.ts'

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Spreads the students of each grade-major over its classes: dealt out in S-order, then exchanged while that makes the classes more alike. The same for the same input, in whatever
 *  order it comes, and seed (30-SN1). Yields after each grade-major. */
export function* solve({ members, classes, pairs, balance, seed }: Division): Generator<Seats, Seats> {
  const seats: Seats = new Map()
  const rooms = Map.groupBy(classes.toSorted(byId), c => c.gradeMajorId)
  const majors = Map.groupBy(members.toSorted(byId), m => m.gradeMajorId)
  for (const gradeMajorId of [...majors.keys()].sort()) {
    // the draws of one grade-major do not depend on who else is in the plan
    const random = seededRandom(seed)
    const groups = new Groups(majors.get(gradeMajorId) ?? [], rooms.get(gradeMajorId) ?? [], pairs, balance)
    deal(groups, random)
    improve(groups, random)
    for (const [n, member] of groups.members.entries()) seats.set(member.id, groups.classes[groups.classOf[n] as number]?.id ?? null)
    yield seats
  }
  return seats
}
/** Runs it to the end at once. */
export function solved(division: Division): Seats {
  let seats: Seats = new Map()
  for (const next of solve(division)) seats = next
  return seats
}
