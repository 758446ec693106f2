import { daysBetween } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { workQuota } from '../model/work-quota.ts'
import { progressOf } from './quota-counts.ts'

/** Days of a period of each kind, by which a longer span asks for more. */
const DAYS = { month: 30, term: 150, year: 300 } as const
const WHOLE = 100
/**
 * Of each counsellor how much of what is asked of everybody they did within some days, of 100: the mean over the quotas, of which none counts for more than it asks. Empty where the
 * school asks nothing; who has no students is asked nothing about each of them.
 */
export async function workloadOf(db: Db, teacherIds: readonly string[], { from, to }: { from: string; to: string }): Promise<ReadonlyMap<string, number>> {
  const until = [to, today()].toSorted()[0] ?? to
  const quotas = (await db.unscoped(workQuota).all()).map(q => {
    // the same for everybody
    const times = Math.max(1, Math.floor((daysBetween(from, until) + 1) / DAYS[q.period]))
    return { ...q, from, until, minCount: q.minCount * times }
  })
  if (!quotas.length) return new Map()
  const progress = await progressOf(db, quotas, teacherIds)
  const shareOf = (teacherId: string): number => {
    const shares = quotas.flatMap(quota => {
      const { asked, done } = progress(teacherId, quota)
      return asked ? [Math.min(1, done / asked)] : []
    })
    return shares.length ? shares.reduce((sum, s) => sum + s, 0) / shares.length : 1
  }
  return new Map(teacherIds.map(id => [id, Math.round(shareOf(id) * WHOLE * WHOLE) / WHOLE]))
}
