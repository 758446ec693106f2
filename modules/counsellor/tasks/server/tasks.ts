import { isDeepStrictEqual } from 'node:util'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { forgetMarks, round, roundAccounts } from '#modules/workflow/server/api.ts'
import { compute, type Db, rules } from '#server/context.ts'
import { closeTodos, moveDeadlines, openTodos } from '#server/notifications/todos.ts'
import { type FdyTask, fdyTask, taskRound } from '../model/fdy-task.ts'
import { fdyTaskAnswer } from '../model/fdy-task-answer.ts'
import { TASK_MESSAGES } from '../model/messages.ts'

export const MINE = '/counsellor/my-tasks'
const about = ({ id }: Pick<FdyTask, 'id'>) => ({ bizType: fdyTask.name, bizId: id })
export const valuesOf = ({ name, endTime }: FdyTask) => ({ name, endTime: schoolTimeText(endTime) })
/** What people have been asked to do. */
const FIXED = ['content', 'proofKind', 'weight'] as const
const records = rules(fdyTask, {
  async update(_ctx, row, patch) {
    const changed = row.state === 'draft' ? undefined : FIXED.find(name => patch[name] !== undefined && !isDeepStrictEqual(patch[name], row[name]))
    if (changed) throw refusalOf(fdyTask, 'frozen', { name: row.name, what: { text: fdyTask.fields[changed].label } }, changed)
  },
})
/** Whoever has not answered has it among their to-dos, due at the end. */
async function ask(db: Db, row: FdyTask): Promise<void> {
  const waiting = await db.unscoped(fdyTaskAnswer).all({ taskId: row.id, state: 'waiting' }) // of a task the caller publishes
  const same = { kind: 'task' as const, title: { text: '完成任务“{name}”并填报', values: { name: row.name } }, ...about(row), link: MINE, mobileLink: MINE, dueAt: row.endTime }
  await openTodos(
    db,
    waiting.map(({ userId }) => ({ ...same, userId })),
  )
}
export const settled = (db: Db, row: Pick<FdyTask, 'id'>, userId: string) => closeTodos(db, { ...about(row), userIds: [userId] }, 'done', '已填报')
interface Counted {
  id: string
  done: number
  lacking: number
}
const progress = compute(fdyTask, ['done', 'lacking'], async ({ db }, rows) => {
  const counts =
    await db.query<Counted>(sql`select task_id as id, (count(*) filter (where state = 'done'))::int as done, (count(*) filter (where state = 'waiting'))::int as lacking
    from fdy_task_answer where tenant_id = ${db.me.tenantId} and task_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
  const of = new Map(counts.map(c => [c.id, c]))
  for (const row of rows) Object.assign(row, { done: of.get(row.id)?.done ?? null, lacking: of.get(row.id)?.lacking ?? null })
})
export default [
  records,
  progress,
  ...round(fdyTask, taskRound, {
    processType: 'fdyTask',
    audience: 'frozen',
    link: MINE,
    announces: row => ({ event: TASK_MESSAGES.asked, values: valuesOf(row) }),
    async check({ db }, row) {
      const staff = await db.query(sql`select 1 from ${await roundAccounts(db, fdyTask, row)} a where a.student_id is null limit 1`)
      if (!staff.length) throw refusalOf(fdyTask, 'noStaff', {}, 'audience')
    },
    async published({ db }, row) {
      await db.insertFrom(
        fdyTaskAnswer,
        { taskId: row.id, userId: sql`u.id`, departmentId: sql`u.department_id` },
        sql`sys_user u where u.tenant_id = ${db.me.tenantId} and u.student_id is null and u.id in (select a.id from ${await roundAccounts(db, fdyTask, row)} a)`,
        { history: false },
      )
      await ask(db, row)
    },
    reopened: ({ db }, row) => ask(db, row),
    async extended({ db }, row) {
      await moveDeadlines(db, [{ kind: 'task', ...about(row), dueAt: row.endTime }])
      await forgetMarks(db, row.id)
    },
    closed: async (db, row) => void (await closeTodos(db, about(row), 'cancelled')),
  }),
]
