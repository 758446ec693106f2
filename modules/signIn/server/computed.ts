import sql from 'sql-template-tag'
import { compute, type Db } from '#server/context.ts'
import { signLine } from '../model/sign-line.ts'

async function textsOf(db: Db, ids: readonly string[], which: 'student' | 'task'): Promise<ReadonlyMap<string, string | null>> {
  const names =
    which === 'student'
      ? sql`select id, student_no as text from student where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[])`
      : sql`select o.id, t.name as text from sign_occurrence o join sign_task t on t.tenant_id = o.tenant_id and t.id = o.task_id where o.tenant_id = ${db.me.tenantId} and o.id = any(${[...ids]}::uuid[])`
  return new Map((await db.query<{ id: string; text: string | null }>(names)).map(r => [r.id, r.text]))
}
const lines = compute(signLine, ['taskName', 'studentNo'], async ({ db }, rows) => {
  const [tasks, numbers] = [
    await textsOf(
      db,
      rows.map(r => r.occurrenceId),
      'task',
    ),
    await textsOf(
      db,
      rows.map(r => r.studentId),
      'student',
    ),
  ]
  for (const row of rows) {
    row.taskName = tasks.get(row.occurrenceId) ?? null
    row.studentNo = numbers.get(row.studentId) ?? null
  }
})
export default lines
