import sql, { raw } from 'sql-template-tag'
import { allModules, entityNamed, hasEntity, isUuid, pageOf } from '#model'
import { type Db, handle, type Lang } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { todoPages } from '#server/extensions/desk-parts.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { liveCount } from '#server/live/live.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { myTodos, type TodoWording, todoCount, todoStanding, todoTypes } from '../model/todo.ts'
import { DUE, mine, todosOf, totalOf } from './chosen-todos.ts'
import { remindOf } from './own-reminders.ts'
import { type AboutStudent, studentsOf } from './todo-students.ts'

export const SEVERITY = `case t.priority when 'urgent' then 100 when 'high' then 80 when 'low' then 10 else
    case when t.kind = 'approval' then case when t.due_at < now() then 50 else 30 end else 20 end end`
/** Severity, and one for each hour overdue up to 24, so that nothing urgent is hidden because it has no due time. */
export const URGENCY = `${SEVERITY} + floor(coalesce(least(greatest(extract(epoch from now() - t.due_at) / 3600, 0), 24), 0))::int`
/** All but the urgency match the indexes, in either direction. */
const ORDERS = { arrived: 't.arrived_at, t.id desc', newest: 't.arrived_at desc, t.id', due: 't.due_at, t.id', urgency: `${URGENCY} desc, t.due_at, t.arrived_at, t.id` } as const
export interface Stored {
  id: string
  title: string
  kind: 'approval' | 'task' | 'reminder'
  bizType: string
  bizId: string
  node: string | null
  link: string
  mobileLink: string | null
  arrivedAt: string
  dueAt: string | null
  isOverdue: boolean
  priority: 'low' | 'normal' | 'high' | 'urgent'
  urgency: number
  state: 'open' | 'done' | 'transferred' | 'cancelled'
  doneAt: string | null
  doneByName: string | null
  result: string | null
  applicantName: string | null
  summary: string | null
  wording: TodoWording | null
}
export const COLUMNS =
  raw(`t.id, t.title, t.kind, t.biz_type as "bizType", t.biz_id as "bizId", nullif(t.node, '') as node, t.link, t.mobile_link as "mobileLink", t.arrived_at as "arrivedAt", t.due_at as "dueAt",
  (t.state = 'open' and t.due_at < now()) is true as "isOverdue", t.priority, ${URGENCY} as urgency, t.state, t.done_at as "doneAt", d.nick_name as "doneByName", t.result, t.applicant_name as "applicantName", t.summary, t.wording`)
export const DONE_BY = sql`left join sys_user d on d.tenant_id = t.tenant_id and d.id = t.done_by`

/** Label of a kind of todo: declared by a module, else the entity's. */
function kindName(lang: Lang, bizType: string): string {
  const declared = allModules().find(m => m.todoKinds[bizType])?.todoKinds[bizType]
  return translate(lang, declared ?? (hasEntity(bizType) ? entityNamed(bizType).label : bizType))
}
/** Steps of a row's to-dos are keys of the program, those of an approval are names. */
const STEP = /^[a-z]\w*$/i
const NONE: ReadonlyMap<string, Pick<AboutStudent, 'className'>> = new Map()
export const shown = (lang: Lang, { wording, ...row }: Stored, students: ReadonlyMap<string, Pick<AboutStudent, 'className'>> = NONE) => ({
  ...row,
  title: formatWording(lang, wording?.title ?? row.title),
  summary: row.summary && formatWording(lang, wording?.summary ?? row.summary),
  node: row.node && (row.kind === 'approval' || !STEP.test(row.node)) ? translate(lang, row.node) : null,
  result: row.result && translate(lang, row.result),
  bizTypeName: kindName(lang, row.bizType),
  className: students.get(row.bizId)?.className ?? null,
})

