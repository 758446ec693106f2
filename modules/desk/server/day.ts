import sql, { raw } from 'sql-template-tag'
import { allEntities, entityNamed, hasEntity, permissionKey, type Row } from '#model'
import { DAY_MS } from '#model/days.ts'
import { student } from '#modules/student/model/student.ts'
import { user } from '#modules/system/model/user.ts'
import { type Ctx, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { dayMark, pinTodo, readBehind, readDay, snoozeTodo, wakeTodo } from '../model/day.ts'
import { dayGroup, PINNED, type Ranked } from '../model/day-groups.ts'
import { todo } from '../model/todo.ts'
import { mine } from './chosen-todos.ts'
import { type Covered, coveredTodos } from './covered.ts'
import { COLUMNS, DONE_BY, SEVERITY, type Stored, shown, URGENCY } from './my-todos.ts'
import { remindOf } from './own-reminders.ts'
import { settingsOf } from './settings.ts'
import { studentsOf } from './todo-students.ts'

const MOST = 300
interface Marked extends Stored {
  severity: number
  isPinned: boolean
  snoozedUntil: string | null
  reason: string | null
  total: number
}
/** Put off, unless it has become what cannot be put off. */
const LATER = sql`coalesce(m.snoozed_until > now() and (t.kind = 'approval' or t.priority not in ('urgent', 'high') and (t.due_at is null or t.due_at >= now())), false)`
const day = handle(readDay, async (ctx, { isLater }) => {
  const { db, me, lang } = ctx
  await remindOf(db, me.userId)
  const open = sql`todo t ${DONE_BY} left join day_mark m on m.tenant_id = t.tenant_id and m.todo_id = t.id where ${mine(ctx, {})}`
  const rows = await db.query<Marked>(sql`select ${COLUMNS}, ${raw(SEVERITY)} as severity, coalesce(m.is_pinned, false) as "isPinned", m.snoozed_until as "snoozedUntil", m.reason,
    count(*) over ()::int as total from ${open} and ${LATER} = ${isLater ?? false}
    order by ${raw(URGENCY)} + case when m.is_pinned then ${PINNED}::int else 0 end desc, t.due_at, t.arrived_at, t.id limit ${MOST}`)
  const [sums] = await db.query<{ later: number }>(sql`select count(*)::int as later from ${open} and ${LATER}`)
  const covered = isLater ? [] : await coveredTodos(ctx)
  const items = [...rows.map(({ total: _total, ...row }) => ({ ...row, coveredName: null, rank: row.urgency + (row.isPinned ? PINNED : 0) })), ...covered.map(unmarked)]
    .toSorted(inOrder)
    .slice(0, MOST)
  const students = await studentsOf(db, items)
  const phones = await phonesOf(
    ctx,
    [...students.values()].map(s => s.studentId),
  )
  return {
    items: items.map(({ severity, isPinned, snoozedUntil, reason, rank, coveredName, ...row }) => ({
      ...shown(lang, row, students),
      ...{ severity, isPinned, snoozedUntil, reason, rank, coveredName },
      abilities: { pin: !coveredName, snooze: !coveredName, wake: !coveredName },
      ...{ studentId: students.get(row.bizId)?.studentId ?? null, studentName: students.get(row.bizId)?.studentName ?? null },
      ...{ phone: phones.get(students.get(row.bizId)?.studentId ?? '') ?? null, module: hasEntity(row.bizType) ? entityNamed(row.bizType).module : null },
    })),
    total: (rows[0]?.total ?? 0) + covered.length,
    later: sums?.later ?? 0,
  }
})
const LIST_STUDENTS = permissionKey(student, 'list')
/** Numbers of students whom the caller may list and reaches; a to-do about somebody is no right to call them, and nobody calls themselves. */
async function phonesOf({ db, me }: Pick<Ctx, 'db' | 'me'>, all: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const ids = all.filter(id => id !== me.studentId)
  if (!ids.length || !me.permissions.has(LIST_STUDENTS)) return new Map()
  const rows = await db.query<{ id: string; phone: string | null }>(
    sql`select x.id, x.phone from ${db.visibleFor(student, LIST_STUDENTS).rows()} x where x.id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(r => [r.id, r.phone]))
}
const unmarked = (row: Covered) => ({ ...row, rank: row.urgency, isPinned: false, snoozedUntil: null, reason: null })
type Ordered = Pick<Stored, 'dueAt' | 'arrivedAt' | 'id'> & { rank: number }
const place = ({ dueAt, arrivedAt, id }: Ordered): string => [dueAt ?? '9', arrivedAt, id].join(' ')
/** By rank, then by due time, with none last; then by arrival. */
const inOrder = (a: Ordered, b: Ordered): number => b.rank - a.rank || (place(a) < place(b) ? -1 : 1)
/** An open to-do of the caller, locked so that it is not closed meanwhile. */
async function own({ db, me }: Pick<Ctx, 'db' | 'me'>, id: string) {
  const row = await db.unscoped(todo).lock(id) // compared with the caller next
  if (row.userId !== me.userId || row.state !== 'open') throw notFound()
  return row
}
/** To-dos that day-groups call 马上处理. */
const AT_ONCE = sql`t.kind <> 'approval' and (t.priority in ('urgent', 'high') or t.due_at < now())`
const MOST_PEOPLE = 100
const behind = handle(readBehind, ({ db, me }) => {
  const kinds = allEntities().flatMap(e => (me.permissions.has(permissionKey(e, 'list')) ? e.name : []))
  return db.query(sql`select u.id as "userId", u.nick_name as "userName", d.name as "departmentName", count(*)::int as now, min(t.arrived_at) as since
    from todo t join ${db.visible(user).rows()} u on u.id = t.user_id left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where t.tenant_id = ${me.tenantId} and t.state = 'open' and ${AT_ONCE} and t.biz_type = any(${kinds}) and u.user_type = 1 and u.id <> ${me.userId}
    group by u.id, u.nick_name, d.name order by now desc, since, 2 limit ${MOST_PEOPLE}`)
})
type Mark = Partial<Pick<Row<typeof dayMark>, 'isPinned' | 'snoozedUntil' | 'reason'>>
async function mark({ db }: Pick<Ctx, 'db'>, { id: todoId, userId }: Row<typeof todo>, patch: Mark): Promise<void> {
  await db.upsert(dayMark, ['todoId'], [{ userId, todoId, ...patch }])
}
const pin = handle(pinTodo, async (ctx, { id, isPinned }) => mark(ctx, await own(ctx, id), { isPinned }))
/** 60-CD3: for days, with a reason, and nothing that has to be done now. */
const snooze = handle(snoozeTodo, async (ctx, { id, days, reason }) => {
  const row = await own(ctx, id)
  const most = (await settingsOf(ctx.db)).snoozeDays
  if ((days ?? 1) > most) ctx.refuse('long', { most }, 'days')
  const ranked: Ranked = { kind: row.kind, priority: row.priority ?? 'normal', dueAt: row.dueAt, isOverdue: row.dueAt !== null && Date.parse(row.dueAt) < Date.now() }
  if (dayGroup(ranked) === 'now') ctx.refuse('now', { title: row.title })
  await mark(ctx, row, { snoozedUntil: new Date(Date.now() + (days ?? 1) * DAY_MS).toISOString(), reason })
})
const wake = handle(wakeTodo, async (ctx, { id }) => mark(ctx, await own(ctx, id), { snoozedUntil: null, reason: null }))
export default [day, behind, pin, snooze, wake]
