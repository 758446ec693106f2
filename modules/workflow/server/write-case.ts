import sql, { empty, type Sql } from 'sql-template-tag'
import { isAsking, isEnded, type Task } from '#model/flow/index.ts'
import type { Db } from '#server/context.ts'
import { uuidv7 } from '#server/uuid.ts'
import type { LOG_ACTIONS } from '../model/instance.ts'
import type { CasePeople } from './case-people.ts'
import { type Case, currentNames, nodeName, stepNamed } from './cases.ts'
import { dueAt, workMinutes } from './working-time.ts'

export type LogAction = keyof typeof LOG_ACTIONS
/** One line of the record; what is absent is empty. */
export interface LogLine {
  id?: string
  action: LogAction
  taskId?: string | null
  node?: string | null
  actorId: string | null
  onBehalfOf?: string | null
  from?: string | null
  to?: string | null
  opinion?: string | null
  diff?: Readonly<Record<string, { from: unknown; to: unknown }>> | null
  files?: readonly string[] | null
  isForced?: boolean
}
export const logLines = (db: Db, c: Pick<Case, 'graph' | 'instance'>, lines: readonly LogLine[]): Sql => sql`
  insert into process_log (tenant_id, id, instance_id, task_id, node_id, node_name, actor_id, on_behalf_of, action, "from", "to", opinion, diff, files, is_forced, at, created_by, updated_by)
  select ${db.me.tenantId}::uuid, l.* , ${db.me.userId || null}::uuid, ${db.me.userId || null}::uuid from jsonb_to_recordset(${JSON.stringify(lines.map(l => logRow(c, l)))}::jsonb)
    l(id uuid, instance_id uuid, task_id uuid, node_id text, node_name text, actor_id uuid, on_behalf_of uuid, action text, "from" text, "to" text, opinion text, diff jsonb, files jsonb, is_forced boolean, at timestamptz)`
const logRow = ({ graph, instance }: Pick<Case, 'graph' | 'instance'>, l: LogLine) => ({
  id: l.id ?? uuidv7(),
  instance_id: instance.id,
  task_id: l.taskId ?? null,
  node_id: l.node ?? null,
  node_name: l.node ? nodeName(graph, l.node) : null,
  actor_id: l.actorId,
  on_behalf_of: l.onBehalfOf ?? null,
  action: l.action,
  from: l.from?.slice(0, 60) ?? null,
  to: l.to?.slice(0, 200) ?? null,
  opinion: l.opinion ?? null,
  diff: l.diff ?? null,
  files: l.files ?? null,
  is_forced: l.isForced ?? false,
  at: new Date().toISOString(),
})

