import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { firstPeople, withNote } from '#server/i18n/wording.ts'
import { notify, notifyEach } from '#server/notifications/notify.ts'
import { closeTodos, moveDeadlines, openTodos } from '#server/notifications/todos.ts'
import type { RoundEntity, RoundRow } from '../../rounds/model/round.ts'
import { lacks, type TaskPeople } from './people.ts'
import { peopleOf, type TaskKind, taskKindOf } from './task-kinds.ts'

const NAMED = 30
const about = (of: RoundEntity, { id }: RoundRow) => ({ bizType: of.name, bizId: id })

async function open(db: Db, { round, asks }: TaskKind, row: RoundRow, userIds: readonly string[]): Promise<void> {
  const same = { kind: 'task' as const, title: asks.todo(row), ...about(round, row), link: asks.link, mobileLink: asks.link, dueAt: row.endTime, ...asks.about?.(row) }
  await openTodos(
    db,
    userIds.map(userId => ({ userId, ...same })),
  )
}
/** Opens to-dos for everybody who lacks and has none open: at publication, after reopening, and for those who joined the audience since. */
export async function askLacking(db: Db, kind: TaskKind, row: RoundRow): Promise<number> {
  if (kind.asks.others?.(row)) return 0
  const people = await peopleOf(db, kind, row)
  const unasked = await db.query<{
    id: string
  }>(sql`select u.user_id as id from ${people.from} join student_account u on u.tenant_id = ${db.me.tenantId} and u.student_id = s.id where ${lacks(people)}
    and not exists (select from todo t where t.tenant_id = u.tenant_id and t.user_id = u.user_id and t.biz_type = ${kind.round.name} and t.biz_id = ${row.id} and t.state = 'open')`)
  await open(
    db,
    kind,
    row,
    unasked.map(u => u.id),
  )
  return unasked.length
}
/** The to-dos of a task whose end has moved are due then. */
export const moveDue = (db: Db, of: RoundEntity, row: RoundRow): Promise<void> => moveDeadlines(db, [{ kind: 'task', ...about(of, row), dueAt: row.endTime }])

/** These students have answered: closes their to-dos, in the transaction of the answer. */
export async function markAnswered(db: Db, of: RoundEntity, row: Pick<RoundRow, 'id'>, userIds: readonly string[]): Promise<void> {
  if (userIds.length) await closeTodos(db, { bizType: of.name, bizId: row.id, userIds }, 'done', taskKindOf(db, of).asks.done)
}
/** An answer no longer stands: asks these students again, unless the task was cancelled. */
export async function askAgain(db: Db, of: RoundEntity, row: RoundRow, userIds: readonly string[]): Promise<void> {
  if (row.state !== 'cancelled') await open(db, taskKindOf(db, of), row, userIds)
}
/** Reminds students of a task. */
export async function remindStudents(db: Db, { round, asks }: TaskKind, row: RoundRow, to: readonly string[]): Promise<void> {
  const { event, values } = asks.remind(row)
  await notify(db, event, { to, values, ...about(round, row), link: asks.link, mobileLink: asks.link })
}
/** One message per counsellor, with the names of their students who lack. */
export async function remindCounsellors(db: Db, { round, asks }: TaskKind, row: RoundRow, people: TaskPeople): Promise<void> {
  if (!asks.remindStaff) return
  const lists = await db.query<{
    userId: string
    people: Array<[string, string]>
  }>(sql`select h.user_id as "userId", jsonb_agg(jsonb_build_array(s.name, coalesce(k.name, '')) order by k.name, s.student_no) as people
    from ${people.from} left join stu_class k on k.tenant_id = ${db.me.tenantId} and k.id = s.class_id
    join student_staff_now h on h.tenant_id = ${db.me.tenantId} and h.student_id = s.id and h.role = 'fdy' and h.user_id is not null where ${lacks(people)} group by h.user_id`)
  const told = lists.map(({ userId, people: own }) => {
    const names = own.map(([name, className]) => withNote(name, className))
    return { userId, ...(asks.remindStaff?.(row, { count: own.length, names: firstPeople(names, NAMED) }) ?? asks.remind(row)) }
  })
  for (const [event, those] of Map.groupBy(told, t => t.event))
    await notifyEach(
      db,
      event,
      those.map(({ userId, values }) => ({ to: [userId], values, ...about(round, row), link: asks.staffLink, mobileLink: asks.staffLink })),
    )
}
