import sql from 'sql-template-tag'
import type { Ctx } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { processDef } from '../../flows/model/process.ts'
import { processInstance } from '../model/instance.ts'
import type { Instance } from './cases.ts'
import { actingFor, covers } from './deputies.ts'

export const LIST = 'workflow:processInstance:list'
/** A reader's relation to a case; it determines which form fields they see. */
export interface Reading {
  isApplicant: boolean
  /** Steps with an open task of this user or of somebody they are deputy for, and steps they have decided. */
  nodes: ReadonlyArray<{ node: string; isOpen: boolean }>
  isCopied: boolean
  /** Within the data scope of the permission to watch applications, or an owner of the process. */
  isWatching: boolean
  /** An owner of the process. */
  isOwner: boolean
}
/** Owners of a process may administer every application of it. */
export const ownsProcess = ({ def }: { def: { ownerIds: readonly string[] | null } }, userId: string): boolean => def.ownerIds?.includes(userId) ?? false
type Asker = Pick<Ctx, 'db' | 'me'>
/** Instance fields the read check needs. */
export type Looked = Pick<Instance, 'id' | 'defId' | 'processType' | 'applicantId' | 'submittedBy'>
interface Row {
  id: string
  node: string
  isOpen: boolean
}
/** 10-W16: readers are the applicant, assignees past and present, people it was copied to, deputies of open assignees, and watchers. Undefined: may not read. */
export const readingOf = async (asker: Asker, instance: Looked): Promise<Reading | undefined> => (await readingsOf(asker, [instance])).get(instance.id)
/** The same for many instances in bulk; unreadable ones are absent. */
export async function readingsOf({ db, me }: Asker, instances: readonly Looked[]): Promise<Map<string, Reading>> {
  const ids = instances.map(i => i.id)
  const [defs, tasks, copied, watched] = await Promise.all([
    db.cached(processDef),
    nodesOf({ db, me }, instances),
    db.query<{ id: string }>(sql`select instance_id as id from process_cc where tenant_id = ${me.tenantId} and instance_id = any(${ids}::uuid[]) and user_id = ${me.userId}`),
    me.permissions.has(LIST) ? db.query<{ id: string }>(sql`select id from ${db.visibleFor(processInstance, LIST).rows()} i where id = any(${ids}::uuid[])`) : [],
  ])
  const made = new Map<string, Reading>()
  for (const { id, defId, applicantId, submittedBy } of instances) {
    const isOwner = defs.get(defId)?.ownerIds?.includes(me.userId) ?? false
    const nodes = tasks.filter(t => t.id === id)
    const isApplicant = applicantId === me.userId || submittedBy === me.userId
    const isCopied = copied.some(c => c.id === id)
    const isWatching = isOwner || watched.some(w => w.id === id)
    if (isApplicant || nodes.length || isCopied || isWatching) made.set(id, { isApplicant, nodes, isCopied, isWatching, isOwner })
  }
  return made
}
/** Steps where this user has an open or decided task, or is deputy of the assignee. */
async function nodesOf({ db, me }: Asker, instances: readonly Looked[]): Promise<Row[]> {
  const acting = await actingFor(db, me.userId)
  const owners = instances.flatMap(({ id, processType }) => acting.filter(d => covers(d, processType)).map(d => ({ id, userId: d.userId })))
  return db.query<Row>(sql`select instance_id as id, node_id as node, bool_or(state = 'todo') as "isOpen" from process_task
    where tenant_id = ${me.tenantId} and instance_id = any(${instances.map(i => i.id)}::uuid[])
      and ((assignee_id = ${me.userId} and state in ('todo', 'delegated', 'done', 'skipped')) or acted_by = ${me.userId}
        or (state = 'todo' and (instance_id, assignee_id) in (select * from unnest(${owners.map(o => o.id)}::uuid[], ${owners.map(o => o.userId)}::uuid[])))) group by 1, 2`)
}
/** The same, but throws "not found", so that the refusal does not reveal that the case exists. */
export async function mustRead(ctx: Asker, instance: Instance): Promise<Reading> {
  const reading = await readingOf(ctx, instance)
  if (!reading) throw notFound()
  return reading
}
