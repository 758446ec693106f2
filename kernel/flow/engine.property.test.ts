import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dice, eventOf, randomFlow } from '#testing/flow-random.ts'
import type { CaseEvent, CaseState, Effect, Outcome, Place, Task, World } from './case.ts'
import { advance, isEnded } from './engine.ts'
import type { FlowGraph } from './graph.ts'

const OPEN = new Set<Task['state']>(['waiting', 'todo', 'delegated'])
const open = (state: CaseState) => state.tasks.filter(t => OPEN.has(t.state))

const WAITS = new Set<string | undefined>(['wait', 'auto', 'sub'])
const deep = (places: readonly Place[]): Place[] => places.flatMap(place => [place, ...deep(place.back ?? [])])

/** A case driven by random events; checks the invariants after every event. */
class Watched {
  state: CaseState | undefined
  readonly graph: FlowGraph
  readonly around: World
  private readonly todo = new Set<number>()
  private readonly closed = new Map<number, string>()
  private readonly waits = new Set<string>()
  private ends = 0
  constructor(graph: FlowGraph, around: World) {
    this.graph = graph
    this.around = around
  }
  tell(event: CaseEvent): Outcome {
    const before = JSON.stringify(this.state)
    const outcome = advance(this.graph, this.state, event, this.around)
    expect(JSON.stringify(this.state)).toBe(before)
    expect(outcome.ok).not.toBe('needs')
    if (this.state && isEnded(this.state)) expect(outcome).toMatchObject({ ok: false, refusal: { key: 'ended' } })
    if (outcome.ok === false) expect(outcome.refusal.key).toBeTruthy()
    if (outcome.ok !== true) return outcome
    if (event.kind === 'waited' || event.kind === 'autoDone' || event.kind === 'subEnded') this.waits.delete(event.node)
    for (const effect of outcome.effects) this.follow(effect)
    this.check(outcome.state)
    this.state = outcome.state
    return outcome
  }
  private follow(effect: Effect): void {
    if (effect.kind === 'opened') this.todo.add(effect.task)
    if (effect.kind === 'held') this.todo.delete(effect.task)
    if (effect.kind === 'ended') this.ends += 1
    if (effect.kind === 'wait' || effect.kind === 'auto' || effect.kind === 'sub') this.waits.add(effect.node)
    if (effect.kind === 'left') this.waits.delete(effect.node)
    if (effect.kind !== 'closed') return
    expect(this.closed.has(effect.task), `task ${effect.task} ends once`).toBe(false)
    this.closed.set(effect.task, effect.as)
    this.todo.delete(effect.task)
  }
  private check(state: CaseState): void {
    // Open todos match the tasks' state.
    expect([...this.todo].sort()).toEqual(
      state.tasks
        .filter(t => t.state === 'todo')
        .map(t => t.no)
        .sort(),
    )
    for (const task of state.tasks) expect(OPEN.has(task.state) ? undefined : task.state, `task ${task.no}`).toBe(this.closed.get(task.no))
    const waiting = deep([...state.places, ...(state.backTo ?? [])]).filter(p => !p.came && WAITS.has(this.graph.nodes.find(n => n.id === p.node)?.type))
    expect([...this.waits].sort()).toEqual(waiting.map(p => p.node).sort())
    // Nobody approves their own application (10-W5).
    const own = state.tasks.filter(t => t.userId === this.around.applicantId).map(t => this.graph.nodes.find(n => n.id === t.node))
    expect(own.every(node => node?.type === 'handle' && node.approvers.by === 'applicant')).toBe(true)
    // No step is completed twice on one walk.
    expect(new Set(state.passed.map(p => p.node)).size).toBe(state.passed.length)
    expect(this.ends).toBe(isEnded(state) ? 1 : 0)
    if (state.state === 'pending') this.checkPlaces(state)
    if (state.state === 'returned' || isEnded(state)) expect(open(state)).toEqual([])
    if (isEnded(state)) expect(state.places).toEqual([])
  }
  /** No deadlock: every place has a person or event that can move it on. */
  private checkPlaces(state: CaseState): void {
    expect(state.places.length).toBeGreaterThan(0)
    expect(new Set(state.places.map(p => p.node)).size).toBe(state.places.length)
    const joins = state.places.filter(p => this.graph.nodes.find(n => n.id === p.node)?.type === 'parallel')
    expect(joins.length, 'a join waits for something').toBeLessThan(state.places.length)
    for (const place of state.places) {
      const asked = state.tasks.filter(t => t.visit === place.visit && OPEN.has(t.state))
      if (place.visit !== undefined) expect(asked.some(t => t.state === 'todo')).toBe(true)
      expect(new Set(asked.filter(t => t.kind === 'decide').map(t => t.userId)).size).toBe(asked.filter(t => t.kind === 'decide').length)
    }
    const visits = new Set(state.places.flatMap(p => p.visit ?? []))
    expect(open(state).every(t => visits.has(t.visit))).toBe(true)
  }
}
/** Approves everything until the case ends. */
function finish(c: Watched): void {
  for (let i = 0; i < 500 && c.state && !isEnded(c.state); i++) {
    const { state } = c
    const task = state.tasks.find(t => t.state === 'todo')
    const outcome = c.tell(
      state.state === 'suspended'
        ? { kind: 'resume', by: 'admin' }
        : state.state === 'returned'
          ? { kind: 'resubmit' }
          : task
            ? { kind: task.kind === 'opinion' ? 'answer' : 'approve', task: task.no, by: task.userId }
            : arrived(c.graph, state),
    )
    expect(outcome.ok, JSON.stringify(outcome)).toBe(true)
  }
  expect(c.state && isEnded(c.state)).toBe(true)
}
function arrived(graph: FlowGraph, state: CaseState): CaseEvent {
  const node = state.places.map(p => graph.nodes.find(n => n.id === p.node)).find(n => n?.type === 'wait' || n?.type === 'auto' || n?.type === 'sub')
  if (node?.type === 'wait') return { kind: 'waited', node: node.id }
  if (node?.type === 'auto') return { kind: 'autoDone', node: node.id }
  return { kind: 'subEnded', node: node?.id ?? '', approved: true }
}

