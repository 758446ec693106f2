import { MINUTE_MS } from '#model/days.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { isOpen, type RoundRow } from '../../rounds/model/round.ts'
import { askLacking, remindCounsellors, remindStudents } from './ask.ts'
import { lackingAccounts } from './people.ts'
import { takeMarks } from './remind.ts'
import { peopleOf, type TaskKind, taskKinds } from './task-kinds.ts'

const HOUR_MINUTES = 60
async function attend(db: Db, kind: TaskKind, row: RoundRow, now: number): Promise<number> {
  const asked = kind.follows ? await askLacking(db, kind, row) : 0
  const marks = reminderMarks(await kind.asks.remindHours(db, row)).map(hours => Math.round(hours * HOUR_MINUTES))
  if (!(await takeMarks(db, row.id, marks, (Date.parse(row.endTime) - now) / MINUTE_MS))) return asked
  const people = await peopleOf(db, kind, row)
  const others = kind.asks.others?.(row)
  if (others) return asked + (await others(db, people))
  const to = await lackingAccounts(db, people)
  if (!to.length) return asked
  await remindStudents(db, kind, row, to)
  if (!kind.asks.isAnonymous?.(row)) await remindCounsellors(db, kind, row, people)
  return asked + to.length
}
/** Asks those who joined the audience of an open task, and reminds those who lack, once at each mark before the end; after downtime only at the last one passed. */
export async function attendTasks(db: Db, now = Date.now()): Promise<number> {
  let told = 0
  for (const kind of db.registered(taskKinds)) {
    const rows = (await db.unscoped(kind.round).all({ state: 'published' })) as RoundRow[] // scheduled job without a user: no data scope applies
    for (const row of rows) if (isOpen(row, now)) told += await db.tx(tx => attend(tx, kind, row, now))
  }
  return told
}
const openIn = ({ round }: TaskKind): string => `select from "${round.table}" where tenant_id = $1 and state = 'published' and begin_time <= now() and end_time > now()`
export default scheduledJob('workflow.tasks', '任务提醒', '5 * * * *', db => attendTasks(db), {
  isWhole: false,
  due: registered => registered(taskKinds).map(openIn),
})
