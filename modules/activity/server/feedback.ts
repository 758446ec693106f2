import sql, { type Sql } from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { type Anonymous, shuffle } from '#server/data/shuffle.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment } from '../model/enrolment.ts'
import { activityFeedback, rateActivity } from '../model/feedback.ts'
import { ownEnrolments } from './enrol.ts'
import { findRun } from './organisers.ts'
import { settingsOf } from './settings.ts'
import { occurrenceOf, seenIn } from './sign-tasks.ts'

const FEEDBACK: Anonymous = { table: 'activity_feedback', columns: ['activity_id', 'content', 'organisation', 'gain', 'words', 'is_shown'] }
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(activityEnrolment, key, values)
}
const closesAt = ({ endAt }: Activity, days: number): number => Date.parse(endAt) + days * DAY_MS
const CAME: readonly string[] = ['present', 'late']
/** Whether somebody was there: as it was marked or settled, until then as the sign-in says. */
async function came(db: Db, of: Activity, { state, markedById, studentId }: ActivityEnrolment): Promise<boolean> {
  if (state !== 'admitted' || markedById) return CAME.includes(state)
  return CAME.includes((await seenIn(db, of, await occurrenceOf(db, of)))(studentId).state)
}
/** Whether the student may rate it now. */
export async function mayRate(db: Db, of: Activity, row: ActivityEnrolment, days: number, now = Date.now()): Promise<boolean> {
  const isOpen = (of.state === 'approved' || of.state === 'settled') && now >= Date.parse(of.endAt) && now <= closesAt(of, days)
  return isOpen && !row.hasRated && (await came(db, of, row))
}
/** Each night answers of activities that took some lately are written anew, for two days after their end, too. */
export async function shuffleFeedback(db: Db): Promise<number> {
  const { feedbackDays } = await settingsOf(db)
  const since = new Date(Date.now() - (feedbackDays + 2) * DAY_MS).toISOString()
  return shuffle(db, FEEDBACK, sql`activity_id in (select a.id from activity a where a.tenant_id = ${db.me.tenantId} and a.end_at > ${since}::timestamptz)`)
}
interface Result {
  count: number
  content: number | null
  organisation: number | null
  gain: number | null
}
/** Answers `f` of these activities that are out: several at a time until the last day, then all. */
const shownOf = (db: Db, of: readonly Activity[], days: number): Sql =>
  sql`activity_feedback f join unnest(${of.map(a => a.id)}::uuid[], ${of.map(a => Date.now() > closesAt(a, days))}::boolean[]) a(id, is_over) on f.activity_id = a.id and (f.is_shown or a.is_over)
    where f.tenant_id = ${db.me.tenantId}`
/** 60-AT14: averages, once there are enough to hide each one. */
export async function ratingsOf(db: Db, of: readonly Activity[]): Promise<(activityId: string) => Result> {
  const { feedbackDays, feedbackFrom } = await settingsOf(db)
  const rows = await db.query<Result & { id: string }>(sql`select f.activity_id as id, count(*)::int as count, round(avg(f.content), 1)::float as content,
      round(avg(f.organisation), 1)::float as organisation, round(avg(f.gain), 1)::float as gain from ${shownOf(db, of, feedbackDays)} group by 1`)
  const found = new Map(rows.map(({ id, ...result }) => [id, result]))
  return id => {
    const { count, ...averages } = found.get(id) ?? { count: 0, content: null, organisation: null, gain: null }
    return count >= feedbackFrom ? { count, ...averages } : { count, content: null, organisation: null, gain: null }
  }
}
export default [
  /** 60-AT14: who answered and what was said are written in one transaction and share no value but the activity. */
  handle(rateActivity, async (ctx, { id, content, organisation, gain, words }) => {
    const { db } = ctx
    const of = await db.unscoped(activity).lock((await ownEnrolments.find(ctx, id)).activityId) // of the caller's own row
    const row = await ownEnrolments.lock(ctx, id)
    const { title } = of
    const { feedbackDays, feedbackFrom } = await settingsOf(db)
    if (row.hasRated) refuse('rated', { title })
    const [now, until] = [Date.now(), closesAt(of, feedbackDays)]
    if (now < Date.parse(of.endAt)) refuse('rateEarly', { title, end: schoolTimeText(of.endAt) })
    if (now > until) refuse('rateOver', { title, until: schoolTimeText(new Date(until).toISOString()) })
    if (!(await mayRate(db, of, row, feedbackDays))) refuse('rateAbsent', { title })
    // bookkeeping leaves neither moment nor author in the row
    await db.updateWhere(activityEnrolment, { id }, { hasRated: true }, { bookkeeping: true })
    await db.query(sql`insert into activity_feedback (tenant_id, activity_id, content, organisation, gain, words)
      values (${db.me.tenantId}, ${of.id}, ${content}, ${organisation}, ${gain}, ${words?.trim() || null})`)
    // several at a time: who watches the results learns from no change what the last one said
    await db.query(sql`update activity_feedback set is_shown = true where tenant_id = ${db.me.tenantId} and activity_id = ${of.id} and not is_shown
      and (select count(*) from activity_feedback f where f.tenant_id = ${db.me.tenantId} and f.activity_id = ${of.id} and not f.is_shown) >= ${feedbackFrom}`)
  }),
  handle(activityFeedback, async (ctx, { id }) => {
    const { db } = ctx
    const of = await findRun(ctx, id)
    const { feedbackDays, feedbackFrom: least } = await settingsOf(db)
    const until = closesAt(of, feedbackDays)
    const rating = (await ratingsOf(db, [of]))(id)
    const words =
      rating.count >= least
        ? await db.query<{ no: number; words: string }>(
            sql`select row_number() over (order by md5(f.id::text))::int as no, coalesce(f.words, '') as words from ${shownOf(db, [of], feedbackDays)} and f.words is not null order by 1`,
          )
        : []
    return { title: of.title, closesAt: new Date(until).toISOString(), isOver: Date.now() > until, least, ...rating, words }
  }),
  scheduledJob('activity.feedback', '打乱活动评价', '35 3 * * *', shuffleFeedback),
]
