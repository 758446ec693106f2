import sql from 'sql-template-tag'
import { marksDue, reminderMarks } from '#model/reminder-marks.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { isOpen } from '#modules/workflow/model/round.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { firstPeople, withNote } from '#server/i18n/wording.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { holidayPlan } from '../model/holiday.ts'
import { remindUnanswered } from '../model/holiday-actions.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { expectedStudents } from './board.ts'
import { LINK } from './notify-trip.ts'
import type { Plan } from './plans.ts'
import { settingsOf } from './settings.ts'

const HOUR = 3_600_000
const NAMED = 30
const link = `${LINK}?tab=holiday`
const about = (plan: Plan) => ({ plan: plan.name, endTime: schoolTimeText(plan.endTime) })
async function tellStudents(db: Db, plan: Plan, to: readonly string[]): Promise<void> {
  await notify(db, HOLIDAY_MESSAGES.destinationRemind, { to, values: about(plan), bizType: 'holidayPlan', bizId: plan.id, link, mobileLink: link })
}
/** 20-G8: one message per counsellor, listing their students. */
async function tellCounsellors(db: Db, plan: Plan): Promise<void> {
  const lists = await db.query<{
    userId: string
    people: Array<[string, string]>
  }>(sql`select h.user_id as "userId", jsonb_agg(jsonb_build_array(s.name, coalesce(c.name, '')) order by c.name, s.student_no) as people
    from ${await roundAccounts(db, holidayPlan, plan)} a join student s on s.tenant_id = ${db.me.tenantId} and s.id = a.student_id
    join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    join student_staff_now h on h.tenant_id = s.tenant_id and h.student_id = s.id and h.role = 'fdy' and h.user_id is not null
    where not exists (select from holiday_destination d where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${plan.id} and d.student_id = s.id and d.answered_at is not null) group by h.user_id`)
  await notifyEach(
    db,
    HOLIDAY_MESSAGES.destinationUnanswered,
    lists.map(({ userId, people }) => ({
      to: [userId],
      values: {
        ...about(plan),
        count: people.length,
        names: firstPeople(
          people.map(([name, className]) => withNote(name, className)),
          NAMED,
        ),
      },
      bizType: 'holidayPlan',
      bizId: plan.id,
      link: '/outing/holidays',
      mobileLink: '/outing/holidays',
    })),
  )
}
const lacking = async (db: Db, plan: Plan): Promise<string[]> =>
  (
    await db.query<{ id: string }>(sql`select a.id from ${await roundAccounts(db, holidayPlan, plan)} a where a.student_id is not null
      and not exists (select from holiday_destination d where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${plan.id} and d.student_id = a.student_id and d.answered_at is not null)`)
  ).map(r => r.id)
/** 20-G8: one reminder at each mark before the end; after downtime only the last mark passed. */
export async function remind(db: Db, now = Date.now()): Promise<number> {
  const marks = reminderMarks((await settingsOf(db)).remindHours)
  let told = 0
  for (const plan of await db.unscoped(holidayPlan).all({ state: 'published' })) {
    // scheduled job without a user: no data scope applies
    const due = marksDue(marks, (Date.parse(plan.endTime) - now) / HOUR, plan.remindedAt)
    if (!isOpen(plan, now) || !due.length) continue
    await db.update(holidayPlan, plan.id, { remindedAt: [...(plan.remindedAt ?? []), ...due] })
    const to = await lacking(db, plan)
    if (!to.length) continue
    await tellStudents(db, plan, to)
    await tellCounsellors(db, plan)
    told += to.length
  }
  return told
}
/** Manual reminder, for students in the caller's scope. */
const byHand = handle(remindUnanswered, async ({ db }, { planId }) => {
  const plan = await db.unscoped(holidayPlan).one(planId) // students are scoped next
  const people = await db.query<{
    id: string
  }>(sql`select u.user_id as id from ${await expectedStudents(db, plan)} s join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = s.id
    where not exists (select from holiday_destination d where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${planId} and d.student_id = s.id and d.answered_at is not null)`)
  await tellStudents(
    db,
    plan,
    people.map(p => p.id),
  )
  return { told: people.length }
})
export default [
  scheduledJob('outing.holidays', '提醒登记节假日去向', '5 * * * *', db => remind(db), {
    due: `select from holiday_plan where tenant_id = $1 and state = 'published'`,
  }),
  byHand,
]
