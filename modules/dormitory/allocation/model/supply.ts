export interface Demand {
  campusId: string | null
  genderCode: string
  departmentId: string | null
  n: number
}
export interface Supply {
  /** Empty where campuses are ignored. */
  campusId: string | null
  genderCode: string
  demand: number
  beds: number
  short: number
}
/** 20-DP5: demand, supply and shortage by campus and gender; one line per gender where campuses are ignored. */
export function suppliesOf(demand: readonly Demand[], beds: ReadonlyArray<{ campusId: string; genderCode: string; n: number }>, ownCampus: boolean): Supply[] {
  const sums = new Map<string, Supply>()
  const at = (campusId: string | null, genderCode: string): Supply => {
    const place = ownCampus ? campusId : null
    const key = `${place} ${genderCode}`
    const found = sums.get(key) ?? { campusId: place, genderCode, demand: 0, beds: 0, short: 0 }
    sums.set(key, found)
    return found
  }
  for (const d of demand) at(d.campusId, d.genderCode).demand += d.n
  for (const b of beds) at(b.campusId, b.genderCode).beds += b.n
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, s]) => ({ ...s, short: Math.max(0, s.demand - s.beds) }))
    .filter(s => s.demand || s.beds)
}
