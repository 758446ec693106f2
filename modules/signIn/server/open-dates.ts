import sql, { empty, type Sql } from 'sql-template-tag'
import type { Row } from '#model'
import { leaveSpans } from '#modules/leave/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { forgetMarks, roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { signLine } from '../model/sign-line.ts'
import { type OccurrenceState, signOccurrence, signTask } from '../model/sign-task.ts'
import { signTodos } from './sign-todos.ts'
import type { Task } from './tasks.ts'

const OF_DUE = ['taskId', 'date', 'opensAt', 'closesAt'] as const
type Due = Pick<Row<typeof signOccurrence>, (typeof OF_DUE)[number]> & { id: string }
/** 20-SA1: opens due occurrences exactly once, whichever process is first: writes their lines and notifies the students. */
export async function openDue(db: Db, now = new Date(), taskId?: string): Promise<number> {
  const at = now.toISOString()
  const isDue = sql`t.tenant_id = o.tenant_id and t.id = o.task_id and t.state = 'published' and o.state = 'planned' and o.opens_at <= ${at} and o.closes_at > ${at}
    ${taskId ? sql`and t.id = ${taskId}` : empty}`
  const due = await db.updateWhere(signOccurrence, isDue, { state: 'open' }, { as: 'o', from: sql`sign_task t`, returning: OF_DUE, history: false })
  for (const one of due) await open(db, one)
  return due.length
}
async function open(db: Db, due: Due): Promise<void> {
  const task = await db.unscoped(signTask).one(due.taskId) // acts for the publisher: no data scope applies
  const pending = await writeList(db, task, due)
  const snapshotCount = await db.unscoped(signLine).count({ occurrenceId: due.id }) // all that were written
  await db.updateWhere(signOccurrence, { id: due.id }, { snapshotCount }, { bookkeeping: true })
  await ask(db, task, due, pending)
}
/** Creates the lines: excused for students on leave, pending for the others. Returns the accounts that must act. */
async function writeList(db: Db, task: Task, due: Due, joined: Sql = empty): Promise<string[]> {
  const aways = task.exempt ? await leaveSpans(db, { from: due.opensAt, to: due.closesAt }) : []
  const away = [...new Set(aways.map(a => a.studentId))]
  const accounts = await roundAccounts(db, signTask, task)
  const asked = await db.query<{ userId: string; studentId: string }>(
    sql`select a.id as "userId", a.student_id as "studentId" from ${accounts} a where a.student_id is not null ${joined}`,
  )
  const isAway = sql`s.id = any(${away}::uuid[])`
  const line = {
    ...{ occurrenceId: due.id, date: due.date, studentId: sql`s.id`, classId: sql`s.class_id`, departmentId: sql`s.department_id` },
    ...{ state: sql`case when ${isAway} then 'excused' else 'pending' end`, excuse: sql`case when ${isAway} then 'leave' end` },
  }
  const students = sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status in ('active', 'preEnrolled') and s.id = any(${asked.map(a => a.studentId)}::uuid[])`
  const made = await db.insertFrom(signLine, line, students, { skipExisting: true, returning: ['studentId', 'state'], history: false })
  const pending = new Set(made.filter(l => l.state === 'pending').map(l => l.studentId))
  return asked.filter(a => pending.has(a.studentId)).map(a => a.userId)
}
const ask = (db: Db, { name }: Task, due: Due, to: readonly string[]): Promise<void> => signTodos.open(db, 'sign', [{ row: { ...due, name }, to }])
/** Occurrences that could not open in time because the task was paused or the server was down are deleted: nobody was asked. */
export const expireTask = async (db: Db, now = new Date()): Promise<number> =>
  (await db.removeWhere(signOccurrence, { state: 'planned', 'closesAt.le': now.toISOString() }, { history: false })).length
/** 20-SA1: accounts created while an occurrence is open join it. A change of class counts from the next occurrence on. */
export async function joinLate(db: Db): Promise<number> {
  const fresh = await db.query<Due>(sql`select o.id, o.task_id as "taskId", o.date::text as date, o.opens_at as "opensAt", o.closes_at as "closesAt" from sign_occurrence o
    where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and exists (select from sys_user u where u.tenant_id = o.tenant_id and u.student_id is not null and u.created_at > o.opens_at)`)
  let joined = 0
  for (const due of fresh) {
    const task = await db.unscoped(signTask).one(due.taskId) // acts for the publisher: no data scope applies
    const since = sql`and exists (select from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = a.id and u.created_at > ${due.opensAt})`
    const people = await writeList(db, task, due, since)
    await ask(db, task, due, people)
    joined += people.length
  }
  return joined
}
/** The only occurrence of a one-off task ends with it. If it has already ended, absent students may sign again. */
export async function prolong(db: Db, task: Task): Promise<void> {
  if (task.repeat !== 'once') return
  const [was] = await db.query<{ id: string; state: OccurrenceState }>(
    sql`select id, state from sign_occurrence where tenant_id = ${db.me.tenantId} and task_id = ${task.id} and state <> 'settled' for update`,
  )
  if (!was) return
  await forgetMarks(db, was.id)
  const again = { closesAt: task.endTime, closedAt: null, state: was.state === 'closed' ? ('open' as const) : was.state }
  const [date] = await db.updateWhere(signOccurrence, { id: was.id }, again, { returning: OF_DUE })
  if (!date || was.state !== 'closed') return
  const absent = await db.updateWhere(signLine, { occurrenceId: date.id, state: 'absent' }, { state: 'pending' }, { returning: ['studentId'], history: false })
  await ask(db, task, date, [
    ...(
      await accountsOf(
        db,
        absent.map(l => l.studentId),
      )
    ).values(),
  ])
}
