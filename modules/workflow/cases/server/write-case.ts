import sql from 'sql-template-tag'
import { isAsking, isEnded, type Task } from '#flow/index.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { dueAt, workMinutes } from '../../flows/server/api.ts'
import { type LOG_ACTIONS, processInstance, processLog, processTask } from '../model/instance.ts'
import type { CasePeople } from './case-people.ts'
import { type Case, currentNames, nodeName, stepNamed } from './cases.ts'

export type LogAction = keyof typeof LOG_ACTIONS
/** One line of the record; absent values are null. */
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
/** Writes of a case are queued with the next statement and have no change history: the record lines are it. */
const QUIET = { history: false, enqueue: true } as const
export async function writeLog(db: Db, c: Pick<Case, 'graph' | 'instance'>, lines: readonly LogLine[]): Promise<void> {
  await db.insertMany(
    processLog,
    lines.map(line => logRow(c, line)),
    QUIET,
  )
}
const logRow = ({ graph, instance }: Pick<Case, 'graph' | 'instance'>, l: LogLine) => ({
  id: l.id ?? uuidv7(),
  instanceId: instance.id,
  taskId: l.taskId ?? null,
  nodeId: l.node ?? null,
  nodeName: l.node ? nodeName(graph, l.node) : null,
  actorId: l.actorId,
  onBehalfOf: l.onBehalfOf ?? null,
  action: l.action,
  from: l.from?.slice(0, 60) ?? null,
  to: l.to?.slice(0, 200) ?? null,
  opinion: l.opinion ?? null,
  diff: l.diff ? { ...l.diff } : null,
  files: l.files ? [...l.files] : null,
  isForced: l.isForced ?? false,
  at: new Date().toISOString(),
})

/** How the task just acted on ended; other tasks follow from the engine's state. */
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
/** Changed tasks, with their deadlines. */
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
/** Inserts new tasks and updates known ones; stores the working time of a decision. */
export async function writeTasks(db: Db, c: Case, changed: readonly ChangedTask[], acted: Acted | undefined): Promise<void> {
  const actor = db.me.userId || null
  const [known, fresh] = [changed.filter(t => t.before), changed.filter(t => !t.before)]
  await Promise.all([
    ...(known.length
      ? [
          moveTasks(
            db,
            c,
            known.map(t => endOf(t, acted, actor)),
          ),
        ]
      : []),
    db.insertMany(
      processTask,
      fresh.map(t => ({ ...beginningOf(c, t), ...endOf(t, acted, actor) })),
      QUIET,
    ),
  ])
}
const beginningOf = (c: Case, { task }: ChangedTask) => {
  const node = stepNamed(c.graph, task.node)
  return {
    instanceId: c.instance.id,
    nodeId: task.node,
    nodeName: nodeName(c.graph, task.node),
    round: task.round,
    assigneeId: task.userId,
    originalAssigneeId: task.originalUserId,
    roleSource: task.role ?? null,
    mode: node && isAsking(node) ? node.multi.kind : ('any' as const),
    order: task.order,
  }
}
function endOf({ task, dueAt: due }: ChangedTask, acted: Acted | undefined, actor: string | null) {
  const now = new Date().toISOString()
  const own = acted?.no === task.no ? acted : undefined
  const isOver = ENDED.has(task.state)
  return {
    no: task.no,
    state: task.state,
    arrivedAt: now,
    dueAt: due,
    actedAt: isOver ? now : null,
    action: own ? own.action : isOver ? (task.action ?? null) : null,
    actedBy: isOver ? actor : null,
    opinion: own?.opinion ?? null,
    signature: own?.signature ? [...own.signature] : null,
    delegatedFrom: own && actor && actor !== task.userId ? task.userId : null,
    workMin: own?.workMin ?? null,
  }
}
/** The deadline runs from when it becomes somebody's turn; earlier opinions stay. */
async function moveTasks(db: Db, c: Case, ends: ReadonlyArray<ReturnType<typeof endOf>>): Promise<void> {
  const from = sql`jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) n(no int, state text, "arrivedAt" timestamptz, "dueAt" timestamptz, "actedAt" timestamptz, action text, "actedBy" uuid,
    opinion text, signature jsonb, "delegatedFrom" uuid, "workMin" int)`
  const isNext = sql`t.state = 'waiting' and n.state = 'todo'`
  await db.updateWhere(
    processTask,
    sql`t.instance_id = ${c.instance.id} and t.no = n.no`,
    {
      state: sql`n.state`,
      arrivedAt: sql`case when ${isNext} then n."arrivedAt" else t.arrived_at end`,
      dueAt: sql`case when ${isNext} then n."dueAt" else t.due_at end`,
      actedAt: sql`n."actedAt"`,
      action: sql`n.action`,
      actedBy: sql`n."actedBy"`,
      opinion: sql`coalesce(n.opinion, t.opinion)`,
      signature: sql`coalesce(n.signature, t.signature)`,
      delegatedFrom: sql`n."delegatedFrom"`,
      workMin: sql`coalesce(n."workMin", t.work_min)`,
    },
    { from, ...QUIET },
  )
}
/** Updates the current steps shown in lists. */
export function noteStanding(c: Case, known: CasePeople): void {
  const open = c.state.tasks.filter(t => t.state === 'todo').map(t => known.nameOf(t.userId))
  const waitsFor = c.state.state === 'returned' ? [known.nameOf(c.instance.applicantId)] : [...new Set(open)]
  const isOver = isEnded(c.state)
  c.instance.state = c.state.state
  c.instance.waitsFor = isOver ? null : waitsFor.join('、').slice(0, 300) || null
  c.instance.currentNodes = isOver ? null : currentNames(c) || null
}
/** Writes the current state of the case. */
export async function writeInstance(db: Db, c: Case, known: CasePeople): Promise<void> {
  noteStanding(c, known)
  const { id, state, currentNodes, waitsFor, title, startedAt } = c.instance
  const now = isEnded(c.state) ? new Date() : null
  const durationWorkMin = now && (await workMinutes(db, new Date(startedAt), now))
  const handedIn = c.snapshot === c.instance.formSnapshot ? {} : { formSnapshot: c.snapshot, title }
  const standing = { state, flow: c.state, currentNodes, waitsFor, endedAt: now?.toISOString() ?? null, durationWorkMin }
  await db.updateWhere(processInstance, { id }, { ...standing, ...handedIn }, QUIET)
}
