import sql, { type Sql } from 'sql-template-tag'
import { isOpen } from '#flow/index.ts'
import type { Db } from '#server/context.ts'
import { FLOW_MESSAGES } from '../../cases/model/messages.ts'
import { type Acting, type LogAction, lockedCase, nodeName, type Person, runCommand, tellOf } from '../../cases/server/api.ts'

export interface OpenTask {
  id: string
  instanceId: string
  no: number
  nodeId: string
  userId: string
}
const OPEN = sql`t.state in ('todo', 'waiting', 'delegated')`
/** Open tasks of running cases, in one fixed order, so that bulk operations lock them alike. */
export const openTasks = (db: Db, where: Sql, limit?: number): Promise<OpenTask[]> =>
  db.query<OpenTask>(sql`select t.id, t.instance_id as "instanceId", t.no, t.node_id as "nodeId", t.assignee_id as "userId" from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.tenant_id = ${db.me.tenantId} and ${OPEN} and i.state in ('pending', 'suspended') and ${where} order by t.id limit ${limit ?? 100_000}`)
export interface Move {
  task: OpenTask
  /** An account that can act. */
  to: Pick<Person, 'id' | 'name'>
  action: Extract<LogAction, 'moved' | 'handover'>
  why: string
}
/** Transfers a task and notifies both people (10-W13, W17). False where the engine refuses, e.g. because the receiver is already in this step. */
export async function moveTask(acting: Acting, { task, to, action, why }: Move): Promise<boolean> {
  const c = await lockedCase(acting.db, task.instanceId)
  const held = c.state.tasks.find(t => t.no === task.no)
  if (!held || held.userId !== task.userId || !isOpen(held)) return false
  if (to.id === c.instance.applicantId || c.state.tasks.some(t => t.visit === held.visit && t.userId === to.id && t.state !== 'cancelled')) return false
  await runCommand(acting, c, {
    event: { kind: 'reassign', task: task.no, to: to.id, by: acting.me.userId, ...(action === 'moved' ? { inPlace: true } : {}) },
    action,
    held: { id: task.id, task: held, arrivedAt: c.instance.startedAt },
    opinion: why,
    to: to.name,
  })
  await tellOf(acting, c, FLOW_MESSAGES.movedAway, [task.userId], nodeName(c.graph, task.nodeId), { to: to.name, opinion: why })
  return true
}
