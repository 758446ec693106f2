import type { Place, Task } from './case.ts'
import type { AskStep, FlowButton } from './graph.ts'
import { type Run, refuse, stepOf, taskNo } from './run.ts'

/** A task its user may act on, with its step and place. */
export interface Mine {
  task: Task
  step: AskStep
  place: Place
}

/** The task, if it is open and assigned to this user; refuses otherwise. */
export function mine(run: Run, event: { task: number; by: string }): Mine | undefined {
  const task = taskNo(run, event.task)
  if (task && task.userId !== event.by) refuse(run, 'notYours', { task: event.task, userId: task.userId })
  const found = task && task.state === 'todo' ? standing(run, task) : undefined
  if (!found) refuse(run, 'notTodo', task ? handledBy(task) : { task: event.task })
  return run.refusal ? undefined : found
}
export const handledBy = (task: Task) => ({ task: task.no, state: task.state, userId: task.actedBy ?? task.userId, ...(task.action ? { action: task.action } : {}) })
/** Step and place of a task's visit; undefined once the visit has ended. */
export function standing(run: Run, task: Task): Mine | undefined {
  const place = run.state.places.find(p => p.visit === task.visit)
  const step = stepOf(run, task.node)
  return place && step ? { task, step, place } : undefined
}
/** Whether the step enables this action; refuses otherwise. */
export function mayUse(run: Run, step: AskStep, button: FlowButton): boolean {
  if (step.buttons && !step.buttons.includes(button)) refuse(run, 'button', { action: button })
  return !run.refusal
}
/** Whether the task is a deciding one; refuses for an opinion. */
export function mustDecide(run: Run, task: Task, action: string): boolean {
  if (task.kind !== 'decide') refuse(run, 'mayNot', { action })
  return !run.refusal
}
/** Stores approvers picked for later steps. */
export const choose = (run: Run, chosen: Readonly<Record<string, readonly string[]>> | undefined): void => {
  for (const step of Object.keys(chosen ?? {})) if (!stepOf(run, step)) refuse(run, 'unknownStep', { node: step })
  if (chosen) run.state = { ...run.state, chosen: { ...run.state.chosen, ...chosen } }
}
