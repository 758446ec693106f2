/** Somebody who leaves one bed for another. */
export interface Step {
  studentId: string
  fromBedId: string
  toBedId: string
}
/** Who takes whose bed, in order: the first moves when the last has left. A ring comes back to its first. */
export interface Chain {
  steps: readonly Step[]
  isRing: boolean
}
/** 20-DM7: sorts a list of moves into chains and rings. Each student leaves one bed and each bed is given to one, so every move stands in exactly one of them. */
export function chainsOf(steps: readonly Step[]): Chain[] {
  const leaving = new Map(steps.map(s => [s.fromBedId, s]))
  const taken = new Set(steps.map(s => s.toBedId))
  const seen = new Set<Step>()
  const follow = (first: Step): Step[] => {
    const found: Step[] = []
    for (let step: Step | undefined = first; step && !seen.has(step); step = leaving.get(step.toBedId)) {
      seen.add(step)
      found.push(step)
    }
    return found
  }
  // a chain begins with whoever leaves a bed that nobody of the list wants
  const chains = steps.filter(s => !taken.has(s.fromBedId)).map(s => ({ steps: follow(s), isRing: false }))
  const rings = steps.flatMap(s => (seen.has(s) ? [] : [{ steps: follow(s), isRing: true }]))
  return [...rings, ...chains]
}
