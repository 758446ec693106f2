import sql, { empty, type Sql } from 'sql-template-tag'
import { leaveSpans } from '#modules/leave/server/api.ts'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { openTodos } from '#server/todos.ts'
import { SIGN_MESSAGES } from '../model/messages.ts'
import { signTask } from '../model/sign-task.ts'
import { tellStudents } from './labels.ts'
import { LINK, TODO } from './link.ts'
import type { Task } from './tasks.ts'

interface Due {
  id: string
  taskId: string
  date: string
  opensAt: string
  closesAt: string
}
/** 20-SA1: dates whose time has come open, once, whoever notices first: their list is written and those on it hear of it. */
export async function openDue(db: Db, now = new Date(), taskId?: string): Promise<number> {
  const due = await db.query<Due>(sql`update sign_occurrence o set state = 'open', version = o.version + 1, updated_at = now() from sign_task t
    where o.tenant_id = ${db.me.tenantId} and t.tenant_id = o.tenant_id and t.id = o.task_id and t.state = 'published' and o.state = 'planned' and o.opens_at <= ${now.toISOString()} and o.closes_at > ${now.toISOString()}
      ${taskId ? sql`and t.id = ${taskId}` : empty} returning o.id, o.task_id as "taskId", o.date::text as date, o.opens_at as "opensAt", o.closes_at as "closesAt"`)
  for (const one of due) await open(db, one)
  return due.length
}
async function open(db: Db, due: Due): Promise<void> {
  const task = await db.unscoped(signTask).one(due.taskId) // the clock acts for the publisher
  const pending = await writeList(db, task, due)
  await db.query(sql`update sign_occurrence o set snapshot_count = (select count(*) from sign_line l where l.tenant_id = o.tenant_id and l.occurrence_id = o.id)
    where o.tenant_id = ${db.me.tenantId} and o.id = ${due.id}`)
  await ask(db, task, due, pending)
}
/** Whoever is on leave is excused from the first moment; the others are before it. Answers the accounts that must act. */
async function writeList(db: Db, task: Task, due: Due, joined: Sql = empty): Promise<string[]> {
  const aways = task.exempt ? await leaveSpans(db, { from: due.opensAt, to: due.closesAt }) : []
  const away = [...new Set(aways.map(a => a.studentId))]
  const rows = await db.query<{
    userId: string
  }>(sql`with asked as (select a.id, a.student_id from ${await roundAccounts(db, signTask, task)} a where a.student_id is not null ${joined}),
    made as (insert into sign_line (tenant_id, occurrence_id, student_id, class_id, department_id, date, state, excuse)
      select s.tenant_id, ${due.id}::uuid, s.id, s.class_id, s.department_id, ${due.date}::date,
        case when s.id = any(${away}::uuid[]) then 'excused' else 'pending' end, case when s.id = any(${away}::uuid[]) then 'leave' end
      from student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status in ('active', 'preEnrolled') and s.id in (select student_id from asked)
      on conflict do nothing returning student_id, state)
    select asked.id as "userId" from made join asked on asked.student_id = made.student_id where made.state = 'pending'`)
  return rows.map(r => r.userId)
}
async function ask(db: Db, task: Task, due: Due, people: readonly string[]): Promise<void> {
  const link = `${LINK}?id=${due.id}`
  await openTodos(
    db,
    people.map(userId => ({
      userId,
      kind: 'task' as const,
      title: { text: '签到：{task}', values: { task: task.name } },
      bizType: TODO,
      bizId: due.id,
      link,
      mobileLink: link,
      dueAt: due.closesAt,
    })),
  )
  await tellStudents(db, SIGN_MESSAGES.opens, { ...due, name: task.name }, people)
}
/** What could not open while it was due, because the task was paused or nothing ran, was asked of nobody: it goes without a trace. */
export const expireTask = async (db: Db, now = new Date()): Promise<number> =>
  (await db.query(sql`delete from sign_occurrence where tenant_id = ${db.me.tenantId} and state = 'planned' and closes_at <= ${now.toISOString()} returning id`)).length
/** 20-SA1: whose account was made while a date was open joins its list. Who changed the class meanwhile does not: that counts from the next date on. */
export async function joinLate(db: Db): Promise<number> {
  const fresh = await db.query<Due>(sql`select o.id, o.task_id as "taskId", o.date::text as date, o.opens_at as "opensAt", o.closes_at as "closesAt" from sign_occurrence o
    where o.tenant_id = ${db.me.tenantId} and o.state = 'open' and exists (select from sys_user u where u.tenant_id = o.tenant_id and u.student_id is not null and u.created_at > o.opens_at)`)
  let joined = 0
  for (const due of fresh) {
    const task = await db.unscoped(signTask).one(due.taskId) // the clock acts for the publisher
    const since = sql`and exists (select from sys_user u where u.tenant_id = ${db.me.tenantId} and u.id = a.id and u.created_at > ${due.opensAt})`
    const people = await writeList(db, task, due, since)
    await ask(db, task, due, people)
    joined += people.length
  }
  return joined
}
/** The only date of a one-off task ends with it. Where it had ended already, those who were absent may sign again. */
export async function prolong(db: Db, task: Task): Promise<void> {
  if (task.repeat !== 'once') return
  const [date] = await db.query<
    Due & { wasOver: boolean }
  >(sql`update sign_occurrence o set closes_at = ${task.endTime}, reminded = null, closed_at = null, version = version + 1, updated_at = now(),
      state = case when o.state = 'closed' then 'open' else o.state end from (select id, state from sign_occurrence where tenant_id = ${db.me.tenantId} and task_id = ${task.id} for update) was
    where o.tenant_id = ${db.me.tenantId} and o.id = was.id and o.state <> 'settled'
    returning o.id, o.task_id as "taskId", o.date::text as date, o.opens_at as "opensAt", o.closes_at as "closesAt", was.state = 'closed' as "wasOver"`)
  if (!date?.wasOver) return
  const people = await db.query<{ id: string }>(sql`with again as (update sign_line set state = 'pending', version = version + 1, updated_at = now()
      where tenant_id = ${db.me.tenantId} and occurrence_id = ${date.id} and state = 'absent' returning student_id)
    select u.user_id as id from again join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = again.student_id`)
  await ask(
    db,
    task,
    date,
    people.map(p => p.id),
  )
}
