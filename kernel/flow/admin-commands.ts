import { go } from './arrive.ts'
import type { CaseEvent, Place } from './case.ts'
import { closeOpen, endCase, leave, type Run, refuse, removePlace } from './run.ts'

type EventOf<K extends CaseEvent['kind']> = Extract<CaseEvent, { kind: K }>
type Came = EventOf<'waited' | 'autoDone' | 'subEnded'>

export function suspend(run: Run): void {
  const { state } = run.state
  if (state === 'pending' || state === 'returned') run.state = { ...run.state, state: 'suspended', before: state }
}
/** Continues a suspended case, including what arrived (wait, auto, sub) during the suspension. */
export function resume(run: Run) {
  if (run.state.state !== 'suspended') return refuse(run, 'notSuspended', { state: run.state.state })
  const { before = 'pending', ...state } = run.state
  run.state = { ...state, state: before }
  if (before !== 'pending') return
  const resumeWaiting = run.state.places.filter(place => place.came)
  for (const place of resumeWaiting) removePlace(run, place)
  if (resumeWaiting.length)
    go(
      run,
      resumeWaiting.map(place => ({ restore: place })),
    )
}
/** Forced by an administrator of the process: closes all open tasks and continues at the given step. */
export function jump(run: Run, event: EventOf<'jump'>) {
  const node = run.ways.node(event.to)
  if (!node) return refuse(run, 'unknownStep', { node: event.to })
  // Jumping to the end would approve the case without an approver.
  if (node.type === 'start' || node.type === 'end') return refuse(run, 'mayNot', { action: 'jump' })
  closeOpen(run, () => true, 'cancelled')
  leave(run, [...run.state.places, ...(run.state.backTo ?? [])])
  const behind = run.ways.from(event.to)
  const { backTo: _left, ...state } = run.state
  run.state = { ...state, state: 'pending', jumped: state.lastNo, places: [], passed: state.passed.filter(p => !behind.has(p.node)) }
  go(run, [{ to: event.to }])
}
export const voidCase = (run: Run): void => endCase(run, 'cancelled')

const WAITS = { waited: 'wait', autoDone: 'auto', subEnded: 'sub' } as const
/** A wait, an auto step or a sub-flow has finished. Recorded at its place while the case is suspended or returned. */
export function came(run: Run, event: Came) {
  const isRefused = event.kind === 'subEnded' && !event.approved
  const place = run.ways.node(event.node)?.type === WAITS[event.kind] ? waiting(run, event.node) : undefined
  if (!place || place.came) return refuse(run, 'notWaiting', { node: event.node })
  if (isRefused && run.state.state !== 'suspended') return endCase(run, 'rejected')
  if (run.state.state !== 'pending' || !run.state.places.includes(place)) return remember(run, event.node, isRefused ? 'refused' : 'done')
  removePlace(run, place)
  go(run, [{ restore: { ...place, came: 'done' } }])
}
const deep = (places: readonly Place[]): Place[] => places.flatMap(place => [place, ...deep(place.back ?? [])])
const waiting = (run: Run, node: string): Place | undefined => deep([...run.state.places, ...(run.state.backTo ?? [])]).find(place => place.node === node)
function remember(run: Run, node: string, what: 'done' | 'refused'): void {
  const mark = (place: Place): Place => ({ ...place, ...(place.node === node ? { came: what } : {}), ...(place.back ? { back: place.back.map(mark) } : {}) })
  const { backTo } = run.state
  run.state = { ...run.state, places: run.state.places.map(mark), ...(backTo ? { backTo: backTo.map(mark) } : {}) }
}
