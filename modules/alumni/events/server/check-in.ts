import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { countTriedNumbers } from '#server/access/tried-numbers.ts'
import { type Ctx, handle } from '#server/context.ts'
import { leads } from '../../clubs/server/api.ts'
import { type Activity, alumniActivity, alumniEnrolment, type Enrolment } from '../model/activity.ts'
import { checkIn, lookAtCode, publishActivity } from '../model/activity-actions.ts'
import { unpaidAmong } from './enrol.ts'
import { seatsOf } from './fees.ts'
import { withNames } from './seats.ts'

/** How long before the beginning people are let in. */
const EARLY_HOURS = 12
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(alumniEnrolment, key, values)
}
/** Whether the caller runs an activity: the office those in its scope, officers those of their club. */
async function runs(ctx: Ctx, { id, clubId }: Activity): Promise<boolean> {
  if (ctx.me.permissions.has(publishActivity.permission) && (await ctx.db.visibleFor(alumniActivity, publishActivity.permission).find({ id }))) return true
  return clubId !== null && (await leads(ctx, clubId))
}
/** Whose code it is. A code that is none and one of another's activity are alike. */
async function findCode(ctx: Ctx, code: string): Promise<{ of: Activity; row: Enrolment & { name: string }; isPaid: boolean }> {
  const { db, me } = ctx
  countTriedNumbers(me, 1)
  const [one] = await db.query<{ id: string }>(sql`select id from alumni_enrolment where tenant_id = ${me.tenantId} and code = ${code.trim().toUpperCase()}`)
  const found = one && (await db.unscoped(alumniEnrolment).find({ id: one.id })) // whether the caller runs its activity is checked next
  const of = found && (await db.unscoped(alumniActivity).find({ id: found.activityId })) // as above
  if (!found || !of || !(await runs(ctx, of))) return refuse('notHere')
  const [row] = (await withNames(db, [found])) as [Enrolment & { name: string }]
  return { of, row, isPaid: (await unpaidAmong(db, [found])).length === 0 }
}
export default [
  handle(lookAtCode, async (ctx, { code }) => {
    const { of, row, isPaid } = await findCode(ctx, code)
    return { title: of.title, name: row.name, people: seatsOf(row), state: row.state, isPaid }
  }),
  handle(checkIn, async (ctx, { code }) => {
    const { of, row, isPaid } = await findCode(ctx, code)
    if (row.state === 'attended') refuse('done', { name: row.name })
    if (Date.now() < Date.parse(of.from) - EARLY_HOURS * HOUR_MS) refuse('tooEarly', { title: of.title, from: schoolTimeText(of.from) })
    if (!isPaid) refuse('unpaid', { name: row.name, title: of.title })
    // in the order of whoever ends enrolments: the activity, then its rows
    await ctx.db.unscoped(alumniActivity).lock(of.id) // the caller runs it
    await ctx.db.unscoped(alumniEnrolment).lock(row.id, 'checkIn') // as above
    await ctx.db.update(alumniEnrolment, row.id, { state: 'attended', checkedAt: new Date().toISOString() })
    return { name: row.name }
  }),
]