const count = handle(todoCount, totalOf)
/** The live count for the open pages of many users at once. */
const live = liveCount('todo', async (db, userIds) => {
  const people = sql`t.tenant_id = ${db.me.tenantId} and t.user_id = any(${[...userIds]}::uuid[])`
  const rows = await db.query<{ id: string; count: number }>(sql`select t.user_id as id, count(*)::int as count from todo t where ${todosOf(people, {})} group by t.user_id`)
  return new Map(rows.map(r => [r.id, r.count]))
})
/** Opening the list also updates the reminders about the account itself (P6). */
const list = handle(myTodos, async (ctx, { sort, current, size, ...input }) => {
  if (input.tab !== 'done') await remindOf(ctx.db, ctx.me.userId)
  const at = current ?? 1
  const many = size ?? 20
  const order = raw(input.tab === 'done' ? 't.done_at desc, t.id' : ORDERS[sort ?? 'newest'])
  // counted in a separate query: a window function over all rows would prevent reading the page from its index
  const rows = await ctx.db.query<
    Stored & { total: number }
  >(sql`with hit as materialized (select t.id from todo t where ${mine(ctx, input)} order by ${order} limit ${many} offset ${(at - 1) * many})
    select ${COLUMNS}, (select count(*)::int from todo t where ${mine(ctx, input)}) as total from hit
    join todo t on t.tenant_id = ${ctx.me.tenantId} and t.id = hit.id ${DONE_BY} order by ${order}`)
  const total = rows[0]?.total ?? (at > 1 ? await totalOf(ctx, input) : 0)
  const students = await studentsOf(ctx.db, rows)
  return { result: rows.map(({ total: _total, ...row }) => shown(ctx.lang, row, students)), page: pageOf(total, at, many) }
})
const types = handle(todoTypes, async (ctx, input) => {
  const rows = await ctx.db.query<{ bizType: string; count: number; overdue: number; oldestAt: string }>(
    sql`select t.biz_type as "bizType", count(*)::int as count, (count(*) filter (where ${DUE.overdue}))::int as overdue, min(t.arrived_at) as "oldestAt"
      from todo t where ${mine(ctx, input)} group by 1 order by 2 desc, 1`,
  )
  const pages = ctx.db.registered(todoPages)
  return rows.map(row => ({ ...row, name: kindName(ctx.lang, row.bizType), link: pages.map(page => page.of(ctx.db, row.bizType)).find(Boolean) ?? null }))
})
/** P3, P2: an open todo redirects, a handled one says by whom, and one whose row is gone is closed here at the latest. */
const standing = handle(todoStanding, async (ctx, { id, bizType, bizId }) => {
  const { db, me, refuse } = ctx
  if (!id && !(bizType && bizId)) refuse('which')
  if (id && !isUuid(id)) throw notFound()
  const which = id ? sql`t.id = ${id}::uuid` : sql`t.biz_type = ${bizType} and t.biz_id = ${bizId}`
  const find = async (): Promise<Stored | undefined> =>
    (
      await db.query<Stored>(
        sql`select ${COLUMNS} from todo t ${DONE_BY} where t.tenant_id = ${me.tenantId} and t.user_id = ${me.userId} and ${which} order by t.state = 'open' desc, t.done_at desc nulls last limit 1`,
      )
    )[0]
  const row = await find()
  if (!row) throw notFound()
  if (row.state !== 'open' || (await isThere(db, row))) return shown(ctx.lang, row)
  await db.tx(inside => closeTodos(inside, { bizType: row.bizType, bizId: row.bizId }, 'cancelled'))
  return shown(ctx.lang, (await find()) ?? row)
})
/** Whether the row of a todo still exists; business types without an entity are assumed to. */
async function isThere(db: Db, { bizType, bizId }: Stored): Promise<boolean> {
  if (!hasEntity(bizType)) return true
  return isUuid(bizId) && (await db.unscoped(entityNamed(bizType)).count({ id: bizId } as never)) > 0 // existence check
}
export default [count, list, types, standing, live]
