import type { FlowProblem } from '../../model/process-design.ts'
import { type Chosen, keyOf } from './design.ts'

/** What is chosen to put a problem right: the branch it is about, else the step. */
export function placeOf({ node, way }: FlowProblem): Chosen | undefined {
  if (!node) return undefined
  return typeof way === 'number' ? { of: node, way } : { node }
}
/** Problems by step and branch. One of a branch stands at its step, too: not every drawing shows its branches. */
export function problemsBy(problems: readonly FlowProblem[]): ReadonlyMap<string, readonly FlowProblem[]> {
  const found = new Map<string, FlowProblem[]>()
  for (const problem of problems) {
    const place = placeOf(problem)
    for (const key of new Set([problem.node, place && keyOf(place)])) if (key) found.set(key, [...(found.get(key) ?? []), problem])
  }
  return found
}
