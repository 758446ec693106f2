/** One move from a bed to another. */
export interface Step {
  studentId: string
  fromBedId: string
  toBedId: string
}
/** Moves in order: each bed is freed by the next move. A cycle returns to its first. */
export interface Chain {
  steps: readonly Step[]
  isRing: boolean
}
/**
 * 20-DM7: decomposes a list of moves into chains and cycles. Each student leaves one bed and each bed has one new occupant, so every move belongs to exactly one.
 */
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
  // a chain begins with the move whose old bed nobody in the list takes
  const chains = steps.filter(s => !taken.has(s.fromBedId)).map(s => ({ steps: follow(s), isRing: false }))
  const rings = steps.flatMap(s => (seen.has(s) ? [] : [{ steps: follow(s), isRing: true }]))
  return [...rings, ...chains]
}
