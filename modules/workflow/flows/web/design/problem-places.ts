import type { FlowProblem } from '../../model/process-design.ts'
import { type Chosen, keyOf } from './design.ts'

/** Selection for fixing a problem: its branch, else its step. */
export function placeOf({ node, way }: FlowProblem): Chosen | undefined {
  if (!node) return undefined
  return typeof way === 'number' ? { of: node, way } : { node }
}
/** Problems by step and branch. A branch's problem is also listed at its step, as not every view shows branches. */
export function problemsBy(problems: readonly FlowProblem[]): ReadonlyMap<string, readonly FlowProblem[]> {
  const found = new Map<string, FlowProblem[]>()
  for (const problem of problems) {
    const place = placeOf(problem)
    for (const key of new Set([problem.node, place && keyOf(place)])) if (key) found.set(key, [...(found.get(key) ?? []), problem])
  }
  return found
}
