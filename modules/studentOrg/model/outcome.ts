export interface Standing {
  id: string
  votes: number
}
export interface Outcome {
  elected: string[]
  /** Who goes into a further round, and for how many seats. */
  next: string[]
  seatsLeft: number
}
/**
 * 60-OG4, OG6: elected is who more than half of those present chose, as far as seats go. A tie at the last seat leaves it to the tied; seats that nobody won by half go to a further round of the best,
 * one more than there are seats.
 */
export function outcomeOf(candidates: readonly Standing[], seats: number, present: number): Outcome {
  const ranked = candidates.toSorted((a, b) => b.votes - a.votes || (a.id < b.id ? -1 : 1))
  const over = ranked.filter(c => c.votes * 2 > present)
  const ids = (list: readonly Standing[]): string[] => list.map(c => c.id)
  const [last, first] = [over[seats - 1], over[seats]]
  if (last && first && last.votes === first.votes) {
    const above = over.filter(c => c.votes > last.votes)
    return { elected: ids(above), next: ids(over.filter(c => c.votes === last.votes)), seatsLeft: seats - above.length }
  }
  const elected = over.slice(0, seats)
  const seatsLeft = seats - elected.length
  if (!seatsLeft) return { elected: ids(elected), next: [], seatsLeft: 0 }
  const rest = ranked.filter(c => !elected.includes(c))
  const edge = rest[seatsLeft]
  // whoever has as many votes as the last of them goes with them
  return { elected: ids(elected), next: ids(edge ? rest.filter(c => c.votes >= edge.votes) : rest), seatsLeft }
}
/** 60-OG4: more than two thirds have to take part in the election of a league branch committee. */
export const isQuorate = (present: number, voters: number): boolean => present * 3 > voters * 2
/** 60-OG4: how many candidates so many seats need; a league branch has a fifth more. */
export const candidatesNeeded = (seats: number, isBranch: boolean): number => (isBranch ? Math.ceil((seats * 6) / 5) : seats)
