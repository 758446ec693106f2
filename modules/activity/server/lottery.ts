import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Activity, activity } from '../model/activity.ts'
import { type ActivityEnrolment, activityEnrolment, TOOK_SEATS } from '../model/enrolment.ts'
import { drawLots, drawOrder, lotteryRecord, resultsOf } from '../model/lottery.ts'
import { tell } from './about.ts'
import { groupsOf, seatsOf, sharesSaid } from './groups.ts'
import { findRun } from './organisers.ts'
import { setCounts } from './seats.ts'
import { settingsOf } from './settings.ts'

const SEED_BYTES = 32
const sha256 = (what: string): string => createHash('sha256').update(what).digest('hex')
const refuse = (key: string, values: Record<string, unknown>): never => {
  throw refusalOf(activity, key, values)
}
/** A seed nobody knows, and its hash, which is told from the approval on. */
export function newSeed(): { drawSeed: string; drawHash: string } {
  const drawSeed = randomBytes(SEED_BYTES).toString('hex')
  return { drawSeed, drawHash: sha256(drawSeed) }
}
/** Of these students, those who were admitted somewhere in the last days. */
async function recentlyAdmitted(db: Db, rows: readonly ActivityEnrolment[], now: number): Promise<ReadonlySet<string>> {
  const { halvesRecent, recentDays } = await settingsOf(db)
  if (!halvesRecent) return new Set()
  const since = new Date(now - recentDays * DAY_MS).toISOString()
  const found = await db.query<{ id: string }>(sql`select distinct student_id as id from activity_enrolment
    where tenant_id = ${db.me.tenantId} and student_id = any(${rows.map(r => r.studentId)}::uuid[]) and admitted_at >= ${since}::timestamptz and state = any(${[...TOOK_SEATS]}::text[])`)
  return new Set(found.map(f => f.id))
}
interface Drawn {
  admitted: number
  waiting: number
  notAdmitted: number
}
/** 60-AT4: once, under the lock of the activity, which the caller holds. What of the quota is taken is decided by the order alone. */
async function drawHeld(db: Db, of: Activity, now = Date.now()): Promise<Drawn> {
  const rows = await db.unscoped(activityEnrolment).all({ activityId: of.id, state: 'applied' }) // of the activity that is drawn
  const recent = await recentlyAdmitted(db, rows, now)
  const tickets = rows.map(r => ({ no: r.drawNo ?? r.seq, isHalf: recent.has(r.studentId) }))
  const order = drawOrder(tickets, no => sha256(`${of.drawSeed}:${no}`))
  const rankOf = new Map(order.map((no, i) => [no, i + 1]))
  const at = new Date(now).toISOString()
  const rankIn = (row: ActivityEnrolment): number => rankOf.get(row.drawNo ?? row.seq) ?? 0
  const results = resultsOf(
    rows.toSorted((a, b) => rankIn(a) - rankIn(b)),
    { ...seatsOf(of, await groupsOf(db, of), true), waitlist: of.waitlist },
  )
  const drawn = rows.map(row => {
    const rank = rankIn(row)
    const state = results.get(row) ?? ('notAdmitted' as const)
    // who waits stands in the order of the draw
    return { id: row.id, state, seq: rank, drawRank: rank, drawHalf: recent.has(row.studentId), admittedAt: state === 'admitted' ? at : null }
  })
  await db.updateMany(activityEnrolment, drawn)
  const own = new Map(rows.map(r => [r.id, r]))
  const become = (state: keyof Drawn): ActivityEnrolment[] => drawn.flatMap(d => (d.state === state ? [own.get(d.id) as ActivityEnrolment] : []))
  const groups = { admitted: become('admitted'), waiting: become('waiting'), notAdmitted: become('notAdmitted') }
  await db.update(activity, of.id, { drawnAt: at })
  await setCounts(db, of.id, { held: of.held + groups.admitted.length })
  for (const [state, text] of RESULTS) await tell(db, 'drawn', of, groups[state], { result: { text } })
  return { admitted: groups.admitted.length, waiting: groups.waiting.length, notAdmitted: groups.notAdmitted.length }
}
const RESULTS = [
  ['admitted', '已录取'],
  ['waiting', '候补'],
  ['notAdmitted', '未录取'],
] as const
const isUndrawn = ({ enrolWay, drawnAt, state }: Activity): boolean => enrolWay === 'lottery' && !drawnAt && state === 'approved'
/** Before its list is closed by the sign-in; the caller holds the activity. */
export async function drawBefore(db: Db, of: Activity): Promise<void> {
  if (isUndrawn(of)) await drawHeld(db, of)
}
/** Whether somebody who runs it may draw now. */
export const canDraw = (of: Activity): boolean => isUndrawn(of) && Date.now() > Date.parse(of.enrolTo)
/** Draws of activities whose enrolment is over. */
export async function drawDue(db: Db, now = Date.now()): Promise<number> {
  const due = await db.query<{ id: string }>(sql`select id from activity where tenant_id = ${db.me.tenantId} and state = 'approved' and enrol_way = 'lottery' and drawn_at is null
    and enrol_to < ${new Date(now).toISOString()}::timestamptz order by id`)
  await eachApart(due, ({ id }) => db.tx(async tx => drawBefore(tx, await tx.unscoped(activity).lock(id)))) // found by the clock
  return due.length
}
export default [
  handle(drawLots, async (ctx, { id }) => {
    await findRun(ctx, id)
    const of = await ctx.db.unscoped(activity).lock(id) // the caller runs it
    const { title, drawnAt, enrolTo } = of
    if (drawnAt) refuse('drawn', { title, at: schoolTimeText(drawnAt) })
    if (!isUndrawn(of)) refuse('notDrawable', { title })
    if (!canDraw(of)) refuse('drawEarly', { title, to: schoolTimeText(enrolTo) })
    return drawHeld(ctx.db, of)
  }),
  handle(lotteryRecord, async (ctx, { id }) => {
    const { db, me } = ctx
    const of = await db.unscoped(activity).find({ id, enrolWay: 'lottery', state: ['approved', 'settled'] }) // the record is public, without names
    if (!of?.drawHash) throw notFound()
    const tickets = await db.query<{
      no: number
      rank: number
      isHalf: boolean
      splitKey: string | null
    }>(sql`select coalesce(draw_no, seq) as no, seq as rank, draw_half as "isHalf", split_key as "splitKey"
      from activity_enrolment where tenant_id = ${db.me.tenantId} and activity_id = ${id} and draw_rank is not null order by seq`)
    const own = me.studentId ? await db.unscoped(activityEnrolment).find({ activityId: id, studentId: me.studentId }) : undefined // the caller's own
    const applied = await db.unscoped(activityEnrolment).count({ activityId: id, state: 'applied' }) // a number
    const { title, enrolTo, quota, waitlist, drawHash, drawnAt } = of
    return {
      title,
      enrolTo,
      quota,
      waitlist,
      drawHash,
      seed: drawnAt ? of.drawSeed : null,
      drawnAt,
      applied,
      ownNo: own?.drawNo ?? null,
      splitBy: of.splitBy,
      groups: await sharesSaid(ctx, of),
      tickets,
    }
  }),
  scheduledJob('activity.draws', '活动抽签', '* * * * *', db => drawDue(db), {
    due: `select from activity where tenant_id = $1 and state = 'approved' and enrol_way = 'lottery' and drawn_at is null and enrol_to < now()`,
  }),
]
