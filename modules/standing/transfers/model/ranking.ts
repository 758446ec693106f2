/** Somebody who wants another major, as the ranking sees them. */
export interface Candidate {
  id: string
  /** Decides where scores are equal, so that the ranking can be repeated. */
  no: string
  score: number
  /** Added to the score for returned soldiers and founders. */
  bonus: number
  /** The grade-major they leave, and those they want, in order. */
  from: string
  choices: readonly string[]
}
/** Free places: into each grade-major, and out of those that may lose only so many. */
export interface Places {
  into: ReadonlyMap<string, number>
  outOf: ReadonlyMap<string, number>
}
export interface Placed {
  id: string
  rank: number
  /** The grade-major that takes them; null where no place was left. */
  to: string | null
}
const byRank = (a: Candidate, b: Candidate): number => b.score + b.bonus - (a.score + a.bonus) || b.score - a.score || (a.no < b.no ? -1 : 1)

/**
 * Places candidates in the order of their scores: each gets the first of their choices that still has a place, as long as their own grade-major may lose one more. The same candidates give
 * the same result in whatever order they come.
 */
export function placeAll(candidates: readonly Candidate[], { into, outOf }: Places): Placed[] {
  const [free, leaving] = [new Map(into), new Map(outOf)]
  return [...candidates].sort(byRank).map(({ id, from, choices }, n) => {
    const mayLeave = (leaving.get(from) ?? 1) > 0
    const to = mayLeave ? choices.find(choice => (free.get(choice) ?? 0) > 0) : undefined
    if (to) {
      free.set(to, (free.get(to) ?? 0) - 1)
      if (leaving.has(from)) leaving.set(from, (leaving.get(from) ?? 0) - 1)
    }
    return { id, rank: n + 1, to: to ?? null }
  })
}
