import { issueSeats, lockSeats, returnSeatsOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import type { Adjustment } from './about.ts'
import { quotaOf } from './places.ts'

export const SOURCE = 'majorAdjustment'
/** Those who have a place that is settled and not effective yet. */
export const SETTLED = ['placed', 'publicised'] as const
export const UNFREED = '转出的人没有转出，空出的名额没有了'
const byRank = (a: Adjustment, b: Adjustment): number => (a.rank ?? 0) - (b.rank ?? 0)
/**
 * 30-WM2: of those who are ready, the ones for whom there is a place already: whoever comes into a major on the place of somebody who leaves it waits until that one leaves, too.
 * `all` have a place or had it and are effective; `issued` counts the places of those who have still to leave.
 */
export function inTurn(all: readonly Adjustment[], ready: readonly Adjustment[], issued: ReadonlyMap<string, number>): Adjustment[] {
  let going = ready.toSorted(byRank)
  for (;;) {
    const ids = new Set(going.map(r => r.id))
    const roomIn = (major: string | null): number => {
      const of = all.filter(r => r.toGradeMajorId === major && r.state === 'effective').length
      const staying = all.filter(r => r.fromGradeMajorId === major && r.state !== 'effective' && !ids.has(r.id)).length
      return Math.max(0, (issued.get(major ?? '') ?? 0) - of - staying)
    }
    const next = [...Map.groupBy(going, r => r.toGradeMajorId)].flatMap(([major, own]) => own.slice(0, roomIn(major)))
    if (next.length === going.length) return next
    going = next.toSorted(byRank)
  }
}
/**
 * The places of those who stay where they are after all: the one they would have had is free, and the one they would have freed is not there. Whoever has that one, the lowest of the
 * ranking, loses it, and frees nothing either. Returns whoever has lost a place by it.
 */
export async function withdrawPlaces(db: Db, batchId: string, staying: readonly Adjustment[]): Promise<Adjustment[]> {
  await lockSeats(db, batchId)
  const all = await db.unscoped(majorAdjustment).all({ batchId, state: [...SETTLED, 'effective'] }) // of the whole batch
  const into = new Set([...all, ...staying].map(r => r.toGradeMajorId))
  const left = new Map(all.map(r => [r.id, r]))
  for (const { id } of staying) left.delete(id)
  const places = await quotaOf(db, batchId)
  const fallen: Adjustment[] = []
  const unfreed: Array<{ id: string; holder: string }> = []
  const queue = [...staying]
  for (const { id, fromGradeMajorId: from } of queue) {
    const most = places.get(from ?? '') ?? 0
    if (!from || !most || !into.has(from)) continue
    const inside = [...left.values()].filter(r => r.toGradeMajorId === from)
    const last =
      inside.length < most
        ? undefined
        : inside
            .filter(r => r.state !== 'effective')
            .toSorted(byRank)
            .at(-1)
    if (inside.length >= most && !last) continue
    places.set(from, most - 1)
    unfreed.push({ id, holder: from })
    if (!last) continue
    left.delete(last.id)
    fallen.push(last)
    queue.push(last)
  }
  await returnSeatsOf(
    db,
    SOURCE,
    [...staying, ...fallen].map(r => r.id),
  )
  for (const { id, holder } of unfreed) await issueSeats(db, { roundId: batchId, holder, sourceType: SOURCE, sourceId: id, sourceSeq: 1, note: '收回没有空出的名额' }, -1)
  await db.updateMany(
    majorAdjustment,
    fallen.map(({ id }) => ({ id, state: 'rejected' as const, toGradeMajorId: null, cancelReason: UNFREED })),
  )
  return fallen
}
