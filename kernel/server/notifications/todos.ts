import sql, { type Sql } from 'sql-template-tag'
import type { Phrase, Wording } from '#model'
import type { Db } from '../context.ts'
import { anyOf } from '../data/where.ts'
import { formatWording } from '../i18n/translate.ts'

export interface TodoDraft {
  userId: string
  kind: 'approval' | 'task' | 'reminder'
  title: string | Phrase
  /** Business object: the entity's name, or a key of the module's `todoKinds`. */
  bizType: string
  bizId: string
  /** Approval step. */
  node?: string
  link: string
  mobileLink?: string | null
  dueAt?: string | null
  priority?: 'low' | 'normal' | 'high' | 'urgent'
  applicantName?: string | null
  summary?: Wording | null
}
export interface TodoOf {
  bizType: string
  bizId: string | readonly string[]
  /** Default: all steps. */
  node?: string
  /** Default: all users. */
  userIds?: readonly string[]
  /** All users but these. */
  except?: readonly string[]
}
const AT_ONCE = 5000
/** A user whose todo list changed. */
interface ReassignedTodo {
  userId: string
}
/** Stored form: Chinese text for searching, and the phrases for translation. */
function stored({ title, summary, ...rest }: TodoDraft) {
  const wording = { ...(typeof title === 'string' ? {} : { title }), ...(summary && typeof summary !== 'string' ? { summary } : {}) }
  return {
    ...rest,
    node: rest.node ?? '',
    priority: rest.priority ?? 'normal',
    title: formatWording('zh-cn', title),
    summary: summary ? formatWording('zh-cn', summary) : null,
    wording: Object.keys(wording).length ? wording : null,
  }
}

/** Upserts todos in the caller's transaction. An existing one is updated, a closed one reopened, an unchanged one left alone. Inactive accounts (disabled or expired) get
 *  none. */
export async function openTodos(db: Db, drafts: readonly TodoDraft[]): Promise<void> {
  const wanted = new Map(drafts.map(d => [[d.userId, d.kind, d.bizType, d.bizId, d.node ?? ''].join('\n'), d]))
  const all = [...wanted.values()]
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const rows = all.slice(from, from + AT_ONCE).map(stored)
    const opening = sql`insert into todo as t
      (tenant_id, user_id, kind, title, biz_type, biz_id, node, link, mobile_link, due_at, priority, applicant_name, summary, wording, created_by, updated_by)
      select u.tenant_id, u.id, d.kind, d.title, d."bizType", d."bizId", d.node, d.link, d."mobileLink", d."dueAt", d.priority, d."applicantName", d.summary, d.wording, ${actor(db)}::uuid, ${actor(db)}::uuid
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) d("userId" uuid, kind text, title text, "bizType" text, "bizId" text, node text, link text, "mobileLink" text, "dueAt" timestamptz,
        priority text, "applicantName" text, summary text, wording jsonb)
      join active_account u on u.tenant_id = ${db.me.tenantId} and u.id = d."userId"
      on conflict (tenant_id, user_id, kind, biz_type, biz_id, node) do update set title = excluded.title, link = excluded.link, mobile_link = excluded.mobile_link, due_at = excluded.due_at,
        priority = excluded.priority, applicant_name = excluded.applicant_name, summary = excluded.summary, wording = excluded.wording, arrived_at = case when t.state = 'open' then t.arrived_at else now() end,
        state = 'open', done_at = null, done_by = null, result = null, version = t.version + 1, updated_at = now(), updated_by = excluded.updated_by
        where (t.state, t.title, t.link, t.mobile_link, t.due_at, t.priority, t.applicant_name, t.summary, t.wording) is distinct from
          ('open', excluded.title, excluded.link, excluded.mobile_link, excluded.due_at, excluded.priority, excluded.applicant_name, excluded.summary, excluded.wording)
      returning user_id as "userId"`
    await db.enqueue<ReassignedTodo>(opening, changed => db.live('todo', ids(changed)))
  }
}
/** Closes the open todos of a business object in the caller's transaction; the actor is recorded with `result` (同意, 已确认 …), so that other assignees see who handled it.
 *  Returns how many were closed. */
export async function closeTodos(db: Db, ...[of, state, result]: TodoEnd): Promise<number> {
  const closed = await db.query<ReassignedTodo>(closing(db, of, state, result))
  db.live('todo', ids(closed))
  return closed.length
}
/** The same as part of the transaction's batch, when the count is not needed. */
export const closeTodosLater = (db: Db, ...[of, state, result]: TodoEnd): Promise<void> =>
  db.enqueue<ReassignedTodo>(closing(db, of, state, result), closed => db.live('todo', ids(closed)))