/** How a task ended that was acted on just now; the others follow from the engine's state. */
export interface Acted {
  no: number
  action: LogAction
  opinion: string | null
  signature: readonly string[] | null
  /** Working time since it arrived. */
  workMin: number | null
}
export interface ChangedTask {
  task: Task
  before: Task | undefined
  dueAt: string | null
}
/** Tasks that are not what they were, with the time they have. */
export async function changedTasks(db: Db, c: Case, before: readonly Task[]): Promise<ChangedTask[]> {
  const known = new Map(before.map(t => [t.no, t]))
  const changed = c.state.tasks.filter(t => known.get(t.no) !== t)
  const opened = [...new Set(changed.filter(t => t.state === 'todo').map(t => t.node))]
  const due = new Map(await Promise.all(opened.map(async node => [node, await dueOf(db, c, node)] as const)))
  return changed.map(task => ({ task, before: known.get(task.no), dueAt: task.state === 'todo' ? (due.get(task.node) ?? null) : null }))
}
async function dueOf(db: Db, { graph }: Case, id: string): Promise<string | null> {
  const node = stepNamed(graph, id)
  return node && isAsking(node) && node.timeout ? (await dueAt(db, new Date(), node.timeout)).toISOString() : null
}
const ENDED: ReadonlySet<Task['state']> = new Set(['done', 'skipped', 'cancelled'])
/** New tasks are written, known ones moved on; the working time of a decision is kept with it. */
export function taskRows(db: Db, c: Case, changed: readonly ChangedTask[], acted: Acted | undefined): Sql {
  const now = new Date().toISOString()
  const actor = db.me.userId || null
  const rows = changed.map(({ task, dueAt: due }) => {
    const node = stepNamed(c.graph, task.node)
    const isActed = acted?.no === task.no
    const isEnded = ENDED.has(task.state)
    return {
      id: uuidv7(),
      no: task.no,
      node_id: task.node,
      node_name: nodeName(c.graph, task.node),
      round: task.round,
      assignee_id: task.userId,
      original_assignee_id: task.originalUserId,
      role_source: task.role ?? null,
      mode: node && isAsking(node) ? node.multi.kind : 'any',
      order: task.order,
      state: task.state,
      due_at: due,
      acted_at: isEnded ? now : null,
      action: isActed ? acted.action : isEnded ? (task.action ?? null) : null,
      acted_by: isEnded ? actor : null,
      opinion: isActed ? acted.opinion : null,
      signature: isActed ? acted.signature : null,
      delegated_from: isActed && actor && actor !== task.userId ? task.userId : null,
      work_min: isActed ? acted.workMin : null,
    }
  })
  return sql`insert into process_task as t (tenant_id, id, instance_id, no, node_id, node_name, round, assignee_id, original_assignee_id, role_source, mode, "order", state, arrived_at, due_at, acted_at,
      action, acted_by, opinion, signature, delegated_from, work_min, created_by, updated_by)
    select ${db.me.tenantId}::uuid, n.id, ${c.instance.id}::uuid, n.no, n.node_id, n.node_name, n.round, n.assignee_id, n.original_assignee_id, n.role_source, n.mode, n."order", n.state, ${now}::timestamptz, n.due_at, n.acted_at,
      n.action, n.acted_by, n.opinion, n.signature, n.delegated_from, n.work_min, ${actor}::uuid, ${actor}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) n(id uuid, no int, node_id text, node_name text, round int, assignee_id uuid, original_assignee_id uuid, role_source text, mode text, "order" int,
      state text, due_at timestamptz, acted_at timestamptz, action text, acted_by uuid, opinion text, signature jsonb, delegated_from uuid, work_min int)
    on conflict (tenant_id, instance_id, no) do update set state = excluded.state, acted_at = excluded.acted_at, action = excluded.action, acted_by = excluded.acted_by,
      opinion = coalesce(excluded.opinion, t.opinion), signature = coalesce(excluded.signature, t.signature), delegated_from = excluded.delegated_from,
      work_min = coalesce(excluded.work_min, t.work_min),
      arrived_at = case when t.state = 'waiting' and excluded.state = 'todo' then excluded.arrived_at else t.arrived_at end,
      due_at = case when t.state = 'waiting' and excluded.state = 'todo' then excluded.due_at else t.due_at end,
      version = t.version + 1, updated_at = now(), updated_by = excluded.updated_by`
}
/** The case itself as it stands now, with what lists show of it. */
export async function instanceRow(db: Db, c: Case, known: CasePeople): Promise<Sql> {
  const open = c.state.tasks.filter(t => t.state === 'todo').map(t => known.nameOf(t.userId))
  const waitsFor = c.state.state === 'returned' ? [known.nameOf(c.instance.applicantId)] : [...new Set(open)]
  const isOver = isEnded(c.state)
  const minutes = isOver ? await workMinutes(db, new Date(c.instance.startedAt), new Date()) : null
  c.instance.state = c.state.state
  c.instance.waitsFor = isOver ? null : waitsFor.join('、').slice(0, 300) || null
  c.instance.currentNodes = isOver ? null : currentNames(c) || null
  const snapshot = c.snapshot === c.instance.formSnapshot ? empty : sql`form_snapshot = ${JSON.stringify(c.snapshot)}::jsonb, title = ${c.instance.title},`
  return sql`update process_instance set state = ${c.state.state}, flow = ${JSON.stringify(c.state)}::jsonb, ${snapshot} current_nodes = ${c.instance.currentNodes}, waits_for = ${c.instance.waitsFor}, ended_at = case when ${isOver} then now() end, duration_work_min = ${minutes}::int,
      version = version + 1, updated_at = now(), updated_by = ${db.me.userId || null}
    where tenant_id = ${db.me.tenantId} and id = ${c.instance.id}`
}
