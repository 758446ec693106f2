import { afterVote } from './arrive.ts'
import type { CaseEvent, Task } from './case.ts'
import { hand, isReceiver, releaseParent } from './co-sign.ts'
import { choose, handledBy, type Mine, mayUse, mine, mustDecide, standing } from './my-task.ts'
import { escalationTo } from './people.ts'
import { closeOpen, closeTask, type Run, refuse, refuseStuck, taskNo } from './run.ts'
import { Votes } from './vote.ts'

type EventOf<K extends CaseEvent['kind']> = Extract<CaseEvent, { kind: K }>
export function approve(run: Run, event: EventOf<'approve'>): void {
  const at = mine(run, event)
  if (!at || !mustDecide(run, at.task, 'approve')) return
  choose(run, event.chosen)
  vote(run, at, 'approve', event.by)
}
export function reject(run: Run, event: EventOf<'reject'>) {
  const at = mine(run, event)
  if (!at || !mustDecide(run, at.task, 'reject') || !mayUse(run, at.step, 'reject')) return
  // A handling step has nothing to reject.
  if (at.step.type === 'handle') return refuse(run, 'mayNot', { action: 'reject' })
  vote(run, at, 'reject', event.by)
}
function vote(run: Run, at: Mine, action: 'approve' | 'reject' | 'autoApprove' | 'autoReject', by?: string): void {
  closeTask(run, at.task.no, 'done', { action })
  spareAdvisers(run, at.task, by)
  afterVote(run, at.step, at.place, by)
}
/** Skips pending opinion requests, which are no longer needed. */
export function spareAdvisers(run: Run, task: Task, by?: string): void {
  const advisers = new Votes(run.state.tasks, task.visit).added(task).filter(t => t.kind === 'opinion')
  closeOpen(run, t => advisers.some(a => a.no === t.no), 'skipped', by)
}

/** Deadline reached (10-W10): decide automatically, or escalate. */
export function timeout(run: Run, event: EventOf<'timeout'>) {
  const task = taskNo(run, event.task)
  const at = task && (task.state === 'todo' || task.state === 'delegated') ? standing(run, task) : undefined
  if (!at) return refuse(run, 'notTodo', task ? handledBy(task) : { task: event.task })
  if (event.action === 'escalate') return escalate(run, at, event.to)
  if (event.action === 'transfer') return event.to === undefined ? refuse(run, 'receiver', { userId: '' }) : handOn(run, at, event.to)
  if (at.task.kind === 'opinion') return giveUpAdvice(run, at)
  if (event.action === 'reject' && at.step.type === 'handle') return refuse(run, 'mayNot', { action: 'reject' })
  vote(run, at, event.action === 'approve' ? 'autoApprove' : 'autoReject')
}
function handOn(run: Run, at: Mine, to: string): void {
  if (!isReceiver(run, at.task, to)) return
  hand(run, at, to, { as: 'done', action: 'transfer' })
}
function escalate(run: Run, at: Mine, to: string | undefined) {
  if (to !== undefined) return handOn(run, at, to)
  if (!run.world.people.has(at.step.id)) {
    run.needs.add(at.step.id)
    return
  }
  const present = new Set(run.state.tasks.filter(t => t.visit === at.task.visit).map(t => t.userId))
  const next = escalationTo(at.step.id, run.world).find(person => !present.has(person.userId))
  if (!next) return refuseStuck(run, at.step.id, 'nobody')
  hand(run, at, next.userId, { as: 'done', action: 'transfer', role: next.role })
}
function giveUpAdvice(run: Run, at: Mine): void {
  closeTask(run, at.task.no, 'skipped')
  releaseParent(run, at.task)
}
