/** A student to be lodged centrally. */
export interface Stayer {
  id: string
  genderCode: string
  /** Sort key: students of a college, then of a class, are placed adjacently. */
  departmentId: string
  classId: string
}
/** A bed unoccupied over these days. */
export interface CentralBed {
  id: string
  roomId: string
  floorId: string
  /** Of the room (20-DB1). */
  genderCode: string
}
export interface Placed {
  stayerId: string
  bedId: string
}
export interface Placement {
  placed: Placed[]
  /** Students without a bed. */
  left: string[]
}
const GENDERS = ['1', '2'] as const
/**
 * 20-DH2: one gender per floor, that of the people already there if any; classmates together, rooms filled one after the other. `sleeping`: people already on the
 * floor.
 */
export function placeStayers(stayers: readonly Stayer[], beds: readonly CentralBed[], sleeping: ReadonlyMap<string, ReadonlySet<string>> = new Map()): Placement {
  const floors = [...Map.groupBy(beds, b => b.floorId)].filter(([floorId]) => (sleeping.get(floorId)?.size ?? 0) < 2)
  const need = new Map(GENDERS.map(g => [g as string, stayers.filter(s => s.genderCode === g).length]))
  const given = new Map<string, CentralBed[]>(GENDERS.map(g => [g, []]))
  for (const [floorId, those] of bySize(floors)) {
    const [fixed] = sleeping.get(floorId) ?? []
    const gender = fixed ?? GENDERS.toSorted((a, b) => use(those, need, b) - use(those, need, a))[0] ?? '1'
    const fit = those.filter(b => b.genderCode === gender)
    if (!fit.length || (need.get(gender) ?? 0) <= 0) continue
    given.get(gender)?.push(...fit)
    need.set(gender, (need.get(gender) ?? 0) - fit.length)
  }
  return GENDERS.map(g =>
    fill(
      stayers.filter(s => s.genderCode === g),
      given.get(g) ?? [],
    ),
  ).reduce((all, one) => ({ placed: [...all.placed, ...one.placed], left: [...all.left, ...one.left] }), {
    placed: [],
    left: stayers.filter(s => !need.has(s.genderCode)).map(s => s.id),
  })
}
type Floor = readonly [string, CentralBed[]]
/** Large floors first, to use few floors; single-gender floors before floors that could take either. */
const bySize = (floors: readonly Floor[]): Floor[] => floors.toSorted((a, b) => kinds(a[1]) - kinds(b[1]) || b[1].length - a[1].length || a[0].localeCompare(b[0]))
const kinds = (beds: readonly CentralBed[]): number => new Set(beds.map(b => b.genderCode)).size
/** How many people of a gender a floor could take. */
const use = (beds: readonly CentralBed[], need: ReadonlyMap<string, number>, gender: string): number =>
  Math.min(beds.filter(b => b.genderCode === gender).length, Math.max(0, need.get(gender) ?? 0))
function fill(stayers: readonly Stayer[], beds: readonly CentralBed[]): Placement {
  const order = stayers.toSorted((a, b) => a.departmentId.localeCompare(b.departmentId) || a.classId.localeCompare(b.classId) || a.id.localeCompare(b.id))
  return { placed: order.slice(0, beds.length).map((s, n) => ({ stayerId: s.id, bedId: beds[n]?.id ?? '' })), left: order.slice(beds.length).map(s => s.id) }
}
