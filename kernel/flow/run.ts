import type { Approver, CaseRefusal, CaseState, Effect, Outcome, Place, Task, World } from './case.ts'
import { type AskStep, type FlowEdge, type FlowGraph, isAsking } from './graph.ts'
import { type GraphIndex, indexGraph } from './graph-index.ts'

/** Processing of one event: current state and collected effects. Parts of the state are replaced, never mutated. */
export interface Run {
  readonly graph: FlowGraph
  readonly ways: GraphIndex
  readonly world: World
  state: CaseState
  readonly effects: Effect[]
  /** Steps whose people must be looked up before the event can be processed. */
  readonly needs: Set<string>
  refusal?: CaseRefusal
  /** Trace of the walk, for simulation. */
  readonly trace: Trace[]
}
export type Trace = { edge: FlowEdge } | { node: string; people: readonly Approver[]; policy?: NobodyPolicy; without?: true; same?: readonly string[] }
export type NobodyPolicy = Extract<Effect, { kind: 'nobody' }>['policy']

export const FRESH: CaseState = { state: 'pending', places: [], tasks: [], passed: [], round: 1, lastNo: 0 }
export const begin = (graph: FlowGraph, state: CaseState, world: World): Run => ({
  graph,
  ways: indexGraph(graph),
  world,
  state,
  effects: [],
  needs: new Set(),
  trace: [],
})
/** `needs` takes precedence: without those people neither refusal nor result is reliable. */
export function outcomeOf(run: Run): Outcome {
  if (run.needs.size) return { ok: 'needs', steps: [...run.needs] }
  if (run.refusal) return { ok: false, refusal: run.refusal }
  return { ok: true, state: run.state, effects: run.effects }
}
/** Records a refusal; the first one wins. */
export function refuse(run: Run, key: CaseRefusal['key'], values?: CaseRefusal['values']): void {
  run.refusal ??= { key, ...(values ? { values } : {}) }
}
export const nameOf = (run: Run, id: string): string => run.ways.node(id)?.name || id
/** Reasons for a case that cannot continue. */
export const STUCK_TEXTS = { noWay: '没有可走的路', nobody: '没有人可以审批，也没有流程负责人', loop: '流程绕回了走过的环节', unknown: '流程里没有这个环节' } as const
export const refuseStuck = (run: Run, node: string, why: keyof typeof STUCK_TEXTS): void => refuse(run, 'stuck', { node: nameOf(run, node), id: node, why: STUCK_TEXTS[why] })

export const setPlaces = (run: Run, places: readonly Place[]): void => {
  run.state = { ...run.state, places }
}
export const addPlace = (run: Run, place: Place): void => setPlaces(run, [...run.state.places, place])
export const removePlace = (run: Run, place: Place): void =>
  setPlaces(
    run,
    run.state.places.filter(p => p.node !== place.node),
  )
/** Marks a step as completed. */
export function pass(run: Run, node: string, by: readonly string[]): void {
  run.state = { ...run.state, passed: [...run.state.passed, { node, round: run.state.round, by }] }
}

export const isOpen = (task: Pick<Task, 'state'>): boolean => task.state === 'waiting' || task.state === 'todo' || task.state === 'delegated'
export const taskNo = (run: Run, no: number): Task | undefined => run.state.tasks.find(task => task.no === no)
export function changeTask(run: Run, no: number, change: Partial<Task>): void {
  run.state = { ...run.state, tasks: run.state.tasks.map(task => (task.no === no ? { ...task, ...change } : task)) }
}
/** Adds a task in state `waiting`; `settle` opens it when it is its turn. */
export function addTask(run: Run, given: Omit<Task, 'no' | 'state' | 'round' | 'visit'> & { visit?: number; state?: 'todo' }): Task {
  const no = run.state.lastNo + 1
  const task: Task = { visit: no, state: 'waiting', ...given, no, round: run.state.round }
  run.state = { ...run.state, lastNo: no, tasks: [...run.state.tasks, task] }
  if (task.state === 'todo') run.effects.push({ kind: 'opened', task: no })
  return task
}
export function openTask(run: Run, no: number): void {
  changeTask(run, no, { state: 'todo' })
  run.effects.push({ kind: 'opened', task: no })
}
export function holdTask(run: Run, no: number, state: 'waiting' | 'delegated'): void {
  changeTask(run, no, { state })
  run.effects.push({ kind: 'held', task: no })
}
/** Closes a task. `winner`: who decided in the user's place. */
export function closeTask(run: Run, no: number, as: 'done' | 'skipped' | 'cancelled', how: { action?: Task['action']; winner?: string } = {}): void {
  const { action, winner } = how
  changeTask(run, no, { state: as, ...(action ? { action } : {}), ...(winner ? { actedBy: winner } : {}) })
  run.effects.push({ kind: 'closed', task: no, as, ...(winner ? { winner } : {}) })
}
export function closeOpen(run: Run, which: (task: Task) => boolean, as: 'skipped' | 'cancelled', winner?: string): void {
  for (const task of run.state.tasks) if (isOpen(task) && which(task)) closeTask(run, task.no, as, winner ? { winner } : {})
}
/** Emits `left` for abandoned wait, auto and sub steps. */
export function leave(run: Run, places: readonly Place[]): void {
  for (const place of places) {
    const type = run.ways.node(place.node)?.type
    if (!place.came && (type === 'wait' || type === 'auto' || type === 'sub')) run.effects.push({ kind: 'left', node: place.node })
    leave(run, place.back ?? [])
  }
}
/** Ends the case: closes all open tasks and abandons all places. */
export function endCase(run: Run, as: 'approved' | 'rejected' | 'withdrawn' | 'cancelled'): void {
  closeOpen(run, () => true, 'cancelled')
  leave(run, [...run.state.places, ...(run.state.backTo ?? [])])
  const { backTo: _gone, before: _over, ...state } = run.state
  run.state = { ...state, state: as, places: [] }
  run.effects.push({ kind: 'ended', as })
}
export function stepOf(run: Run, id: string): AskStep | undefined {
  const node = run.ways.node(id)
  return node && isAsking(node) ? node : undefined
}