/** Opens todos about one business object for these people, and closes those of everybody else: they have nothing to do about it any more. */
export async function keepTodos(
  db: Db,
  of: Pick<TodoDraft, 'bizType' | 'bizId' | 'node'>,
  drafts: ReadonlyArray<Omit<TodoDraft, 'bizType' | 'bizId' | 'node'>>,
  result: string,
): Promise<void> {
  await openTodos(
    db,
    drafts.map(draft => ({ ...draft, ...of })),
  )
  await closeTodosLater(db, { ...of, except: drafts.map(d => d.userId) }, 'done', result)
}
/** One task that all of these people have as long as there is something to do. Without `bizId` it is about the kind itself, of which there is one. */
export const keepTask = (
  db: Db,
  of: Pick<TodoDraft, 'bizType' | 'node'> & { bizId?: string },
  people: readonly string[],
  task: Omit<TodoDraft, 'userId' | 'kind' | 'bizType' | 'bizId' | 'node'>,
  result: string,
): Promise<void> =>
  keepTodos(
    db,
    { bizId: of.bizType, ...of },
    people.map(userId => ({ ...task, userId, kind: 'task' })),
    result,
  )
/** Business objects of a kind about which somebody has an open todo. */
export async function openObjects(db: Db, bizType: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`select distinct biz_id as id from todo where tenant_id = ${db.me.tenantId} and biz_type = ${bizType} and state = 'open'`)
  return rows.map(r => r.id)
}
/** `due` of a job that follows them: whether there are any. */
export const hasOpenTodos = (bizType: string): string => `select from todo where tenant_id = $1 and biz_type = '${bizType}' and state = 'open'`
/** Open to-dos about a row that are closed: one step of it, of these users or of everybody. */
interface ClosedStep {
  bizId: string
  node: string
  state: 'done' | 'cancelled'
  result: string | null
  userIds?: readonly string[]
}
const EVERYBODY: ReadonlyArray<string | null> = [null]
/** Closes open todos of rows of one kind, each step with its own result, as part of the transaction's batch. */
export async function closeEach(db: Db, bizType: string, steps: readonly ClosedStep[]): Promise<void> {
  const passed = steps.flatMap(({ userIds = EVERYBODY, ...step }) => userIds.map(userId => ({ ...step, userId })))
  const people = passed.flatMap(p => p.userId ?? [])
  if (!passed.length) return
  // named users are few, the to-dos about a row may be thousands
  const isTheirs = people.length === passed.length ? sql` and t.user_id = ${anyOf(people, 'uuid')}` : sql``
  await db.enqueue<ReassignedTodo>(
    sql`update todo t set state = p.state, done_at = now(), done_by = ${actor(db)}::uuid, result = p.result, version = t.version + 1, updated_at = now(), updated_by = ${actor(db)}::uuid
      from jsonb_to_recordset(${JSON.stringify(passed)}::jsonb) p("bizId" text, node text, state text, result text, "userId" uuid)
      where t.tenant_id = ${db.me.tenantId} and t.biz_type = ${bizType} and t.biz_id = p."bizId" and t.node = p.node and t.state = 'open' and t.user_id = coalesce(p."userId", t.user_id)${isTheirs}
      returning t.user_id as "userId"`,
    closed => db.live('todo', ids(closed)),
  )
}
export type TodoEnd = [of: TodoOf, state: 'done' | 'cancelled' | 'transferred', result?: string]
function closing(db: Db, ...[of, state, result]: TodoEnd): Sql {
  const node = of.node === undefined ? sql`` : sql` and node = ${of.node}`
  const people = of.userIds ? sql` and user_id = ${anyOf(of.userIds, 'uuid')}` : of.except ? sql` and user_id <> all(${[...of.except]}::uuid[])` : sql``
  return sql`update todo set state = ${state}, done_at = now(), done_by = ${actor(db)}::uuid, result = ${result ?? null},
      version = version + 1, updated_at = now(), updated_by = ${actor(db)}::uuid
    where tenant_id = ${db.me.tenantId} and biz_type = ${of.bizType} and biz_id = ${anyOf([of.bizId].flat(), 'text')} and state = 'open'${node}${people} returning user_id as "userId"`
}
/** Reassigns the open todos of leaving users to a successor, or cancels them without one; todos about the account itself (password, number) are cancelled. Duplicates are
 *  merged. `only`: some of them. */
