import type { Place, Task } from './case.ts'
import type { AskStep, FlowButton } from './graph.ts'
import { type Run, refuse, stepOf, taskNo } from './run.ts'

/** A task somebody may act on now, with the step and the visit it belongs to. */
export interface Mine {
  task: Task
  step: AskStep
  place: Place
}

/** The task, if it is this person's and to be done now. */
export function mine(run: Run, event: { task: number; by: string }): Mine | undefined {
  const task = taskNo(run, event.task)
  if (task && task.userId !== event.by) refuse(run, 'notYours', { task: event.task, userId: task.userId })
  const found = task && task.state === 'todo' ? standing(run, task) : undefined
  if (!found) refuse(run, 'notTodo', task ? handledBy(task) : { task: event.task })
  return run.refusal ? undefined : found
}
export const handledBy = (task: Task) => ({ task: task.no, state: task.state, userId: task.actedBy ?? task.userId, ...(task.action ? { action: task.action } : {}) })
/** Where a task's visit stands, as long as it lasts. */
export function standing(run: Run, task: Task): Mine | undefined {
  const place = run.state.places.find(p => p.visit === task.visit)
  const step = stepOf(run, task.node)
  return place && step ? { task, step, place } : undefined
}
/** Whether the step offers this to its approvers. */
export function mayUse(run: Run, step: AskStep, button: FlowButton): boolean {
  if (step.buttons && !step.buttons.includes(button)) refuse(run, 'button', { action: button })
  return !run.refusal
}
/** Whether the task decides; one that only advises does not. */
export function mustDecide(run: Run, task: Task, action: string): boolean {
  if (task.kind !== 'decide') refuse(run, 'mayNot', { action })
  return !run.refusal
}
/** Keeps whom somebody picked for later steps. */
export const choose = (run: Run, chosen: Readonly<Record<string, readonly string[]>> | undefined): void => {
  for (const step of Object.keys(chosen ?? {})) if (!stepOf(run, step)) refuse(run, 'unknownStep', { node: step })
  if (chosen) run.state = { ...run.state, chosen: { ...run.state.chosen, ...chosen } }
}
