import sql, { empty, type Sql } from 'sql-template-tag'
import { type InputOf, type Phrase, pageOf, trim, type Wording } from '#model'
import { type Ctx, handle } from '#server/context.ts'
import { likePattern } from '#server/data/where.ts'
import { formatWording, translate } from '#server/i18n/translate.ts'
import { kindName } from '../../flows/server/api.ts'
import type { INSTANCE_STATES, LOG_ACTIONS } from '../model/instance.ts'
import { myCaseCounts, myCases } from '../model/my-cases.ts'
import { linkOf } from './cases.ts'
import { actingFor, type Delegation } from './deputies.ts'
import { stepsText, titleText } from './labels.ts'

type Chosen = InputOf<typeof myCases>
interface Stored {
  instanceId: string
  taskId: string | null
  processType: string
  title: string
  applicantName: string | null
  state: keyof typeof INSTANCE_STATES
  nodeName: string | null
  waitsFor: string | null
  phrase: Phrase | null
  summary: Wording | null
  arrivedAt: string
  dueAt: string | null
  isOverdue: boolean
  urgedCount: number
  onBehalfOfName: string | null
  action: keyof typeof LOG_ACTIONS | null
  endedAt: string | null
  readAt: string | null
}
/** Tasks of the people the reader is deputy for, limited to the delegated kinds; without the reader's own applications. */
const theirs = (me: Ctx['me'], owners: readonly Delegation[]): Sql[] =>
  owners.map(
    d => sql`(t.assignee_id = ${d.userId} and i.applicant_id <> ${me.userId}${d.processTypes?.length ? sql` and i.process_type = any(${[...d.processTypes]}::text[])` : empty})`,
  )
const whose = (me: Ctx['me'], owners: readonly Delegation[]): Sql => theirs(me, owners).reduce((all, one) => sql`${all} or ${one}`, sql`t.assignee_id = ${me.userId}`)

