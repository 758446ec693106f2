import { afterVote } from './arrive.ts'
import type { CaseEvent, Task } from './case.ts'
import { type Mine, mayUse, mine, mustDecide, standing } from './my-task.ts'
import { addTask, closeOpen, closeTask, holdTask, isOpen, openTask, type Run, refuse, taskNo } from './run.ts'
import { Votes } from './vote.ts'

type EventOf<K extends CaseEvent['kind']> = Extract<CaseEvent, { kind: K }>
export const MAX_SIGNS = 10
/** Why a user cannot receive a task; appended to the user's name. */
export const RECEIVER_TEXTS = { disabled: '的账号已停用', applicant: '是申请人本人', already: '已经在这一步' } as const

/** Whether the user can receive a task of this step; refuses otherwise. */
export function isReceiver(run: Run, task: Task, userId: string): boolean {
  const why = receiverFault(run, task, userId)
  if (why) refuse(run, 'receiver', { userId, why: RECEIVER_TEXTS[why] })
  return !why
}
function receiverFault(run: Run, task: Task, userId: string): keyof typeof RECEIVER_TEXTS | undefined {
  if (userId === run.world.applicantId) return 'applicant'
  if (!run.world.isAble(userId)) return 'disabled'
  const votes = new Votes(run.state.tasks, task.visit)
  return votes.tasks.some(t => t.userId === userId && votes.isAlive(t)) ? 'already' : undefined
}

/** Closes a task and opens a replacement for another user. */
export function hand(run: Run, at: Mine, to: string, how: { as: 'done' | 'cancelled'; action?: 'transfer'; role?: string; inPlace?: true }): void {
  const { task } = at
  dropDelegates(run, task)
  closeTask(run, task.no, how.as, how.action ? { action: how.action } : {})
  const { visit, node, kind, order, originalUserId, of, addedAs } = task
  const next = addTask(run, {
    visit,
    node,
    kind,
    order,
    originalUserId: how.inPlace ? to : originalUserId,
    userId: to,
    instead: task.no,
    ...(of === undefined ? {} : { of }),
    ...(addedAs ? { addedAs } : {}),
    ...(how.role ? { role: how.role } : {}),
  })
  if (kind === 'opinion') openTask(run, next.no)
  afterVote(run, at.step, at.place)
}
function dropDelegates(run: Run, task: Task): void {
  const asked = new Votes(run.state.tasks, task.visit).added(task, 'delegate')
  closeOpen(run, t => asked.some(a => a.no === t.no), 'cancelled')
}
export function transfer(run: Run, event: EventOf<'transfer'>): void {
  const at = mine(run, event)
  if (!at || !mayUse(run, at.step, 'transfer') || !isReceiver(run, at.task, event.to)) return
  hand(run, at, event.to, { as: 'done', action: 'transfer' })
}
/** Reassignment by an administrator of the process, or because base data changed (10-W13). */
export function reassign(run: Run, event: EventOf<'reassign'>) {
  const task = taskNo(run, event.task)
  const at = task && isOpen(task) ? standing(run, task) : undefined
  if (!at) return refuse(run, 'notTodo', { task: event.task, ...(task ? { state: task.state, userId: task.actedBy ?? task.userId } : {}) })
  if (!isReceiver(run, at.task, event.to)) return
  hand(run, at, event.to, { as: 'cancelled', ...(at.task.role ? { role: at.task.role } : {}), ...(event.inPlace ? { inPlace: true } : {}) })
}

/** Asks one person for an opinion; the delegating approver still decides. */
export function delegate(run: Run, event: EventOf<'delegate'>): void {
  const at = mine(run, event)
  if (!at || !mustDecide(run, at.task, 'delegate') || !mayUse(run, at.step, 'delegate') || !isReceiver(run, at.task, event.to)) return
  holdTask(run, at.task.no, 'delegated')
  addSigner(run, at, event.to, 'delegate')
}
function addSigner(run: Run, { task }: Mine, userId: string, addedAs: NonNullable<Task['addedAs']>): void {
  const isAdvice = addedAs === 'delegate' || addedAs === 'beside'
  addTask(run, {
    visit: task.visit,
    node: task.node,
    kind: isAdvice ? 'opinion' : 'decide',
    order: task.order,
    userId,
    originalUserId: userId,
    of: task.no,
    addedAs,
    ...(isAdvice ? { state: 'todo' } : {}),
  })
}
export function answer(run: Run, event: EventOf<'answer'>) {
  const at = mine(run, event)
  if (!at) return
  if (at.task.kind !== 'opinion') return refuse(run, 'mayNot', { action: 'answer' })
  closeTask(run, at.task.no, 'done')
  releaseParent(run, at.task)
}
/** The opinion was given or cancelled: the task that waited for it opens again. */
export function releaseParent(run: Run, task: Task): void {
  if (task.addedAs !== 'delegate' || task.of === undefined) return
  const parent = taskNo(run, new Votes(run.state.tasks, task.visit).latest(task.of))
  if (parent?.state === 'delegated') openTask(run, parent.no)
}

export function addSign(run: Run, event: EventOf<'addSign'>) {
  const at = mine(run, event)
  if (!at || !mustDecide(run, at.task, 'addSign') || !mayUse(run, at.step, 'addSign')) return
  const to = [...new Set(event.to)]
  if (!to.length) return refuse(run, 'receiver', { userId: '' })
  const votes = new Votes(run.state.tasks, at.task.visit)
  const there = votes.tasks.filter(t => votes.isAlive(t) && t.addedAs && t.addedAs !== 'delegate').length
  if (there + to.length > MAX_SIGNS) return refuse(run, 'tooManySigns', { most: MAX_SIGNS, count: there + to.length })
  if (!to.every(userId => isReceiver(run, at.task, userId))) return
  if (event.as === 'before') holdTask(run, at.task.no, 'waiting')
  for (const userId of to) addSigner(run, at, userId, event.as)
  afterVote(run, at.step, at.place)
}
/** Removes an added signer who has not acted yet, together with signers they added. */
export function removeSign(run: Run, event: EventOf<'removeSign'>) {
  const task = taskNo(run, event.task)
  if (!task || task.of === undefined) return refuse(run, 'notTodo', { task: event.task })
  const votes = new Votes(run.state.tasks, task.visit)
  const adder = taskNo(run, votes.latest(task.of))
  if (adder?.userId !== event.by && taskNo(run, task.of)?.userId !== event.by) return refuse(run, 'notYours', { task: task.no, userId: adder?.userId ?? '' })
  const at = isOpen(task) ? standing(run, task) : undefined
  if (!at) return refuse(run, 'notWaiting', { task: task.no, userId: task.actedBy ?? task.userId })
  const gone = new Set(withAdded(votes, task).map(t => t.no))
  closeOpen(run, t => gone.has(t.no), 'cancelled')
  releaseParent(run, task)
  afterVote(run, at.step, at.place, event.by)
}
const withAdded = (votes: Votes, task: Task): Task[] => [task, ...votes.added(task).flatMap(t => withAdded(votes, t))]
