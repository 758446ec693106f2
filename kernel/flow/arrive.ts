import type { Approver, Place } from './case.ts'
import { holds } from './facts.ts'
import { type AskStep, type FlowNode, MAX_STEPS } from './graph.ts'
import { decidedBefore, whoIsAsked } from './people.ts'
import { addPlace, addTask, closeOpen, closeTask, endCase, openTask, pass, type Run, refuseStuck, removePlace } from './run.ts'
import { approvers, type Verdict, Votes } from './vote.ts'

/** A move of the walk: along an edge to a step, or restoring a place left before. */
export type Move = { to: string; from?: string; back?: readonly Place[] } | { restore: Place }

/** Walks until every place waits for a person or an event. */
export function go(run: Run, moves: readonly Move[]): void {
  const queue = [...moves]
  // Loop guard; a graph that passed validation never reaches it.
  let left = MAX_STEPS * 20
  while (!run.refusal && run.state.state === 'pending') {
    const move = queue.shift()
    if (move) queue.push(...('restore' in move ? restore(run, move.restore) : enter(run, move)))
    else {
      const join = completeJoin(run)
      if (!join) break
      removePlace(run, join)
      queue.push(...onward(run, join.node))
    }
    if (--left < 0) refuseStuck(run, run.state.places[0]?.node ?? '', 'loop')
  }
  if (!run.refusal && run.state.state === 'pending' && !run.state.places.length) endCase(run, 'approved')
}
/** A join waits while any other place can still reach it. */
const completeJoin = (run: Run): Place | undefined =>
  run.state.places.find(place => isJoin(run, place) && run.state.places.every(other => other === place || !run.ways.from(other.node).has(place.node)))
export const isJoin = (run: Run, place: Place): boolean => run.ways.node(place.node)?.type === 'parallel'

/** Moves along the outgoing edges; a step that is not an end and has none is a dead end. */
export function onward(run: Run, id: string): Move[] {
  const edges = run.ways.out(id)
  if (!edges.length) refuseStuck(run, id, 'noWay')
  for (const edge of edges) run.trace.push({ edge })
  return edges.map(edge => ({ to: edge.to, from: id }))
}
function enter(run: Run, move: Extract<Move, { to: string }>): Move[] {
  const node = run.ways.node(move.to)
  if (!node) {
    refuseStuck(run, move.to, 'unknown')
    return []
  }
  // Branches that meet without a join merge into one.
  if (node.type !== 'parallel' && run.state.places.some(place => place.node === node.id)) return []
  if (node.type === 'approve' || node.type === 'handle') return openStep(run, node, { isFresh: move.from !== undefined, ...(move.back ? { back: move.back } : {}) })
  if (node.type === 'condition') return choose(run, node.id)
  if (node.type === 'parallel' && run.ways.into(node.id).length > 1) return arriveAtJoin(run, { node: node.id, arrived: move.from ? [move.from] : [] })
  if (node.type === 'end') return []
  if (node.type === 'cc') run.effects.push({ kind: 'cc', node: node.id })
  if (node.type !== 'wait' && node.type !== 'auto' && node.type !== 'sub') return onward(run, node.id)
  addPlace(run, { node: node.id })
  run.effects.push(waitFor(node))
  return []
}
const waitFor = (node: Extract<FlowNode, { type: 'wait' | 'auto' | 'sub' }>) => {
  if (node.type === 'wait') return { kind: 'wait', node: node.id } as const
  if (node.type === 'auto') return { kind: 'auto', node: node.id, does: node.does } as const
  return { kind: 'sub', node: node.id, defCode: node.defCode } as const
}
/** First branch whose condition holds, else the default branch. */
function choose(run: Run, id: string): Move[] {
  const edges = run.ways.out(id)
  const edge = edges.find(e => e.when && holds(e.when, run.world.facts)) ?? edges.find(e => !e.when)
  if (!edge) {
    refuseStuck(run, id, 'noWay')
    return []
  }
  run.trace.push({ edge })
  return [{ to: edge.to, from: id }]
}
function arriveAtJoin(run: Run, place: Place): Move[] {
  const there = run.state.places.find(p => p.node === place.node)
  if (there) removePlace(run, there)
  addPlace(run, { node: place.node, arrived: [...new Set([...(there?.arrived ?? []), ...(place.arrived ?? [])])] })
  return []
}
/** Restores a place: an approval step is asked again, other steps continue to wait. */
function restore(run: Run, place: Place): Move[] {
  const node = run.ways.node(place.node)
  if (node?.type === 'approve' || node?.type === 'handle') return openStep(run, node, { isFresh: false, ...(place.back ? { back: place.back } : {}) })
  if (node?.type === 'parallel') return arriveAtJoin(run, place)
  const { came, ...waiting } = place
  if (came === 'refused') endCase(run, 'rejected')
  if (came === 'done') pass(run, place.node, [])
  if (came) return came === 'done' ? onward(run, place.node) : []
  addPlace(run, waiting)
  return []
}