export async function reassignTodos(db: Db, heirs: ReadonlyArray<{ from: string; to: string | null }>, only?: readonly string[]): Promise<void> {
  if (!heirs.length) return
  const rows = await db.query<{ userId: string }>(sql`
    with heir as (select * from jsonb_to_recordset(${JSON.stringify(heirs)}::jsonb) x("from" uuid, "to" uuid)),
    pass as (select o.id, case when o.biz_id <> o.user_id::text then heir."to" end as "to" from heir join todo o on o.tenant_id = ${db.me.tenantId} and o.user_id = heir."from" and o.state = 'open'${only ? sql` and o.id = any(${[...only]}::uuid[])` : sql``}),
    closed as (update todo t set state = case when p."to" is null then 'cancelled' else 'transferred' end, done_at = now(), done_by = ${actor(db)}::uuid, version = version + 1, updated_at = now(), updated_by = ${actor(db)}::uuid
      from pass p where t.tenant_id = ${db.me.tenantId} and t.id = p.id
      returning p."to", t.user_id, t.kind, t.title, t.biz_type, t.biz_id, t.node, t.link, t.mobile_link, t.due_at, t.priority, t.applicant_name, t.summary, t.wording),
    passed as (insert into todo (tenant_id, user_id, kind, title, biz_type, biz_id, node, link, mobile_link, due_at, priority, applicant_name, summary, wording, created_by, updated_by)
      select distinct on ("to", kind, biz_type, biz_id, node) ${db.me.tenantId}::uuid, "to", kind, title, biz_type, biz_id, node, link, mobile_link, due_at, priority, applicant_name, summary, wording, ${actor(db)}::uuid, ${actor(db)}::uuid
        from closed where "to" is not null
      on conflict (tenant_id, user_id, kind, biz_type, biz_id, node) do update set state = 'open', done_at = null, done_by = null, result = null, arrived_at = now(), version = todo.version + 1, updated_at = now()
        where todo.state <> 'open' returning user_id)
    select user_id as "userId" from passed union select user_id from closed`)
  db.live('todo', ids(rows))
}
/** A changed due date of a business object: applies to all its open todos, or only to those due at `was`. */
export interface MovedDeadline {
  kind: TodoDraft['kind']
  bizType: string
  bizId: string
  was?: string
  dueAt: string
}
export async function moveDeadlines(db: Db, moved: readonly MovedDeadline[]): Promise<void> {
  if (moved.length)
    await db.query(sql`update todo t set due_at = m."dueAt", version = t.version + 1, updated_at = now(), updated_by = ${actor(db)}::uuid
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) m(kind text, "bizType" text, "bizId" text, was timestamptz, "dueAt" timestamptz)
      where t.tenant_id = ${db.me.tenantId} and t.kind = m.kind and t.biz_type = m."bizType" and t.biz_id = m."bizId" and t.state = 'open' and (m.was is null or t.due_at = m.was)`)
}
/** Cancels open todos of a kind with one of these links (`like` patterns), except those still wanted. */
export async function cancelUnwanted(
  db: Db,
  of: { kind: TodoDraft['kind']; links: readonly string[] },
  wanted: ReadonlyArray<Pick<TodoDraft, 'userId' | 'bizType' | 'bizId' | 'node'>>,
): Promise<void> {
  const closed =
    await db.query<ReassignedTodo>(sql`update todo t set state = 'cancelled', done_at = now(), version = version + 1, updated_at = now(), updated_by = ${actor(db)}::uuid
    where tenant_id = ${db.me.tenantId} and kind = ${of.kind} and state = 'open' and link like any(${[...of.links]}::text[])
      and not exists (select from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) w("userId" uuid, "bizType" text, "bizId" text, node text)
        where w."userId" = t.user_id and w."bizType" = t.biz_type and w."bizId" = t.biz_id and coalesce(w.node, '') = t.node) returning user_id as "userId"`)
  db.live('todo', ids(closed))
}
/** Number of open todos of these users, shown before a handover. */
export async function countOpenTodos(db: Db, userIds: readonly string[]): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*)::int as n from todo where tenant_id = ${db.me.tenantId} and user_id = any(${[...userIds]}::uuid[]) and state = 'open'`,
  )
  return row?.n ?? 0
}
const actor = (db: Db): string | null => db.me.userId || null
const ids = (rows: readonly ReassignedTodo[]): string[] => [...new Set(rows.map(r => r.userId))]
