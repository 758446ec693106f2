import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { signOccurrence, signTask } from '../model/sign-task.ts'
import { windowsOf } from '../model/timing.ts'
import { dayReader } from './calendar.ts'
import { settingsOf } from './settings.ts'
import type { Task } from './tasks.ts'

/** 20-SA1: generates the occurrences of a task some days ahead. Existing ones stay unchanged. */
export async function makeDates(db: Db, task: Task, from: string): Promise<number> {
  const until = addDays(today(), (await settingsOf(db)).aheadDays)
  const windows = windowsOf(task, await dayReader(db), until).filter(w => w.date >= from || Date.parse(w.closesAt) > Date.now())
  const { id: taskId, ownerId, teacherId, ownerDepartmentId } = task
  const drafts = windows.filter(w => Date.parse(w.closesAt) > Date.now()).map(w => ({ ...w, taskId, ownerId, teacherId, departmentId: ownerDepartmentId }))
  const made = await db.insertMany(signOccurrence, drafts, { skipExisting: true, history: false })
  await db.updateWhere(signTask, { id: taskId }, { madeUntil: until }, { bookkeeping: true })
  return made
}
/** Generates further occurrences of tasks. */
export async function makeAhead(db: Db): Promise<number> {
  const until = addDays(today(), (await settingsOf(db)).aheadDays)
  const tasks = (await db.unscoped(signTask).all({ state: 'published' })).filter(t => !t.madeUntil || t.madeUntil < until) // scheduled job without a user: no data scope applies
  let made = 0
  for (const task of tasks) made += await makeDates(db, task, task.madeUntil ?? today())
  return made
}
