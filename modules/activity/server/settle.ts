import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolDate, schoolTimeText } from '#model/school-time.ts'
import { type GrowthDraft, postGrowth } from '#modules/growth/server/api.ts'
import { attendedHours, inHalves } from '#modules/signIn/model/attended-hours.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment, type Outcome, TOOK_SEATS } from '../model/enrolment.ts'
import { markAttendance, settleActivity, settlePreview } from '../model/roster.ts'
import { VOLUNTEER } from '../model/volunteer.ts'
import { tell } from './about.ts'
import { findRun, sameOrganiser } from './organisers.ts'
import { settingsOf } from './settings.ts'
import { occurrenceOf, type Seen, SOURCE, seenIn } from './sign-tasks.ts'

const PERCENT = 100
const MINUTES_OF_HOUR = 60
const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(activity, key, values)
}
export interface Line extends Seen {
  row: ActivityEnrolment
  hours: number
  points: number
  labourHours: number
}
const NOTHING = { hours: 0, points: 0, labourHours: 0 } as const
interface Served {
  cameAt?: string | null | undefined
  leftAt?: string | null | undefined
}
/** 60-AT12: true time of service, which lies within the activity. */
function within({ title, startAt, endAt }: Activity, cameAt: Served['cameAt'], leftAt: Served['leftAt']): { signedAt: string; outAt: string } {
  const [from, to] = [cameAt ?? '', leftAt ?? ''].map(at => Date.parse(at))
  const isWithin = from !== undefined && to !== undefined && from >= Date.parse(startAt) && from < to && to <= Date.parse(endAt)
  if (!cameAt || !leftAt || !isWithin) throw refusalOf(activityEnrolment, 'serviceTime', { title, from: schoolTimeText(startAt), to: schoolTimeText(endAt) }, 'cameAt')
  return { signedAt: cameAt, outAt: leftAt }
}
/** What somebody says who saw it: whoever was there came and left with the activity, unless they were scanned. */
export function seenAs(of: Activity, { signedAt, outAt }: ActivityEnrolment, state: Outcome, { cameAt, leftAt }: Served = {}): Seen {
  const isThere = state === 'present' || state === 'late'
  if (isThere && (of.category === VOLUNTEER || (cameAt && leftAt))) return { state, ...within(of, cameAt, leftAt) }
  return { state, signedAt: isThere ? (signedAt ?? of.startAt) : null, outAt: isThere ? (outAt ?? of.endAt) : null }
}
/** What is known of somebody without the sign-in, with what they get for it. */
export const lineOf = async (db: Db, of: Activity, row: ActivityEnrolment, seen: Seen): Promise<Line> => ({
  row,
  ...seen,
  ...earned(of, seen, (await settingsOf(db)).lateShare / PERCENT),
})
/** 60-AT7, AT8: what somebody gets: with a sign-out the time that was scanned, else what was announced; who was late a share. */
function earned(of: Activity, { state, signedAt, outAt }: Seen, share: number): Pick<Line, keyof typeof NOTHING> {
  if (state !== 'present' && state !== 'late') return NOTHING
  const part = state === 'late' ? share : 1
  // 60-AT12: nobody knows how long somebody served who was seen to come and not to leave
  if (of.category === VOLUNTEER && (!signedAt || !outAt)) return NOTHING
  const isScanned = of.signRule === 'inOut' && signedAt !== null
  const scanned = attendedHours({ start: of.startAt, end: of.endAt, hours: of.hours }, { signIn: signedAt, signOut: outAt }, MINUTES_OF_HOUR)
  return {
    hours: isScanned ? scanned : inHalves(of.hours * part),
    points: Math.round(of.points * part * PERCENT) / PERCENT,
    labourHours: Math.floor(of.labourHours * part * 10 + 1e-9) / 10,
  }
}
/** 60-AT10: whoever never agreed to another time or place is not blamed for staying away. */
const heard = ({ isAsked }: ActivityEnrolment, seen: Seen): Seen => (isAsked && seen.state === 'absent' ? { ...seen, state: 'excused' } : seen)
/** Everybody who had a seat, with what became of them: as the organiser marked it, else as the sign-in came to. */
async function linesIn(db: Db, of: Activity): Promise<Line[]> {
  const occurrence = await occurrenceOf(db, of)
  if (occurrence?.isOpen) refuse('counting', { title: of.title, until: schoolTimeText(occurrence.closesAt) })
  const seenOf = await seenIn(db, of, occurrence)
  const share = (await settingsOf(db)).lateShare / PERCENT
  const rows = await db.unscoped(activityEnrolment).all({ activityId: of.id, state: [...TOOK_SEATS] }, { sort: ['seq'] }) // of an activity the caller runs, or the clock settles
  return rows.map(row => {
    const seen = row.markedById ? { state: row.state as Outcome, signedAt: row.signedAt, outAt: row.outAt } : heard(row, seenOf(row.studentId))
    return { row, ...seen, ...earned(of, seen, share) }
  })
}
const draftOf = (of: Activity, { row, hours, points, labourHours }: Line): GrowthDraft => ({
  ...{ studentId: row.studentId, category: of.category, title: of.title, hours, points, labourHours, bizDate: schoolDate(of.startAt) },
  ...{ sourceType: activityEnrolment.name, sourceId: row.id, confirmerId: of.applicantId },
})
/** Posts what is due; a source that was posted before keeps its entry. */
export async function post(db: Db, of: Activity, lines: readonly Line[]): Promise<Line[]> {
  const due = lines.filter(l => l.hours || l.points || l.labourHours)
  await postGrowth(
    db,
    due.map(l => draftOf(of, l)),
  )
  await db.updateMany(
    activityEnrolment,
    lines.map(({ row, state, signedAt, outAt, hours }) => ({ id: row.id, state, signedAt, outAt, hours })),
  )
  return due
}
/** 60-AT8: all at once, under the lock of the activity; a second call finds it settled. */
async function settle(db: Db, id: string): Promise<Line[]> {
  const of = await db.unscoped(activity).lock(id, 'settle') // the callers have checked whose it is
  if (Date.now() < Date.parse(of.endAt)) refuse('notOver', { title: of.title, end: schoolTimeText(of.endAt) })
  const lines = await linesIn(db, of)
  const due = await post(db, of, lines)
  await db.updateWhere(activityEnrolment, { activityId: id, state: ['applied', 'waiting', 'offered'] }, { state: 'cancelled', note: '活动已结束', offeredUntil: null })
  await db.update(activity, id, { state: 'settled', settledAt: new Date().toISOString() })
  await db.emit('activity.settled', { activityId: id, societyId: of.societyId, studentIds: due.map(l => l.row.studentId) })
  const absent = lines.filter(l => l.state === 'absent').map(l => l.row)
  await tell(db, 'absent', of, absent)
  return due
}
/** 60-AT8: what nobody settled in time settles by itself. */
export async function settleDue(db: Db, now = Date.now()): Promise<number> {
  const { settleHours } = await settingsOf(db)
  const due = await db.query<{ id: string }>(sql`select id from activity where tenant_id = ${db.me.tenantId} and state = 'approved'
    and end_at <= ${new Date(now - settleHours * HOUR_MS).toISOString()}::timestamptz order by id`)
  await eachApart(due, ({ id }) => db.tx(tx => settle(tx, id)))
  return due.length
}
/** 60-AT8: an organiser settles what is over before proposing anything new. */
export async function mustHaveSettled(db: Db, of: Parameters<typeof sameOrganiser>[0]): Promise<void> {
  const { blockDays: days } = await settingsOf(db)
  const before = new Date(Date.now() - days * DAY_MS).toISOString()
  const [open] = await db.unscoped(activity).all({ state: 'approved', ...sameOrganiser(of), 'endAt.le': before }, { sort: ['endAt'], limit: 1 }) // of the same organiser
  if (open) refuse('unsettled', { title: open.title, end: schoolTimeText(open.endAt), days })
}
async function runLocked(ctx: Ctx, id: string): Promise<Activity> {
  await findRun(ctx, id)
  return ctx.db.unscoped(activity).lock(id, 'settle') // the caller runs it
}
const sum = (lines: readonly Line[], of: 'hours' | 'points'): number => Math.round(lines.reduce((n, l) => n + l[of], 0) * PERCENT) / PERCENT
export default [
  handle(settleActivity, async (ctx, { id }) => {
    await findRun(ctx, id)
    const due = await settle(ctx.db, id)
    return { people: due.length, hours: sum(due, 'hours') }
  }),
  handle(settlePreview, async (ctx, { id }) => {
    const lines = await linesIn(ctx.db, await findRun(ctx, id))
    const count = (state: Outcome): number => lines.filter(l => l.state === state).length
    return { present: count('present'), late: count('late'), absent: count('absent'), excused: count('excused'), hours: sum(lines, 'hours'), points: sum(lines, 'points') }
  }),
  handle(markAttendance, async (ctx, { id, outcome, cameAt, leftAt, reason }) => {
    const { db, me } = ctx
    const found = await db.unscoped(activityEnrolment).find({ id }) // whether the caller runs its activity is checked next
    if (!found) throw notFound()
    const of = await runLocked(ctx, found.activityId)
    if (Date.now() < Date.parse(of.startAt)) throw refusalOf(activityEnrolment, 'tooEarly', { title: of.title, start: schoolTimeText(of.startAt) })
    const row = await db.unscoped(activityEnrolment).lock(id, 'mark') // as above
    await db.update(activityEnrolment, id, { ...seenAs(of, row, outcome, { cameAt, leftAt }), note: reason, markedById: me.userId })
  }),
  /** A sign-in that somebody made up for after the activity was settled: what is due now is posted. */
  on('signIn.occurrenceSettled', 'activity.attendance', async ({ db }, { sourceType, sourceId }) => {
    if (sourceType !== SOURCE) return
    const known = await db.unscoped(activity).find({ id: String(sourceId), state: 'settled' }) // of the event
    if (!known) return
    const of = await db.unscoped(activity).lock(known.id) // as above
    const lines = (await linesIn(db, of)).filter(l => l.row.state === 'absent' && l.state !== 'absent')
    await post(db, of, lines)
  }),
  scheduledJob('activity.settle', '活动自动结项', '*/20 * * * *', db => settleDue(db), {
    due: `select from activity where tenant_id = $1 and state = 'approved' and end_at <= now() - interval '1 hour'`,
  }),
]
