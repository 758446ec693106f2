import sql from 'sql-template-tag'
import { studentsOf } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import type { Db } from '#server/context.ts'
import { keepTodos, openObjects } from '#server/notifications/todos.ts'
import { reopenStep } from '../model/actions.ts'
import { welcomeBatch } from '../model/batch.ts'
import { UNFINISHED } from '../model/messages.ts'
import { COMES } from './coming.ts'

/** 30-WS9: counsellors have the students of a closed batch who lack required steps; whoever has no counsellor is left to admissions. Counted anew until nobody is left. */
export async function keepUnfinished(db: Db, batchId: string): Promise<void> {
  const [batch] = await db.unscoped(welcomeBatch).all({ id: batchId }) // of the batch that was closed
  if (!batch) return
  const rows = await db.query<{ studentId: string }>(sql`select distinct t.student_id as "studentId" from welcome_step_state t
    join admitted_student a on a.tenant_id = t.tenant_id and a.id = t.student_id and ${COMES}
    where t.tenant_id = ${db.me.tenantId} and t.batch_id = ${batchId} and t.required and t.state not in ('done', 'waived')`)
  const people = [
    ...(
      await studentsOf(
        db,
        rows.map(r => r.studentId),
      )
    ).values(),
  ]
  const staff = await staffOfAll(db, people, 'fdy')
  const admissions = staff.some(s => !s.length) ? await accountsWith(db, reopenStep.permission) : []
  const counts = new Map<string, number>()
  for (const of of staff) for (const userId of of.length ? of : admissions) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  await keepTodos(
    db,
    { bizType: UNFINISHED, bizId: batchId },
    [...counts].map(([userId, n]) => ({
      ...{ userId, kind: 'task' as const, title: { text: '“{name}”已结束，{n} 名新生还有必办环节没有办完', values: { name: batch.name, n } } },
      link: `/welcomes/members?view=unfinished&batchId=${batchId}`,
    })),
    '已办完',
  )
}
/** Whoever has been settled since leaves the to-dos. */
export async function recountUnfinished(db: Db): Promise<void> {
  for (const id of await openObjects(db, UNFINISHED)) await keepUnfinished(db, id)
}