describe('any flow, any people, any order of events', () => {
  it('no case is stuck unsaid, lost or decided twice; every task ends once; what ended stays ended', () => {
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(randomFlow, fc.array(dice, { maxLength: 60, size: 'max' }), ({ graph, around }, throws) => {
        const c = new Watched(graph, around)
        expect(c.tell({ kind: 'submit' }).ok).toBe(true)
        for (const d of throws) {
          if (!c.state) return
          const event = eventOf(d, graph, c.state)
          const outcome = c.tell(event)
          if (outcome.ok === true) seen.set(event.kind, (seen.get(event.kind) ?? 0) + 1)
          // A repeated decision is refused.
          if (outcome.ok === true && (event.kind === 'approve' || event.kind === 'reject' || event.kind === 'return')) expect(c.tell(event).ok).toBe(false)
        }
        finish(c)
      }),
      { numRuns: 500 },
    )
    // The generator produces every kind of event.
    expect([...seen.keys()].sort()).toEqual([...EVERY].sort())
  })
  it('ends approved when everybody agrees', () => {
    fc.assert(
      fc.property(randomFlow, ({ graph, around }) => {
        const c = new Watched(graph, around)
        c.tell({ kind: 'submit' })
        finish(c)
        expect(c.state?.state).toBe('approved')
      }),
      { numRuns: 300 },
    )
  })
})
const EVERY: ReadonlyArray<CaseEvent['kind']> = [
  'approve',
  'reject',
  'return',
  'transfer',
  'delegate',
  'answer',
  'addSign',
  'removeSign',
  'takeBack',
  'timeout',
  'resubmit',
  'waited',
  'autoDone',
  'subEnded',
  'suspend',
  'resume',
  'jump',
  'reassign',
  'withdraw',
  'void',
]
