import type { StepPlace } from './step.ts'

const before = (step: StepPlace): string[] => (step.dependsOn ?? []).flatMap(code => code ?? [])
/** Codes that steps wait for and that are none of theirs. */
export const unknownIn = (steps: readonly StepPlace[]): Array<{ step: StepPlace; code: string }> => {
  const known = new Set(steps.map(s => s.code))
  return steps.flatMap(step =>
    before(step)
      .filter(code => !known.has(code))
      .map(code => ({ step, code })),
  )
}
/** 30-WS1: steps in layers, each behind all that it waits for; what is left over waits for itself in a circle. */
export function layersOf<S extends StepPlace>(steps: readonly S[]): { layers: S[][]; circle: S[] } {
  const layers: S[][] = []
  const placed = new Set<string>()
  let rest = [...steps]
  for (;;) {
    const next = rest.filter(s => before(s).every(code => placed.has(code) || !steps.some(o => o.code === code)))
    if (!next.length) return { layers, circle: onCircle(rest) }
    layers.push(next)
    for (const s of next) placed.add(s.code)
    rest = rest.filter(s => !next.includes(s))
  }
}
/** Of steps that cannot be placed, those that others of them wait for in turn: who merely stands behind a circle is not named. */
function onCircle<S extends StepPlace>(rest: readonly S[]): S[] {
  const needed = rest.filter(s => rest.some(o => before(o).includes(s.code)))
  return needed.length === rest.length ? needed : onCircle(needed)
}
/** Codes of all steps that stand behind one, over any number of steps. */
export function behind(steps: readonly StepPlace[], code: string): string[] {
  const found = new Set([code])
  for (let last = 0; last < found.size; ) {
    last = found.size
    for (const step of steps) if (before(step).some(of => found.has(of))) found.add(step.code)
  }
  found.delete(code)
  return [...found]
}
