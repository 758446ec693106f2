import { go, isJoin, type Move } from './arrive.ts'
import type { CaseEvent, CaseState, Place } from './case.ts'
import type { FlowGraph } from './graph.ts'
import { isAsking } from './graph.ts'
import { indexGraph } from './graph-index.ts'
import { choose, mayUse, mine, mustDecide } from './my-task.ts'
import { closeOpen, closeTask, leave, nameOf, type Run, refuse, setPlaces } from './run.ts'

type EventOf<K extends CaseEvent['kind']> = Extract<CaseEvent, { kind: K }>

/** Steps a task can be returned to besides the applicant, the nearest last: asking steps completed on this walk from which this step is reachable. */
export function returnTargets(graph: FlowGraph, state: CaseState, node: string): string[] {
  const ways = indexGraph(graph)
  const asked = state.passed.filter(passed => {
    const before = ways.node(passed.node)
    return before && isAsking(before) && passed.node !== node && ways.from(passed.node).has(node) && state.tasks.some(task => task.node === passed.node)
  })
  return [...new Set(asked.map(passed => passed.node))]
}

export function returnTo(run: Run, event: EventOf<'return'>) {
  const at = mine(run, event)
  if (!at || !mustDecide(run, at.task, 'return') || !mayUse(run, at.step, 'return')) return
  const isPassed = event.to === 'applicant' || returnTargets(run.graph, run.state, at.step.id).includes(event.to)
  if (!isPassed) return refuse(run, 'notPassed', { node: nameOf(run, event.to), id: event.to })
  closeTask(run, at.task.no, 'done', { action: 'return' })
  run.effects.push({ kind: 'returned', to: event.to, from: at.step.id })
  closeOpen(run, task => task.visit === at.task.visit, 'skipped', event.by)
  if (event.to === 'applicant') return toApplicant(run)
  toStep(run, event.to, event.walkAgain === true)
}
/** Suspends the whole case; events of wait, auto and sub steps still arriving are recorded at their places. */
function toApplicant(run: Run): void {
  closeOpen(run, () => true, 'cancelled')
  run.state = { ...run.state, state: 'returned', backTo: run.state.places, places: [] }
}
function toStep(run: Run, to: string, isWalkedAgain: boolean): void {
  const removed = retreat(run, to)
  const behind = run.ways.from(to)
  const passed = run.state.passed.filter(p => (isWalkedAgain ? !behind.has(p.node) : p.node !== to))
  run.state = { ...run.state, passed }
  if (isWalkedAgain) leave(run, removed)
  go(run, [{ to, ...(isWalkedAgain ? {} : { back: removed }) }])
}
/** Removes all places reachable from this step and closes their tasks; parallel branches elsewhere stay. Returns the removed places. */
export function retreat(run: Run, to: string): Place[] {
  const behind = run.ways.from(to)
  const remaining: Place[] = []
  const removed: Place[] = []
  for (const place of run.state.places) {
    if (!behind.has(place.node)) remaining.push(place)
    else if (!isJoin(run, place)) removed.push(place)
    else split(place, source => behind.has(source), remaining, removed)
  }
  setPlaces(run, remaining)
  const gone = new Set(removed.flatMap(place => place.visit ?? []))
  closeOpen(run, task => gone.has(task.visit), 'cancelled')
  return removed
}
/** Splits a join: arrivals from other branches stay. */
function split(join: Place, isBehind: (source: string) => boolean, remaining: Place[], removed: Place[]): void {
  const arrived = join.arrived ?? []
  const mineToo = arrived.filter(isBehind)
  const stay = arrived.filter(source => !isBehind(source))
  if (stay.length) remaining.push({ ...join, arrived: stay })
  if (mineToo.length || !stay.length) removed.push({ ...join, arrived: mineToo })
}

/** Resubmission by the applicant: back to the returning step, or from the start. */
export function resubmit(run: Run, event: EventOf<'resubmit'>) {
  if (run.state.state !== 'returned') return refuse(run, 'notReturned', { state: run.state.state })
  choose(run, event.chosen)
  const { backTo = [], ...state } = run.state
  run.state = { ...state, state: 'pending', round: state.round + 1 }
  const straight: Move[] = event.walkAgain ? [] : backTo.map(place => ({ restore: place }))
  if (straight.length) return go(run, straight)
  leave(run, backTo)
  run.state = { ...run.state, passed: [] }
  start(run)
}
/** Enters the graph at its start step. */
export function start(run: Run) {
  const first = run.graph.nodes.find(node => node.type === 'start')
  if (!first) return refuse(run, 'stuck', { node: 'start', id: 'start', why: '' })
  go(run, [{ to: first.id }])
}
