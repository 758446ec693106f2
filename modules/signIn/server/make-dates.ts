import sql from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { today } from '#server/today.ts'
import { signTask } from '../model/sign-task.ts'
import { windowsOf } from '../model/timing.ts'
import { dayReader } from './calendar.ts'
import { settingsOf } from './settings.ts'
import type { Task } from './tasks.ts'

/** 20-SA1: the dates of a task from a day on, some days ahead. Those already there stay as they are. */
export async function makeDates(db: Db, task: Task, from: string): Promise<number> {
  const until = addDays(today(), (await settingsOf(db)).aheadDays)
  const windows = windowsOf(task, await dayReader(db), until).filter(w => w.date >= from || Date.parse(w.closesAt) > Date.now())
  const made = await db.query(sql`insert into sign_occurrence (tenant_id, task_id, date, opens_at, late_at, closes_at, owner_id, teacher_id, department_id, created_by)
    select ${db.me.tenantId}::uuid, ${task.id}::uuid, w.date, w."opensAt", w."lateAt", w."closesAt", ${task.ownerId}::uuid, ${task.teacherId}::uuid, ${task.ownerDepartmentId}::uuid, ${db.me.userId || null}::uuid
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) w(date date, "opensAt" timestamptz, "lateAt" timestamptz, "closesAt" timestamptz)
    where w."closesAt" > now() on conflict do nothing returning id`)
  await db.query(sql`update sign_task set made_until = ${until} where tenant_id = ${db.me.tenantId} and id = ${task.id}`)
  return made.length
}
/** Tasks whose dates do not reach far enough. */
export async function makeAhead(db: Db): Promise<number> {
  const until = addDays(today(), (await settingsOf(db)).aheadDays)
  const tasks = (await db.unscoped(signTask).all({ state: 'published' })).filter(t => !t.madeUntil || t.madeUntil < until) // the clock acts for the whole school
  let made = 0
  for (const task of tasks) made += await makeDates(db, task, task.madeUntil ?? today())
  return made
}
