import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { task } from '#modules/workflow/server/api.ts'
import { rules } from '#server/context.ts'
import { holidayDestination, holidayPlan, planActions } from '../model/holiday.ts'
import { destinationTask } from '../model/holiday-actions.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { splitsOf } from './board.ts'
import { LINK } from './notify-trip.ts'
import { settingsOf } from './settings.ts'

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
const about = (plan: Plan) => ({ plan: plan.name, endTime: schoolTimeText(plan.endTime) })
/** Students who join while the plan runs are asked as well. An answer counts unless it was taken back. */
export default [
  task(holidayPlan, planActions, destinationTask, {
    processType: 'holidayPlan',
    audience: 'live',
    check: async (_ctx, row) => checkDates(row),
    answers: { entity: holidayDestination, round: 'planId', isAnswered: sql`a.answered_at is not null` },
    asks: {
      todo: ({ name }) => ({ text: '登记“{plan}”去向', values: { plan: name } }),
      done: '已登记',
      link: `${LINK}?tab=holiday`,
      staffLink: '/outing/holidays',
      remind: plan => ({ event: HOLIDAY_MESSAGES.destinationRemind, values: about(plan) }),
      remindStaff: (plan, lacking) => ({ event: HOLIDAY_MESSAGES.destinationUnanswered, values: { ...about(plan), ...lacking } }),
      remindHours: async db => (await settingsOf(db)).remindHours,
    },
    counts: {
      stay: sql`count(*) filter (where a.choice = 'stay' and a.answered_at is not null)::int`,
      leave: sql`count(*) filter (where a.choice <> 'stay' and a.answered_at is not null)::int`,
      back: sql`count(a.back_at)::int`,
    },
    more: splitsOf,
  }),
  dates,
]
