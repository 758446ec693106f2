import { settle } from './arrive.ts'
import type { CaseEvent, Task } from './case.ts'
import { standing } from './my-task.ts'
import { retreat } from './returns.ts'
import { addPlace, addTask, closeTask, endCase, leave, nameOf, type Run, refuse, stepOf, taskNo } from './run.ts'
import { Votes } from './vote.ts'

type EventOf<K extends CaseEvent['kind']> = Extract<CaseEvent, { kind: K }>

/** Handled or delegated by somebody; passing without being asked does not count. */
const isActed = (task: Task): boolean => (task.state === 'done' && task.action !== 'passed') || task.state === 'delegated'
const who = (task: Task) => ({ task: task.no, userId: task.actedBy ?? task.userId, ...(task.action ? { action: task.action } : {}) })

/** Withdrawal by the applicant: allowed until somebody has acted on the latest submission, or while the case is returned. */
export function withdraw(run: Run, event: EventOf<'withdraw'>) {
  if (event.by !== run.world.applicantId) return refuse(run, 'notYours', { userId: run.world.applicantId })
  const acted = run.state.state === 'pending' && run.state.tasks.find(task => task.round === run.state.round && isActed(task) && task.userId !== event.by)
  if (acted) return refuse(run, 'acted', { ...who(acted), action: 'withdraw' })
  endCase(run, 'withdrawn')
}

/** Takes back one's own approval, as long as nobody after it has acted. */
export function takeBack(run: Run, event: EventOf<'takeBack'>) {
  const task = taskNo(run, event.task)
  if (task && task.userId !== event.by) return refuse(run, 'notYours', { task: event.task, userId: task.userId })
  if (task?.state !== 'done' || task.action !== 'approve' || run.state.state !== 'pending') return refuse(run, 'mayNot', { action: 'takeBack' })
  const votes = new Votes(run.state.tasks, task.visit)
  if (!votes.isAlive(task)) return refuse(run, 'mayNot', { action: 'takeBack' })
  if (!standing(run, task) && !reopen(run, task)) return
  const at = standing(run, task)
  if (!at) return
  again(run, task)
  undoTurns(run, at.step.multi, task)
  if (run.refusal || settle(run, at.step, at.place) === 'open') return
  // The step stands without this approval: reopened, it would wait for nobody.
  const other = new Votes(run.state.tasks, task.visit).roots.find(root => root.state === 'done' && root.no !== task.no)
  refuse(run, 'passedByOthers', other && who(other))
}
/** Creates a new task for the same user, replacing this one. */
function again(run: Run, task: Task): Task {
  const { no, state: _ended, action: _done, actedBy: _by, ...same } = task
  const next = addTask(run, { ...same, instead: no })
  return next
}
/** Tasks opened by this approval become waiting again; refused if one of their users has acted. */
function undoTurns(run: Run, multi: Parameters<Votes['isTurn']>[1], task: Task) {
  for (const other of run.state.tasks) {
    const votes = new Votes(run.state.tasks, task.visit)
    if (other.visit !== task.visit || !votes.isAlive(other) || other.state === 'waiting' || other.kind !== 'decide' || votes.isTurn(other, multi)) continue
    if (isActed(other)) return refuse(run, 'nothingToTakeBack', who(other))
    if (other.state !== 'todo') continue
    closeTask(run, other.no, 'cancelled')
    again(run, other)
  }
}
/** Reopens a completed step, if nothing after it has happened. */
function reopen(run: Run, task: Task): boolean {
  const behind = run.ways.from(task.node)
  const isLast = !run.state.tasks.some(other => other.node === task.node && other.visit > task.visit)
  if (!isLast || task.no <= (run.state.jumped ?? 0) || !run.state.passed.some(p => p.node === task.node) || !stepOf(run, task.node)) refuse(run, 'mayNot', { action: 'takeBack' })
  const later = run.state.tasks.find(other => other.no > task.no && other.node !== task.node && behind.has(other.node) && isActed(other))
  if (later) refuse(run, 'nothingToTakeBack', who(later))
  const happened = happenedBehind(run, task, behind)
  if (happened) refuse(run, 'nothingToTakeBack', { node: nameOf(run, happened), id: happened })
  if (run.refusal) return false
  const removed = retreat(run, task.node)
  // The current places do not result from this approval.
  if (!removed.length) {
    refuse(run, 'mayNot', { action: 'takeBack' })
    return false
  }
  leave(run, removed)
  run.state = { ...run.state, passed: run.state.passed.filter(p => !behind.has(p.node)) }
  addPlace(run, { node: task.node, visit: task.visit })
  // People skipped by this decision are asked again; those skipped by earlier ones already were.
  const votes = new Votes(run.state.tasks, task.visit)
  for (const spared of votes.tasks) if (spared.state === 'skipped' && spared.kind === 'decide' && votes.isAlive(spared)) again(run, spared)
  return true
}
/** The first automatic step or sub-flow reached after the task: its effects cannot be undone. */
function happenedBehind(run: Run, task: Task, behind: ReadonlySet<string>): string | undefined {
  const reached = [...run.state.passed, ...run.state.places].map(at => at.node)
  return reached.find(node => {
    const type = run.ways.node(node)?.type
    return node !== task.node && behind.has(node) && (type === 'auto' || type === 'sub')
  })
}
