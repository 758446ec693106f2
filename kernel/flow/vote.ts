import type { Task } from './case.ts'
import type { Mode } from './graph.ts'

export type Verdict = 'open' | 'approved' | 'rejected'

/** Votes of one visit to a step. A line is one voter with the signers added before and after; all of them must approve. */
export class Votes {
  readonly tasks: readonly Task[]
  private readonly replaced: ReadonlySet<number>
  constructor(tasks: readonly Task[], visit: number) {
    this.tasks = tasks.filter(task => task.visit === visit)
    this.replaced = new Set(this.tasks.flatMap(task => task.instead ?? []))
  }
  /** Whether the task counts: neither replaced nor cancelled. */
  isAlive = (task: Task): boolean => task.state !== 'cancelled' && !this.replaced.has(task.no)
  /** Number of the task that currently replaces this one. */
  latest(no: number): number {
    const next = this.tasks.find(task => task.instead === no)
    return next ? this.latest(next.no) : no
  }
  get roots(): readonly Task[] {
    return this.tasks.filter(task => this.isAlive(task) && task.of === undefined)
  }
  /** Signers added to this task or to one it replaces. */
  added(to: Task, as?: Task['addedAs']): readonly Task[] {
    return this.tasks.filter(task => this.isAlive(task) && task.of !== undefined && this.latest(task.of) === to.no && (!as || task.addedAs === as))
  }
  /** The task and all added signers whose approval it requires. */
  line(task: Task): readonly Task[] {
    return [
      task,
      ...this.added(task)
        .filter(t => t.kind === 'decide')
        .flatMap(t => this.line(t)),
    ]
  }
  verdictOf(task: Task): Verdict {
    const line = this.line(task)
    if (line.some(isAgainst)) return 'rejected'
    return line.every(isFor) ? 'approved' : 'open'
  }
  /** Whether it is a waiting task's turn. */
  isTurn(task: Task, mode: Mode): boolean {
    if (this.added(task, 'before').some(t => this.verdictOf(t) !== 'approved')) return false
    const parent = task.of === undefined ? undefined : this.tasks.find(t => t.no === this.latest(task.of as number))
    if (task.addedAs === 'after') return parent !== undefined && isFor(parent)
    if (parent || mode.kind !== 'sequence') return true
    return this.roots.every(root => root.order >= task.order || this.verdictOf(root) === 'approved')
  }
  verdict(mode: Mode): Verdict {
    const lines = this.roots.map(root => this.verdictOf(root))
    const isAgainstOne = lines.includes('rejected')
    const yes = lines.filter(line => line === 'approved').length
    if (mode.kind === 'any') return isAgainstOne ? 'rejected' : yes ? 'approved' : 'open'
    if (mode.kind === 'sequence') return isAgainstOne ? 'rejected' : yes === lines.length ? 'approved' : 'open'
    const isEnough = yes * 100 >= (mode.percent ?? 100) * lines.length
    if (mode.untilEverybodyVoted) return lines.includes('open') ? 'open' : isEnough ? 'approved' : 'rejected'
    return isAgainstOne ? 'rejected' : isEnough ? 'approved' : 'open'
  }
}
const isFor = (task: Task): boolean => task.state === 'done' && (task.action === 'approve' || task.action === 'autoApprove' || task.action === 'passed')
const isAgainst = (task: Task): boolean => task.state === 'done' && (task.action === 'reject' || task.action === 'autoReject')
/** People who approved themselves, without automatic approvals. */
export const approvers = (votes: Votes): string[] => [
  ...new Set(votes.tasks.filter(t => votes.isAlive(t) && t.kind === 'decide' && isFor(t) && t.action !== 'autoApprove').map(t => t.userId)),
]
