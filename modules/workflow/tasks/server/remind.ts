import sql from 'sql-template-tag'
import { type Action, refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { lacks, type TaskPeople } from './people.ts'

/**
 * Accounts to remind now: of those who lack, each at most once in so many minutes, whoever asks. Refuses where nobody is left to remind. The action declares `nobody` and
 * `soon`.
 */
export async function takeReminders(db: Db, action: Action, { taskId, people, minutes }: { taskId: string; people: TaskPeople; minutes: number }): Promise<string[]> {
  const lacking = sql`select s.id from ${people.from} where ${lacks(people)}`
  const due = await db.query<{
    id: string
  }>(sql`insert into task_reminder as r (tenant_id, task_id, student_id) select ${db.me.tenantId}::uuid, ${taskId}::uuid, l.id from (${lacking}) l
    on conflict (tenant_id, task_id, student_id) do update set reminded_at = now() where r.reminded_at <= now() - make_interval(mins => ${minutes}::int) returning r.student_id as id`)
  if (!due.length) {
    const [last] = await db.query<{ at: string | null }>(
      sql`select max(r.reminded_at) as at from task_reminder r where r.tenant_id = ${db.me.tenantId} and r.task_id = ${taskId} and r.student_id in (${lacking})`,
    )
    if (!last?.at) throw refusalOf(action, 'nobody')
    throw refusalOf(action, 'soon', { minutes, next: schoolTimeText(Date.parse(last.at) + minutes * 60_000) })
  }
  const accounts = await accountsOf(
    db,
    due.map(d => d.id),
  )
  return [...accounts.values()]
}
/** Whether a reminder is due: one of the marks before the end has been passed and not been taken, by this process or another. After downtime all passed marks are taken at once. */
export async function takeMarks(db: Db, taskId: string, marks: readonly number[], left: number): Promise<boolean> {
  const passed = marks.filter(mark => mark >= left)
  if (!passed.length) return false
  const taken = await db.query(
    sql`insert into task_mark (tenant_id, task_id, mark) select ${db.me.tenantId}::uuid, ${taskId}::uuid, m from unnest(${passed}::int[]) m on conflict do nothing returning mark`,
  )
  return taken.length > 0
}
/** After the end has moved, the marks before it count anew. */
export const forgetMarks = async (db: Db, taskId: string): Promise<void> =>
  void (await db.query(sql`delete from task_mark where tenant_id = ${db.me.tenantId} and task_id = ${taskId}`))