/** Creates the tasks of a step. `isFresh`: reached by walking forward, so that approvers of the step directly before can be skipped (10-W6). */
function openStep(run: Run, step: AskStep, how: { isFresh: boolean; back?: readonly Place[] }): Move[] {
  const asked = whoIsAsked(run.graph, run.state, step, run.world)
  if (!asked) {
    run.needs.add(step.id)
    addPlace(run, { node: step.id })
    return []
  }
  const same = how.isFresh && step.samePolicy === 'pass' ? decidedBefore(run.graph, run.state, step.id) : []
  run.trace.push({ node: step.id, ...asked, ...(same.length ? { same } : {}) })
  if (asked.policy) run.effects.push({ kind: 'nobody', node: step.id, policy: asked.policy })
  if (asked.policy === 'skip') return skip(run, step.id, how.back)
  if (!asked.people.length) {
    refuseStuck(run, step.id, 'nobody')
    return []
  }
  const place: Place = { node: step.id, visit: run.state.lastNo + 1, ...(how.back ? { back: how.back } : {}) }
  addPlace(run, place)
  addVoters(run, step, place, asked.people)
  const verdict = settle(run, step, place, new Set(same))
  if (verdict === 'open') return []
  run.effects.push({ kind: 'skippedStep', node: step.id, why: 'same' })
  return finish(run, place, verdict)
}
function skip(run: Run, id: string, back: readonly Place[] | undefined): Move[] {
  run.effects.push({ kind: 'skippedStep', node: id, why: 'empty' })
  pass(run, id, [])
  return back ? back.map(place => ({ restore: place })) : onward(run, id)
}
function addVoters(run: Run, step: AskStep, place: Place, people: readonly Approver[]): void {
  const visit = place.visit ?? 0
  for (const [order, { userId, role }] of people.entries()) addTask(run, { node: step.id, visit, userId, originalUserId: userId, order, kind: 'decide', ...(role ? { role } : {}) })
}
/** Opens the tasks whose turn it is and returns the state of the vote. People in `same` approved the step directly before and pass without being asked. */
export function settle(run: Run, step: AskStep, place: Place, same: ReadonlySet<string> = new Set()): Verdict {
  for (;;) {
    const votes = new Votes(run.state.tasks, place.visit ?? 0)
    const verdict = votes.verdict(step.multi)
    const next = verdict === 'open' && votes.tasks.find(task => task.state === 'waiting' && votes.isTurn(task, step.multi))
    if (!next) return verdict
    if (same.has(next.userId)) closeTask(run, next.no, 'done', { action: 'passed' })
    else openTask(run, next.no)
  }
}
/** The step is decided: open tasks are skipped, the case continues or ends. */
export function finish(run: Run, place: Place, verdict: 'approved' | 'rejected', winner?: string): Move[] {
  closeOpen(run, task => task.visit === place.visit, 'skipped', winner)
  if (verdict === 'rejected') {
    endCase(run, 'rejected')
    return []
  }
  const by = approvers(new Votes(run.state.tasks, place.visit ?? 0))
  removePlace(run, place)
  pass(run, place.node, by)
  return place.back ? place.back.map(back => ({ restore: back })) : onward(run, place.node)
}
/** After a vote, or when a vote was dropped. */
export function afterVote(run: Run, step: AskStep, place: Place, winner?: string): void {
  const verdict = settle(run, step, place)
  if (verdict !== 'open') go(run, finish(run, place, verdict, winner))
}
