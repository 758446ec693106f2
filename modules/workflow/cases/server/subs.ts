import sql from 'sql-template-tag'
import { type Effect, isEnded } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { processDef } from '../../flows/model/process.ts'
import { versionNo } from '../../flows/server/api.ts'
import { processInstance } from '../model/instance.ts'
import type { Acting } from './announce.ts'
import { BEGINNING, type Case, type Instance, lockedCase, nodeName } from './cases.ts'
import { caseRefusal } from './refusals.ts'
import { runCommand } from './run-command.ts'

/** Business type of a subflow's case, which belongs to a step of the outer case. */
const typeOf = (node: string): string => `sub:${node}`
const nodeOf = ({ bizType }: Pick<Instance, 'bizType'>): string | undefined => (bizType.startsWith('sub:') ? bizType.slice(4) : undefined)

/** Starts the subflows of a step; one that ends at once continues the outer flow at once. */
export async function startSubs(acting: Acting, c: Case, effects: readonly Effect[]): Promise<void> {
  for (const effect of effects) {
    if (effect.kind !== 'sub' || !c.state.places.some(p => p.node === effect.node)) continue
    const sub = await made(acting.db, c, effect.node, effect.defCode)
    await runCommand(acting, sub, { event: { kind: 'submit' }, action: 'submit', isNew: true })
    Object.assign(c, await lockedCase(acting.db, c.instance.id))
  }
}
async function made(db: Db, c: Case, node: string, defCode: string): Promise<Case> {
  const def = [...(await db.cached(processDef)).values()].find(d => d.code === defCode && d.state === 'published')
  const version = def && (await versionNo(db, def.id, def.currentVersion ?? 0))
  if (!def || !version) throw caseRefusal('stuck', { node: nodeName(c.graph, node), why: '子流程没有发布' })
  const { id: _id, version: _version, createdAt: _c, createdBy: _cb, updatedAt: _u, updatedBy: _ub, ...outer } = c.instance
  const snapshot = { ...c.snapshot, rowId: c.row.id }
  const instance = await db.insert(processInstance, {
    ...outer,
    defId: def.id,
    defVersionId: version.id,
    bizType: typeOf(node),
    bizId: c.instance.id,
    formSnapshot: snapshot,
    state: 'pending',
    flow: BEGINNING,
    startedAt: new Date().toISOString(),
    endedAt: null,
    durationWorkMin: null,
  })
  return { ...c, instance, state: BEGINNING, snapshot, def, defNo: version.no, graph: version.graph }
}
/** Subflow cases of this case. */
export const subsOf = (db: Db, instanceId: string, isRunning = false): Promise<Instance[]> =>
  db
    .unscoped(processInstance)
    .all({ bizId: instanceId, 'bizType.like': 'sub:', ...(isRunning ? { state: ['pending', 'returned', 'suspended'] as const } : {}) }, { sort: ['startedAt'] }) // readers of the outer case may read them
/** Ends subflows no longer waited for, without notifying the outer flow. */
export async function endSubs(acting: Acting, c: Case, effects: readonly Effect[]): Promise<void> {
  const left = new Set(effects.flatMap(e => (e.kind === 'left' ? [typeOf(e.node)] : [])))
  if (!left.size) return
  for (const sub of await subsOf(acting.db, c.instance.id, true))
    if (left.has(sub.bizType)) await runCommand(acting, await lockedCase(acting.db, sub.id), { event: { kind: 'void', by: acting.me.userId }, action: 'void', isQuiet: true })
}
/** A subflow has ended: the outer flow continues or is rejected with it. */
export async function tellParent(acting: Acting, c: Case): Promise<void> {
  const node = nodeOf(c.instance)
  if (node === undefined || !isEnded(c.state)) return
  const outer = await lockedCase(acting.db, c.instance.bizId)
  await runCommand(acting, outer, {
    event: { kind: 'subEnded', node, approved: c.state.state === 'approved' },
    action: c.state.state === 'approved' ? 'approve' : 'reject',
    to: c.def.name,
  })
}
/** The outermost case. */
export async function rootOf(db: Db, instanceId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    with recursive up as (
      select id, biz_type, biz_id from process_instance where tenant_id = ${db.me.tenantId} and id = ${instanceId}::uuid
      union all select o.id, o.biz_type, o.biz_id from up join process_instance o on o.tenant_id = ${db.me.tenantId} and up.biz_type like 'sub:%' and o.id = up.biz_id::uuid
    ) select id from up where biz_type not like 'sub:%'`)
  return row?.id ?? instanceId
}