function filters({ processType, state, keyword, from, to }: Chosen, at: Sql): Sql {
  const words = keyword ? likePattern(trim(keyword).toLowerCase()) : undefined
  return sql`${processType ? sql` and i.process_type = ${processType}` : empty}${state ? sql` and i.state = ${state}` : empty}${words ? sql` and (lower(i.title) like ${words} or lower(i.applicant_name) like ${words})` : empty}${
    from ? sql` and ${at} >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'` : empty
  }${to ? sql` and ${at} < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'` : empty}`
}
const INSTANCE = sql`i.id as "instanceId", i.process_type as "processType", i.title, i.form_snapshot->'title' as phrase, i.applicant_name as "applicantName", i.state, i.waits_for as "waitsFor", i.form_snapshot->'summary' as summary, i.ended_at as "endedAt"`
const NO_TASK = sql`null::uuid as "taskId", i.current_nodes as "nodeName", null::timestamptz as "dueAt", false as "isOverdue", 0 as "urgedCount", null::text as "onBehalfOfName", null::text as action`
const TASK = sql`t.id as "taskId", t.node_name as "nodeName", t.due_at as "dueAt", (t.state = 'todo' and t.due_at < now()) is true as "isOverdue", t.urged_count as "urgedCount",
  case when t.assignee_id <> coalesce(t.acted_by, t.assignee_id) then u.nick_name end as "onBehalfOfName", t.action, null::timestamptz as "readAt"`
const JOINED = sql`process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id`
/** Whether the filter needs the case; if not, thirty thousand tasks are counted and sorted by index alone. */
const asksCase = ({ processType, state, keyword }: Partial<Chosen>, owners: readonly Delegation[]): boolean => Boolean(owners.length || processType || state || keyword)
const tasksFor = (c: Partial<Chosen>, owners: readonly Delegation[]): Sql => (asksCase(c, owners) ? JOINED : sql`process_task t`)

/** Key rows of a tab in its order: narrow, for an index-only scan; full rows of the page are fetched afterwards. */
function hitsOf({ me }: Ctx, c: Chosen, owners: readonly Delegation[]): Sql {
  const tenant = me.tenantId
  if (c.tab === 'todo')
    return sql`select t.id, t.arrived_at as at from ${tasksFor(c, owners)} where t.tenant_id = ${tenant} and t.state = 'todo' and (${whose(me, owners)})${filters(c, sql`t.arrived_at`)}`
  if (c.tab === 'done')
    return sql`select t.id, coalesce(t.acted_at, t.arrived_at) as at from ${tasksFor(c, [])} where t.tenant_id = ${tenant} and t.state in ('done', 'skipped', 'delegated')
      and (t.assignee_id = ${me.userId} or t.acted_by = ${me.userId})${filters(c, sql`coalesce(t.acted_at, t.arrived_at)`)}`
  if (c.tab === 'cc')
    return sql`select c.id, c.sent_at as at from process_cc c join process_instance i on i.tenant_id = c.tenant_id and i.id = c.instance_id
      where c.tenant_id = ${tenant} and c.user_id = ${me.userId}${filters(c, sql`c.sent_at`)}`
  return sql`select i.id, i.started_at as at from process_instance i where i.tenant_id = ${tenant} and (i.applicant_id = ${me.userId} or i.submitted_by = ${me.userId})
    and i.biz_type not like 'sub:%'${filters(c, sql`i.started_at`)}`
}
function rowsOf({ me }: Ctx, tab: Chosen['tab']): Sql {
  if (tab === 'started')
    return sql`select ${INSTANCE}, ${NO_TASK}, null::timestamptz as "readAt", i.started_at as "arrivedAt", i.id as key from process_instance i where i.tenant_id = ${me.tenantId}`
  if (tab === 'cc')
    return sql`select ${INSTANCE}, ${NO_TASK}, c.read_at as "readAt", c.sent_at as "arrivedAt", c.id as key from process_cc c join process_instance i on i.tenant_id = c.tenant_id and i.id = c.instance_id
      where c.tenant_id = ${me.tenantId}`
  const owner =
    tab === 'todo'
      ? sql`case when t.assignee_id <> ${me.userId} then u.nick_name end`
      : sql`case when t.acted_by = ${me.userId} and t.assignee_id <> ${me.userId} then u.nick_name end`
  return sql`select ${INSTANCE}, ${TASK}, ${owner} as "ownerName", t.arrived_at as "arrivedAt", t.id as key from ${JOINED} join sys_user u on u.tenant_id = t.tenant_id and u.id = t.assignee_id
    where t.tenant_id = ${me.tenantId}`
}
const list = handle(myCases, async (ctx, input) => {
  const { db, me, lang } = ctx
  const current = input.current ?? 1
  const size = input.size ?? 20
  const owners = await actingFor(db, me.userId)
  const hits = hitsOf(ctx, input, owners)
  // without a join, the page is read by index scan; with one, a single pass serves the count and the page
  const number = input.tab === 'todo' && !asksCase(input, owners) ? sql`(select count(*)::int from (${hits}) n)` : sql`count(*) over ()::int`
  const rows = await db.query<Stored & { key: string; ownerName?: string | null; total: number }>(sql`
    with hit as materialized (select h.id, h.at, ${number} as total from (${hits}) h order by h.at desc, h.id limit ${size} offset ${(current - 1) * size})
    select r.*, hit.total from hit join (${rowsOf(ctx, input.tab)}) r on r.key = hit.id order by hit.at desc, hit.id`)
  const total = rows[0]?.total ?? (current > 1 ? ((await db.query<{ n: number }>(sql`select count(*)::int as n from (${hits}) h`))[0]?.n ?? 0) : 0)
  const result = rows.map(({ total: _total, key: _key, ownerName, phrase, ...row }) => ({
    ...row,
    title: titleText(lang, { title: row.title, phrase }),
    summary: row.summary && formatWording(lang, row.summary),
    nodeName: row.nodeName && stepsText(lang, row.nodeName),
    onBehalfOfName: ownerName ?? null,
    processTypeName: translate(lang, kindName(row.processType)),
    link: linkOf(row.instanceId),
  }))
  return { result, page: pageOf(total, current, size) }
})
const counts = handle(myCaseCounts, async ({ db, me }) => {
  const owners = await actingFor(db, me.userId)
  const [row] = await db.query<{ todo: number; overdue: number; started: number; cc: number }>(sql`select mine.todo, mine.overdue,
    (select count(*)::int from process_instance where tenant_id = ${me.tenantId} and (applicant_id = ${me.userId} or submitted_by = ${me.userId}) and biz_type not like 'sub:%'
      and state in ('pending', 'returned', 'suspended')) as started,
    (select count(*)::int from process_cc where tenant_id = ${me.tenantId} and user_id = ${me.userId} and read_at is null) as cc
    from (select count(*)::int as todo, count(*) filter (where t.due_at < now())::int as overdue from ${tasksFor({}, owners)}
      where t.tenant_id = ${me.tenantId} and t.state = 'todo' and (${whose(me, owners)})) mine`)
  return row ?? null
})
export default [list, counts]
