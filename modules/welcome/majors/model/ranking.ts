/** Somebody who wants another major, as the ranking sees them. */
export interface Wish {
  id: string
  score: number
  /** Decides where scores are equal: the moment of the application, then its id. */
  at: string
  /** The grade-major they leave, and those they want, in order. */
  from: string
  choices: readonly string[]
}
export interface Assigned {
  id: string
  rank: number
  /** The grade-major that takes them; null where no place was left. */
  to: string | null
  /** The pass in which it had a place for them: after the first it is one that a leaver has freed. */
  pass: number | null
}
const byRank = (a: Wish, b: Wish): number => b.score - a.score || (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1)
const countOf = (ids: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
/** One pass by rank: each takes the first of their choices that has a place. */
function pass(ranked: readonly Wish[], places: ReadonlyMap<string, number>): Array<string | null> {
  const free = new Map(places)
  return ranked.map(({ choices }) => {
    const to = choices.find(choice => (free.get(choice) ?? 0) > 0) ?? null
    if (to) free.set(to, (free.get(to) ?? 0) - 1)
    return to
  })
}
/**
 * 30-WM2: places by score, then by time. Whoever leaves a major that takes part frees a place in it for the next pass, which begins at the top, so that nobody gets a place that somebody
 * better wanted and missed. It ends where a pass changes nothing: with more places nobody loses theirs, so the places that are freed only grow.
 */
export function assign(wishes: readonly Wish[], quota: ReadonlyMap<string, number>): { assigned: Assigned[]; passes: number } {
  const ranked = [...wishes].sort(byRank)
  let assigned: Assigned[] = ranked.map(({ id }, n) => ({ id, rank: n + 1, to: null, pass: null }))
  for (let n = 1; ; n++) {
    const freed = countOf(ranked.flatMap((w, i) => (assigned[i]?.to && quota.has(w.from) ? w.from : [])))
    const result = pass(ranked, new Map([...quota].map(([id, places]) => [id, places + (freed.get(id) ?? 0)])))
    if (n > 1 && result.every((to, i) => to === assigned[i]?.to)) return { assigned, passes: n - 1 }
    assigned = assigned.map((a, i) => {
      const to = result[i] ?? null
      return to === a.to ? a : { ...a, to, pass: to ? n : null }
    })
  }
}
