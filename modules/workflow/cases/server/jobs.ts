import sql from 'sql-template-tag'
import { type CaseEvent, type FlowGraph, isAsking, subjectOf, type TimeoutAction } from '#flow/index.ts'
import { Refusal } from '#model'
import type { Db } from '#server/context.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { versionOf, workMinutesOf } from '../../flows/server/api.ts'
import { processTask } from '../model/instance.ts'
import { FLOW_MESSAGES } from '../model/messages.ts'
import { tellOf, withDeputies } from './announce.ts'
import { type Case, type Held, lockedByTask, lockedCase, nodeName, shortTimeText, stepNamed } from './cases.ts'
import { type Acting, runCommand } from './run-command.ts'
import { type LogAction, writeLog } from './write-case.ts'

const AT_ONCE = 2000
const MOST_RUNNING = 100_000
interface Mark {
  atPercent: number
  action: TimeoutAction
  toUserId?: string
}
/** 10-W10: default escalation marks of a step. */
const USUAL: readonly Mark[] = [
  { atPercent: 50, action: 'remind' },
  { atPercent: 100, action: 'remind' },
]
function marksOf(graph: FlowGraph, nodeId: string): readonly Mark[] {
  const node = stepNamed(graph, nodeId)
  const marks = node && isAsking(node) ? node.timeout?.marks : undefined
  return [...(marks ?? USUAL)].sort((a, b) => a.atPercent - b.atPercent)
}
const acting = (db: Db): Acting => ({ db, me: db.me, lang: 'zh-cn' })
interface Running {
  id: string
  defVersionId: string
  nodeId: string
  arrivedAt: string
  dueAt: string
  reminded: number
}
interface Due extends Running {
  mark: Mark
}
/** Processes running tasks that reached a mark, each in a transaction of its own, so that one failure does not block the others. */
export async function tendTasks(db: Db): Promise<number> {
  const rows =
    await db.query<Running>(sql`select t.id, i.def_version_id as "defVersionId", t.node_id as "nodeId", t.arrived_at as "arrivedAt", t.due_at as "dueAt", t.reminded_percent as reminded
    from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.state = 'pending'
    where t.tenant_id = ${db.me.tenantId} and t.state = 'todo' and t.due_at is not null order by t.due_at limit ${MOST_RUNNING}`)
  let done = 0
  await eachApart(await atMarks(db, rows), async due => {
    if (await tend(db, due)) done++
  })
  return done
}
/** Missed marks are not replayed: only the latest one applies. */
async function atMarks(db: Db, rows: readonly Running[]): Promise<Due[]> {
  const percents = await percentsOf(db, rows)
  const marks = new Map<string, readonly Mark[]>()
  const due: Due[] = []
  for (const [i, row] of rows.entries()) {
    const step = `${row.defVersionId} ${row.nodeId}`
    const known = marks.get(step) ?? marksOf((await versionOf(db, row.defVersionId)).graph, row.nodeId)
    marks.set(step, known)
    const mark = known.findLast(m => m.atPercent > row.reminded && m.atPercent <= (percents[i] ?? 0))
    if (mark) due.push({ ...row, mark })
  }
  return due.slice(0, AT_ONCE)
}
/** Share of the deadline elapsed: in working time while it runs, by the clock where there is none and after the deadline. */
async function percentsOf(db: Db, rows: readonly Running[]): Promise<number[]> {
  const now = new Date()
  const spans = rows.flatMap(r => [[new Date(r.arrivedAt), new Date(r.dueAt)] as const, [new Date(r.arrivedAt), now] as const])
  const minutes = await workMinutesOf(db, spans)
  return rows.map((r, i) => {
    const [whole = 0, spent = 0] = [minutes[2 * i], minutes[2 * i + 1]]
    const arrived = Date.parse(r.arrivedAt)
    const byClock = ((now.getTime() - arrived) / Math.max(1, Date.parse(r.dueAt) - arrived)) * 100
    return Math.floor(byClock >= 100 ? Math.max(100, byClock) : whole ? (spent / whole) * 100 : byClock)
  })
}
async function tend(db: Db, row: Due): Promise<boolean> {
  try {
    return await db.tx(async inside => {
      const { c, held } = await lockedByTask(inside, row.id)
      if (held.task.state !== 'todo' || !(await isMine(inside, row))) return false
      if (row.mark.action === 'remind') await remind(acting(inside), c, held, row)
      else await onTime(acting(inside), c, held, row.mark)
      return true
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await refusedByClock(db, row, error)
    return false
  }
}
/** Claims the mark: of two servers, the one whose update succeeds acts. */
async function isMine(db: Db, { id, mark: { atPercent } }: Due): Promise<boolean> {
  const isUnnoted = sql`id = ${id} and state = 'todo' and reminded_percent < ${atPercent}`
  return (await db.updateWhere(processTask, isUnnoted, { remindedPercent: atPercent }, { bookkeeping: true })).length > 0
}
async function remind(of: Acting, c: Case, { task }: Held, { dueAt }: Running): Promise<void> {
  const to = await withDeputies(of.db, c, [task.userId])
  await tellOf(of, c, FLOW_MESSAGES.timeout, to, nodeName(c.graph, task.node), {
    when: { text: Date.parse(dueAt) <= Date.now() ? '审批已超时' : '审批将到期' },
    dueAt: shortTimeText(dueAt),
  })
}
const ACTIONS = { escalate: 'timeout', transfer: 'timeout', approve: 'autoApprove', reject: 'autoReject' } as const satisfies Record<Exclude<TimeoutAction, 'remind'>, LogAction>
async function onTime(of: Acting, c: Case, held: Held, { action, toUserId }: Mark): Promise<void> {
  if (action === 'remind') return
  // automatic approval is barred for discipline, money and student status, whatever an old drawing says
  const isBarred = action === 'approve' && subjectOf(c.instance.processType)?.noAutoApprove
  const event: CaseEvent = { kind: 'timeout', task: held.task.no, action: isBarred ? 'escalate' : action, ...(toUserId && !isBarred ? { to: toUserId } : {}) }
  await runCommand(of, c, { event, action: ACTIONS[isBarred ? 'escalate' : action], held, opinion: '超过办理期限' })
}
/** If the automatic action fails, the approvers are notified that the time is up; it is not retried at the same mark. */
async function refusedByClock(db: Db, row: Due, why: Refusal): Promise<void> {
  await db.tx(async inside => {
    const { c, held } = await lockedByTask(inside, row.id)
    if (!(await isMine(inside, row))) return
    await remind(acting(inside), c, held, row)
    await writeLog(inside, c, [{ action: 'timeout', taskId: held.id, node: held.task.node, actorId: null, opinion: why.message.slice(0, 500) }])
  })
}
/** Ends wait steps whose time has come. */
export async function endWaits(db: Db): Promise<number> {
  const rows = await db.query<{ instanceId: string; node: string }>(
    sql`select instance_id as "instanceId", node_id as node from process_wait where tenant_id = ${db.me.tenantId} and until <= now() order by until limit ${AT_ONCE}`,
  )
  let done = 0
  for (const { instanceId, node } of rows)
    await db.tx(async inside => {
      const c = await lockedCase(inside, instanceId)
      const gone = await inside.query(
        sql`delete from process_wait where tenant_id = ${inside.me.tenantId} and instance_id = ${instanceId} and node_id = ${node} and until <= now() returning 1`,
      )
      if (!gone.length) return
      await runCommand(acting(inside), c, { event: { kind: 'waited', node }, action: 'passed', node })
      done++
    })
  return done
}
export default scheduledJob('workflow.tend', '审批期限和等待', '*/5 * * * *', async db => (await tendTasks(db)) + (await endWaits(db)), {
  isWhole: false,
  due: `select from process_task where tenant_id = $1 and state = 'todo' and due_at is not null
    union all select from process_wait where tenant_id = $1 and until <= now()`,
})
