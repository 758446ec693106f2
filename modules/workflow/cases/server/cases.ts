import sql, { type Sql } from 'sql-template-tag'
import type { CaseState, FlowGraph, FlowNode, Task } from '#flow/index.ts'
import { isUuid, type Row } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import type { Db } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { processDef } from '../../flows/model/process.ts'
import { type Kind, kindOf, PLACE, type Place, STUDENT, versionOf } from '../../flows/server/api.ts'
import { type FormSnapshot, processInstance } from '../model/instance.ts'

export type Plain = Record<string, unknown>
export type Instance = Row<typeof processInstance>
/** One application with everything a decision on it needs. */
export interface Case {
  instance: Instance
  state: CaseState
  snapshot: FormSnapshot
  def: Pick<Row<typeof processDef>, 'id' | 'name' | 'ownerIds'>
  defNo: number
  graph: FlowGraph
  kind: Kind
  /** The business row. */
  row: Plain & { id: string }
  /** The applicant's department and class, if loaded. */
  place?: Place
}
interface CaseRow extends Place {
  id: string
  processType: string
  rowId: string
}
/** Of an instance `i`: the business row, also for a subflow; todos refer to that row. */
export const ROW_ID = sql`coalesce(i.form_snapshot->>'rowId', i.biz_id)`
const KNOWN = sql`i.id, i.process_type as "processType", ${ROW_ID} as "rowId", ${PLACE}`
const APPLICANT = sql`join sys_user u on u.tenant_id = i.tenant_id and u.id = i.applicant_id ${STUDENT}`

/** A task as a decision needs it. */
export interface Held {
  id: string
  task: Task
  arrivedAt: string
}
interface CaseTask extends CaseRow {
  no: number | null
  arrivedAt: string | null
}
async function find(db: Db, from: Sql): Promise<CaseTask> {
  const [known] = await db.query<CaseTask>(from)
  if (!known) throw notFound()
  return known
}
const byId = (db: Db, id: string): Sql =>
  sql`select ${KNOWN}, null::int as no, null::timestamptz as "arrivedAt" from process_instance i ${APPLICANT} where i.tenant_id = ${db.me.tenantId} and i.id = ${id}::uuid`
const byTask = (db: Db, id: string): Sql =>
  sql`select ${KNOWN}, t.no, t.arrived_at as "arrivedAt" from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id ${APPLICANT} where t.tenant_id = ${db.me.tenantId} and t.id = ${id}::uuid`

/** The case, locked until the transaction ends. The caller checks what may be done. */
export async function lockedCase(db: Db, instanceId: string): Promise<Case> {
  if (!isUuid(instanceId)) throw notFound()
  return locked(db, await find(db, byId(db, instanceId)))
}
/** The case of a task, locked, and the task in the engine's form. */
export async function lockedByTask(db: Db, taskId: string): Promise<{ c: Case; held: Held }> {
  if (!isUuid(taskId)) throw notFound()
  const known = await find(db, byTask(db, taskId))
  const c = await locked(db, known)
  const task = c.state.tasks.find(t => t.no === known.no)
  if (!task) throw notFound()
  return { c, held: { id: taskId, task, arrivedAt: known.arrivedAt ?? c.instance.startedAt } }
}
/** Locks the business row first: modules lock theirs before they call, so the lock order is the same everywhere. */
async function locked(db: Db, { id, processType, rowId, ...place }: CaseRow): Promise<Case> {
  const kind = kindOf(db, processType)
  const [row, instance] = await Promise.all([db.unscoped(kind.subject.entity).lock(rowId), db.unscoped(processInstance).lock(id)])
  return { ...(await made(db, kind, instance, row)), place }
}
/** The current case, without a lock. */
export async function readCase(db: Db, instance: Instance): Promise<Case> {
  const kind = kindOf(db, instance.processType)
  const row = await db.unscoped(kind.subject.entity).one(instance.formSnapshot?.rowId ?? instance.bizId) // the caller checks read access
  return made(db, kind, instance, row)
}
async function made(db: Db, kind: Kind, instance: Instance, row: Plain & { id: string }): Promise<Case> {
  const [version, defs] = await Promise.all([versionOf(db, instance.defVersionId), db.cached(processDef)])
  const def = defs.get(instance.defId) ?? { id: instance.defId, name: '', ownerIds: null }
  // submit() writes it with every instance
  const state = instance.flow as CaseState
  return { instance, state, snapshot: instance.formSnapshot ?? { form: {}, facts: {} }, def, defNo: version.no, graph: version.graph, kind, row }
}
export const stepNamed = (graph: FlowGraph, id: string): FlowNode | undefined => graph.nodes.find(n => n.id === id)
export const nodeName = (graph: FlowGraph, id: string): string => stepNamed(graph, id)?.name || id
/** Names of the steps the case is waiting at. */
export const currentNames = ({ graph, state }: Pick<Case, 'graph' | 'state'>): string =>
  [...new Set(state.places.filter(p => stepNamed(graph, p.node)?.type !== 'parallel').map(p => nodeName(graph, p.node)))].join('、').slice(0, 300)
export const linkOf = (instanceId: string): string => `/workflow/case/${instanceId}`
/** Link of a deputy's todo; it contains the owner's id, by which such todos are found again. */
export const deputyLink = (instanceId: string, ownerId: string): string => `${linkOf(instanceId)}?for=${ownerId}`
/** A moment as displayed: 11-21 15:30. */
export const shortTimeText = (iso: string | null | undefined): string => (iso ? schoolTimeText(iso).slice(5) : '—')
/** Initial state of a case, before any decision. */
export const BEGINNING: CaseState = { state: 'pending', places: [], tasks: [], passed: [], round: 1, lastNo: 0 }
