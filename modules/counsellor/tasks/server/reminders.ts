import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { MINUTE_MS } from '#model/days.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { takeMarks } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notify } from '#server/notifications/notify.ts'
import { type FdyTask, fdyTask, REMIND_MINUTES, remindTask } from '../model/fdy-task.ts'
import { fdyTaskAnswer } from '../model/fdy-task-answer.ts'
import { TASK_MESSAGES } from '../model/messages.ts'
import { settingsOf } from './settings.ts'
import { MINE, valuesOf } from './tasks.ts'

/** Of those who have not answered, whoever was not reminded in the last hour, whoever reminds. */
async function remind(db: Db, row: FdyTask): Promise<number> {
  const due = await db.updateWhere(
    fdyTaskAnswer,
    sql`t.task_id = ${row.id} and t.state = 'waiting' and (t.reminded_at is null or t.reminded_at <= now() - make_interval(mins => ${REMIND_MINUTES}::int))`,
    { remindedAt: new Date().toISOString() },
    { bookkeeping: true, returning: ['userId'] },
  )
  const to = due.map(d => d.userId)
  if (to.length) await notify(db, TASK_MESSAGES.remind, { to, values: valuesOf(row), bizType: fdyTask.name, bizId: row.id, link: MINE, mobileLink: MINE })
  return to.length
}
/** Reminds once at each mark before the end. */
export async function remindDue(db: Db, now = Date.now()): Promise<number> {
  const marks = reminderMarks((await settingsOf(db)).taskRemindHours).map(hours => Math.round(hours * 60))
  let told = 0
  for (const row of await db.unscoped(fdyTask).all({ state: 'published' })) // the program reminds its people
    if (isOpen(row, now) && (await takeMarks(db, row.id, marks, (Date.parse(row.endTime) - now) / MINUTE_MS))) told += await remind(db, row)
  return told
}
const byHand = handle(remindTask, async ({ db }, { id }) => {
  const row = await db.visible(fdyTask).lock(id)
  if (!isOpen(row)) throw refusalOf(remindTask, 'notOpen', { name: row.name })
  const told = await remind(db, row)
  if (told) return { told }
  const isWaiting = await db.unscoped(fdyTaskAnswer).count({ taskId: id, state: 'waiting' }) // counted only
  throw isWaiting ? refusalOf(remindTask, 'soon', { minutes: REMIND_MINUTES }) : refusalOf(remindTask, 'nobody')
})
export default [byHand, scheduledJob('counsellor.tasks', '提醒辅导员任务', '25 * * * *', db => remindDue(db))]
