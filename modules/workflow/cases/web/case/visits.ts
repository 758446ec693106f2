import type { CaseTask } from './types.ts'

/** One visit of a case to a step, with all its tasks. */
export interface Visit {
  key: string
  name: string
  mode: CaseTask['mode']
  tasks: CaseTask[]
  standing: 'current' | 'passed' | 'returned' | 'rejected' | 'left'
}
const CLOSED: ReadonlySet<CaseTask['state']> = new Set(['done', 'skipped', 'cancelled'])
const isOpen = (task: CaseTask): boolean => !CLOSED.has(task.state)
/** Actions that pass a task on without deciding the step. */
const HANDS_ON: ReadonlySet<string> = new Set(['transfer', 'reassign', 'moved', 'handover', 'takeBack'])

/** Whether this visit ended before the task was created: then it belongs to a new visit after a return. */
function isOver(visit: Visit, task: CaseTask): boolean {
  const last = visit.tasks.at(-1)
  if (task.addedAs || (last?.action && HANDS_ON.has(last.action))) return false
  return visit.tasks.every(one => one.actedAt !== null && one.actedAt <= task.arrivedAt) && visit.tasks.some(one => one.action === 'return' || one.action === 'approve')
}
function standingOf(tasks: readonly CaseTask[]): Visit['standing'] {
  if (tasks.some(isOpen)) return 'current'
  const did = tasks.map(task => task.action)
  if (did.includes('return')) return 'returned'
  if (did.includes('reject') || did.includes('autoReject')) return 'rejected'
  return tasks.some(task => task.state === 'done') ? 'passed' : 'left'
}
/** Groups the tasks of a case by visit, in order. */
export function visitsOf(tasks: readonly CaseTask[]): Visit[] {
  const visits: Visit[] = []
  for (const task of tasks) {
    const known = visits.findLast(visit => visit.key.startsWith(`${task.node} ${task.round} `))
    if (known && !isOver(known, task)) known.tasks.push(task)
    else visits.push({ key: `${task.node} ${task.round} ${task.no}`, name: task.nodeName, mode: task.mode, tasks: [task], standing: 'current' })
  }
  return visits.map(visit => ({ ...visit, standing: standingOf(visit.tasks) }))
}
