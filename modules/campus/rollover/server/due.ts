import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { keepTask } from '#server/notifications/todos.ts'
import { startRollover } from '../model/rollover-actions.ts'
import { rolloverRun } from '../model/rollover-run.ts'
import { PAGE } from './notify.ts'
import { offeredYears } from './offered-years.ts'

/** 10-J4: a school year that has begun without a finished run is a to-do of the office. */
export async function watchDue(db: Db): Promise<number> {
  const finished = new Set((await db.unscoped(rolloverRun).all({ state: 'done' })).map(run => run.toXn)) // runs of the whole school
  const due = (await offeredYears(db)).find(pair => pair.isDue && !finished.has(pair.toXn))
  const office = due ? await accountsWith(db, startRollover.permission) : []
  const title = { text: '{toXn} 学年已开始，还没有结转', values: { toXn: due?.toXn ?? '' } }
  await keepTask(db, { bizType: 'rolloverDue' }, office, { title, link: PAGE, priority: 'high' }, '已结转')
  return due ? 1 : 0
}
export default scheduledJob('campus.rolloverDue', '学年结转检查', '20 6 * * *', watchDue)
