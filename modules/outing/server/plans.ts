import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { round, roundAccounts } from '#modules/workflow/server/api.ts'
import { type Db, rules } from '#server/context.ts'
import { closeTodos, openTodos } from '#server/notifications/todos.ts'
import { holidayPlan, planActions } from '../model/holiday.ts'
import { LINK } from './notify-trip.ts'

export type Plan = Row<typeof holidayPlan>
function checkDates({ holidayFrom, holidayTo, endTime }: Partial<Plan>): void {
  if (holidayFrom && holidayTo && holidayTo < holidayFrom) throw refusalOf(holidayPlan, 'holiday', { from: holidayFrom, to: holidayTo }, 'holidayTo')
  if (endTime && holidayTo && schoolTimeText(endTime).slice(0, 10) > holidayTo) throw refusalOf(holidayPlan, 'late', { endTime: schoolTimeText(endTime), to: holidayTo }, 'endTime')
}
const dates = rules(holidayPlan, {
  async add(_ctx, draft) {
    checkDates(draft)
  },
  async update(_ctx, row, patch) {
    checkDates({ ...row, ...patch })
  },
})
/** Opens todos for everybody in the audience without an answer. */
async function openAnswers(db: Db, plan: Plan): Promise<void> {
  const people = await db.query<{ id: string }>(sql`select a.id from ${await roundAccounts(db, holidayPlan, plan)} a where a.student_id is not null
    and not exists (select from holiday_destination d where d.tenant_id = ${db.me.tenantId} and d.plan_id = ${plan.id} and d.student_id = a.student_id and d.answered_at is not null)`)
  const link = `${LINK}?tab=holiday`
  await openTodos(
    db,
    people.map(({ id }) => ({
      userId: id,
      kind: 'task' as const,
      title: { text: '登记“{plan}”去向', values: { plan: plan.name } },
      bizType: 'holidayPlan',
      bizId: plan.id,
      link,
      mobileLink: link,
      dueAt: plan.endTime,
    })),
  )
}
/** Students who join while the plan runs are asked as well. */
export default [
  round(holidayPlan, planActions, {
    processType: 'holidayPlan',
    audience: 'live',
    link: `${LINK}?tab=holiday`,
    check: async (_ctx, row) => checkDates(row),
    published: ({ db }, row) => openAnswers(db, row),
    closed: async (db, row) => void (await closeTodos(db, { bizType: 'holidayPlan', bizId: row.id }, 'cancelled')),
  }),
  dates,
]
