import { type Block, graphOf } from '#flow/blocks.ts'
import {
  type Approver,
  type ApproverSource,
  type AskStep,
  advance,
  type CaseEvent,
  type CaseRefusal,
  type CaseState,
  type Condition,
  type Effect,
  type FlowGraph,
  type FlowNode,
  type Task,
  type World,
} from '#flow/index.ts'

/** Concise builders of flow graphs and their users for tests. */
export type Part = FlowNode | Split
export interface Split {
  split: 'condition' | 'parallel'
  id: string
  ways: ReadonlyArray<{ when?: Condition; steps: readonly Part[] }>
}
/** Approval step; its approvers are looked up by its id in the world. */
export const ask = (id: string, more: Partial<AskStep> = {}): AskStep => ({
  id,
  type: 'approve',
  name: `环节${id}`,
  approvers: { by: 'relation', relation: 'fdy' } satisfies ApproverSource,
  multi: { kind: 'any' },
  emptyPolicy: 'owner',
  samePolicy: 'ask',
  ...more,
})
/** The last branch is the default. */
export const fork = (id: string, ...ways: ReadonlyArray<readonly Part[]>): Split => ({ split: 'parallel', id, ways: ways.map(steps => ({ steps })) })
export const either = (id: string, when: Condition, yes: readonly Part[], no: readonly Part[]): Split => ({ split: 'condition', id, ways: [{ when, steps: yes }, { steps: no }] })

/** Start, the parts in sequence, end; a parallel split is joined by `{id}Join`. */
export const flow = (...parts: readonly Part[]): FlowGraph =>
  graphOf([{ node: { id: 'start', type: 'start', name: '提交' } }, ...parts.map(blockOf), { node: { id: 'end', type: 'end', name: '结束' } }])
function blockOf(part: Part): Block {
  if (!('split' in part)) return { node: part }
  const node: FlowNode = { id: part.id, type: part.split, name: `环节${part.id}` }
  const ways = part.ways.map(way => ({ ...(way.when ? { when: way.when } : {}), steps: way.steps.map(blockOf) }))
  return part.split === 'condition' ? { node, ways } : { node, ways, join: { id: `${part.id}Join`, type: 'parallel', name: '汇合' } }
}

const found = (ids: readonly string[]): Approver[] => ids.map(userId => ({ userId, role: `${userId}的岗位` }))
export interface Around {
  applicant?: string
  people?: Readonly<Record<string, readonly string[]>>
  superiors?: Readonly<Record<string, readonly string[]>>
  owners?: readonly string[]
  disabled?: readonly string[]
  facts?: World['facts']
}
export const world = ({ applicant = 'student', people = {}, superiors = {}, owners = ['owner'], disabled = [], facts = {} }: Around = {}): World => ({
  applicantId: applicant,
  facts,
  people: new Map(Object.entries(people).map(([step, ids]) => [step, found(ids)])),
  superiors: new Map(Object.entries(superiors).map(([step, ids]) => [step, found(ids)])),
  owners: found(owners),
  isAble: userId => !disabled.includes(userId),
})

/** A case under test: applies events, collects the effects, and exposes the open tasks. */
export class TestCase {
  readonly graph: FlowGraph
  around: World
  state: CaseState | undefined
  effects: readonly Effect[] = []
  readonly all: Effect[] = []
  constructor(graph: FlowGraph, around: Around | World = {}) {
    this.graph = graph
    this.around = 'isAble' in around ? around : world(around)
  }
  /** Applies an event; throws if it is refused. */
  tell(event: CaseEvent): this {
    const outcome = advance(this.graph, this.state, event, this.around)
    if (outcome.ok !== true) throw new Error(`${event.kind}: ${JSON.stringify(outcome)}`)
    this.state = outcome.state
    this.effects = outcome.effects
    this.all.push(...outcome.effects)
    return this
  }
  submit(): this {
    return this.tell({ kind: 'submit' })
  }
  /** Applies an event that must be refused and returns the refusal; throws if it is accepted. */
  refused(event: CaseEvent): CaseRefusal {
    const outcome = advance(this.graph, this.state, event, this.around)
    if (outcome.ok !== false) throw new Error(`${event.kind} is not refused: ${JSON.stringify(outcome)}`)
    return outcome.refusal
  }
  /** Id of the user's single open task. */
  task(userId: string, states: ReadonlyArray<Task['state']> = ['todo']): number {
    const task = this.state?.tasks.findLast(t => t.userId === userId && states.includes(t.state))
    if (!task) throw new Error(`${userId} has nothing to do: ${this.todo().join(', ')}`)
    return task.no
  }
  approve = (...userIds: readonly string[]): this => {
    for (const by of userIds) this.tell({ kind: 'approve', task: this.task(by), by })
    return this
  }
  reject = (by: string): this => this.tell({ kind: 'reject', task: this.task(by), by })
  return = (by: string, to = 'applicant', walkAgain = false): this => this.tell({ kind: 'return', task: this.task(by), by, to, walkAgain })
  /** `step:user` of all open tasks. */
  todo = (): string[] => (this.state?.tasks ?? []).filter(t => t.state === 'todo').map(t => `${t.node}:${t.userId}`)
  places = (): string[] => (this.state?.places ?? []).map(p => p.node)
  stateOf = (userId: string): string | undefined => this.state?.tasks.findLast(t => t.userId === userId)?.state
}
