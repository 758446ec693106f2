import { admit } from './admit.ts'
import type { AdmissionData } from './wishes.ts'

/** Places of a plan for a category. */
export interface Places {
  planId: string
  category: string
  places: number
}
export interface Round {
  offers: Array<{ id: string; planId: string }>
  /** After unused places of other categories have come or gone. */
  places: Places[]
  free: number
  /** Equals on both sides of the last place. */
  tied: string[]
}
const keyOf = ({ planId, category }: Pick<Places, 'planId' | 'category'>): string => `${planId} ${category}`

/**
 * 30-ES8: who gets the places that nobody holds, from nothing but what is given. `data.people` are those who wait; `held` counts who has a place, confirmed or not, and none of them
 * moves. It is the same pass as the run's, over the places that are left: by rank, each the first choice with a place, unused ones of a category to others where that is allowed.
 */
export function nextRound(data: AdmissionData, places: readonly Places[], held: ReadonlyMap<string, number>): Round {
  const heldIn = (of: Pick<Places, 'planId' | 'category'>): number => held.get(keyOf(of)) ?? 0
  const left = Map.groupBy(places, p => p.planId)
  const plans = data.plans.map(plan => ({
    ...plan,
    quotas: (left.get(plan.id) ?? []).map(p => ({ category: p.category, places: Math.max(0, p.places - heldIn(p)) })),
  }))
  const of = admit({ ...data, plans, params: { ...data.params, adjust: false } })
  return {
    offers: of.placements.flatMap(({ id, planId }) => (planId ? [{ id, planId }] : [])),
    places: of.plans.map(p => ({ planId: p.planId, category: p.category, places: p.places + heldIn(p) })),
    free: of.plans.reduce((sum, p) => sum + p.places - p.filled, 0),
    tied: of.placements.flatMap(p => (p.isTied ? [p.id] : [])),
  }
}
/** Names a plan's places for a category. */
export const heldKey = keyOf
