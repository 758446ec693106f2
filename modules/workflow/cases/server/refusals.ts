import sql from 'sql-template-tag'
import type { CaseRefusal, Task } from '#flow/index.ts'
import { type Refusal, refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { approveTask, type CASE_REFUSALS } from '../model/decide.ts'
import { INSTANCE_STATES, LOG_ACTIONS, TASK_STATES } from '../model/instance.ts'
import { type CasePeople, personsOf } from './case-people.ts'
import { type Case, shortTimeText } from './cases.ts'

type Key = keyof typeof CASE_REFUSALS
/** A refusal of a case; the same rule code whatever action raised it. */
export const caseRefusal = (key: Key, values?: Record<string, unknown>, field?: string): Refusal => refusalOf(approveTask, key, values, field)

const wordOf = (labels: Readonly<Record<string, string>>, key: unknown): string => labels[String(key)] ?? String(key ?? '')
/** The engine's refusal with ids replaced by names and times. */
export async function spoken(db: Db, c: Case, { key, values = {} }: CaseRefusal, known: CasePeople): Promise<Refusal> {
  const no = Number(values.task)
  if (key === 'notTodo' && no) return taken(db, c, no)
  const userId = typeof values.userId === 'string' ? values.userId : ''
  if (userId) await known.loadAccounts([userId])
  const time = no ? shortTimeText((await rowOf(db, c.instance.id, no))?.actedAt) : '—'
  return caseRefusal(key, {
    ...values,
    name: userId ? known.nameOf(userId) : (values.node ?? '—'),
    time,
    state: wordOf(INSTANCE_STATES, values.state ?? c.state.state),
    action: wordOf(LOG_ACTIONS, values.action),
  })
}
interface Acted {
  state: keyof typeof TASK_STATES
  action: keyof typeof LOG_ACTIONS | null
  actedAt: string | null
  actedBy: string | null
}
const rowOf = async (db: Db, instanceId: string, no: number): Promise<Acted | undefined> =>
  (
    await db.query<Acted>(
      sql`select state, action, acted_at as "actedAt", acted_by as "actedBy" from process_task where tenant_id = ${db.me.tenantId} and instance_id = ${instanceId} and no = ${no}`,
    )
  )[0]
/** Why a task can no longer be acted on: who handled it, when and how. */
export async function taken(db: Db, c: Case, no: number): Promise<Refusal> {
  const task = c.state.tasks.find(t => t.no === no)
  const row = await rowOf(db, c.instance.id, no)
  if (task?.state === 'waiting' || task?.state === 'delegated') return notYet(db, c, task)
  // a task that was skipped names who decided instead
  const winner = task?.state === 'skipped' && row?.actedBy ? await deedOf(db, c, row.actedBy, no) : row
  const by = row?.actedBy ?? task?.actedBy ?? null
  const persons = await personsOf(db, by ? [by] : [])
  return caseRefusal('notTodo', {
    name: persons.get(by ?? '')?.name ?? '系统',
    time: shortTimeText(row?.actedAt),
    action: winner?.action ? LOG_ACTIONS[winner.action] : TASK_STATES[row?.state ?? 'done'],
  })
}
async function deedOf(db: Db, c: Case, userId: string, no: number): Promise<Acted | undefined> {
  const node = c.state.tasks.find(t => t.no === no)?.node
  const [row] = await db.query<Acted>(sql`select state, action, acted_at as "actedAt", acted_by as "actedBy" from process_task
    where tenant_id = ${db.me.tenantId} and instance_id = ${c.instance.id} and node_id = ${node} and acted_by = ${userId} and state = 'done' order by acted_at desc limit 1`)
  return row
}
async function notYet(db: Db, c: Case, task: Task): Promise<Refusal> {
  const before = c.state.tasks.filter(t => t.visit === task.visit && t.state === 'todo').map(t => t.userId)
  const persons = await personsOf(db, before)
  return caseRefusal('notYet', { name: [...persons.values()].map(p => p.name).join('、') || '—' })
}
