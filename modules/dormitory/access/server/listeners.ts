import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { onMany } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { nightAt } from '../../places/model/night.ts'
import { TOUCHED, touchNights } from './dirty-nights.ts'

/** How many days back a change of expected presence is followed. */
const BACK_DAYS = 3
interface NightOf {
  studentId: string
  nightDate: string
}
const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value)
/** Nights that have begun, within the days still evaluated. */
function nightsOf({ studentId, nightDate, backAt, from = backAt, to = backAt, spans }: Record<string, unknown>): NightOf[] {
  if (typeof studentId !== 'string') return []
  const tonight = nightAt(new Date().toISOString())
  const nights = Array.from({ length: BACK_DAYS + 1 }, (_, n) => addDays(tonight, -n))
  if (isDate(nightDate)) return nights.includes(nightDate) ? [{ studentId, nightDate }] : []
  const given = Array.isArray(spans) ? (spans as Array<{ from: unknown; to: unknown }>) : [{ from, to }]
  const touched = nights.filter(n => given.some(s => isDate(s.from) && isDate(s.to) && s.from.slice(0, 10) <= addDays(n, 1) && n <= s.to.slice(0, 10)))
  return touched.map(n => ({ studentId, nightDate: n }))
}
async function judgeAgain(db: Db, payloads: ReadonlyArray<Record<string, unknown>>): Promise<void> {
  const nights = payloads.flatMap(nightsOf)
  if (!nights.length) return
  await touchNights(db, nights)
  await notifyWorkers(db, TOUCHED)
}
/** 20-DA8: a leave, a night elsewhere, an absence entered later, or roll-call may explain an alert. */
export default onMany(
  ['dormitory.nightResult', 'dormitory.presenceChanged', 'dormitory.tempLocationChanged', 'leave.approved', 'leave.changed', 'leave.closed'],
  'dormitory.accessJudge',
  ({ db }, payloads) => judgeAgain(db, payloads),
)
