import sql from 'sql-template-tag'
import { isEnded } from '#flow/index.ts'
import { Refusal } from '#model'
import type { Db } from '#server/context.ts'
import { type Case, lockedCase } from './cases.ts'
import { type Acting, runCommand } from './run-command.ts'
import { cancelCase } from './submit.ts'

export interface BatchEnd {
  processType: string
  batchId: string
  /** Continue as if the batch had not ended, or end with this reason. */
  rule: 'stay' | 'reject'
  reason: string
}
const runningIn = (db: Db, { processType, batchId }: BatchEnd): Promise<Array<{ id: string }>> =>
  db.query<{
    id: string
  }>(sql`select id from process_instance where tenant_id = ${db.me.tenantId} and process_type = ${processType} and state in ('pending', 'returned', 'suspended')
    and form_snapshot->>'batchId' = ${batchId} and biz_type not like 'sub:%' order by id`)

/**
 * 10-W18: applications still in approval when a batch ends follow the batch's rule, each in a transaction of its own. Those that stay are counted, so that none is
 * dropped silently.
 */
export async function endBatch(acting: Acting, of: BatchEnd): Promise<{ stayed: number; rejected: number }> {
  const running = await runningIn(acting.db, of)
  if (of.rule === 'stay') return { stayed: running.length, rejected: 0 }
  let rejected = 0
  for (const { id } of running) if (await acting.db.tx(db => endOne({ ...acting, db }, id, of.reason)).catch(kept)) rejected++
  return { stayed: running.length - rejected, rejected }
}
/** The module refused to end it: it continues. */
function kept(error: unknown): false {
  if (error instanceof Refusal) return false
  throw error
}
/** Where a decision is open, the system rejects in the approvers' place; what is returned, suspended or waiting without a decision is cancelled. */
async function endOne(acting: Acting, id: string, reason: string): Promise<boolean> {
  const c = await lockedCase(acting.db, id)
  if (isEnded(c.state)) return false
  for (let open = decides(c); open && !isEnded(c.state); open = decides(c))
    await runCommand(acting, c, { event: { kind: 'timeout', task: open.no, action: 'reject' }, action: 'autoReject', node: open.node, opinion: reason })
  if (!isEnded(c.state)) await cancelCase(acting, c, { action: 'cancel', opinion: reason })
  return true
}
const decides = ({ state, graph }: Case) =>
  state.state === 'pending' ? state.tasks.find(t => t.state === 'todo' && t.kind === 'decide' && graph.nodes.some(n => n.id === t.node && n.type === 'approve')) : undefined
