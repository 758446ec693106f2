import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { PRESORT_MESSAGES } from '../model/messages.ts'
import { presortPlan } from '../model/plan.ts'
import { readPlan } from './plan.ts'
import { peopleOf, tellWishes } from './wishes.ts'

/** Reminds students without wishes once, the day before the deadline. */
export async function remindWishes(db: Db): Promise<number> {
  const until = addDays(today(), 1)
  const plans = await db.unscoped(presortPlan).all({ wishUntil: until, state: ['draft', 'simulated', 'undone'] }) // scheduled job without a user: no data scope applies
  let told = 0
  for (const plan of plans.map(readPlan)) {
    const people = await peopleOf(db, plan, true)
    await tellWishes(db, PRESORT_MESSAGES.wishClosing, plan, people, until)
    told += people.length
  }
  return told
}
export default scheduledJob('dormitory.wishClock', '住宿意愿截止提醒', '0 9 * * *', remindWishes)
