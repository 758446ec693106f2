import sql from 'sql-template-tag'
import type { Ctx } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { processInstance } from '../model/instance.ts'
import { processDef } from '../model/process.ts'
import type { Instance } from './cases.ts'
import { actingFor, covers } from './deputies.ts'

export const LIST = 'workflow:processInstance:list'
/** How somebody may look at a case: what they see of the form depends on it. */
export interface Reading {
  isApplicant: boolean
  /** Steps where this person decides now, is the deputy of who does, or has decided. */
  nodes: ReadonlyArray<{ node: string; isOpen: boolean }>
  isCopied: boolean
  /** Inside the data scope of the permission to watch applications, or an owner of the process. */
  isWatching: boolean
  /** An owner of the process. */
  isOwner: boolean
}
/** Owners of a process have power over every application of it. */
export const ownsProcess = ({ def }: { def: { ownerIds: readonly string[] | null } }, userId: string): boolean => def.ownerIds?.includes(userId) ?? false
type Asker = Pick<Ctx, 'db' | 'me'>
/** What of a case decides who may read it. */
export type Looked = Pick<Instance, 'id' | 'defId' | 'processType' | 'applicantId' | 'submittedBy'>
interface Row {
  id: string
  node: string
  isOpen: boolean
}
/** 10-W16: who applied, who has or had a task, whom it was copied to, who acts for somebody who must decide, and who watches over it. Undefined: nobody of these. */
export const readingOf = async (asker: Asker, instance: Looked): Promise<Reading | undefined> => (await readingsOf(asker, [instance])).get(instance.id)
/** The same of many at once; those the person may not read are absent. */
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
/** Steps at which this person decides, has decided, or acts for who decides. */
async function nodesOf({ db, me }: Asker, instances: readonly Looked[]): Promise<Row[]> {
  const acting = await actingFor(db, me.userId)
  const owners = instances.flatMap(({ id, processType }) => acting.filter(d => covers(d, processType)).map(d => ({ id, userId: d.userId })))
  return db.query<Row>(sql`select instance_id as id, node_id as node, bool_or(state = 'todo') as "isOpen" from process_task
    where tenant_id = ${me.tenantId} and instance_id = any(${instances.map(i => i.id)}::uuid[])
      and ((assignee_id = ${me.userId} and state in ('todo', 'delegated', 'done', 'skipped')) or acted_by = ${me.userId}
        or (state = 'todo' and (instance_id, assignee_id) in (select * from unnest(${owners.map(o => o.id)}::uuid[], ${owners.map(o => o.userId)}::uuid[])))) group by 1, 2`)
}
/** The same, or the refusal that also says that there is no such case. */
export async function mustRead(ctx: Asker, instance: Instance): Promise<Reading> {
  const reading = await readingOf(ctx, instance)
  if (!reading) throw notFound()
  return reading
}
