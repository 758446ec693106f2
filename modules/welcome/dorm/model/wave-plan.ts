export const OPEN_RULES = { byCollege: '按学院', byClass: '按班级', all: '不分批' } as const
export type OpenRule = keyof typeof OPEN_RULES
/** Those who have still to choose, by college and class. */
export interface ClassCount {
  departmentId: string | null
  classId: string | null
  people: number
}
export interface PlannedWave {
  group: { departmentIds?: string[]; classIds?: string[] }
  people: number
}
interface Unit {
  id: string
  people: number
}
const sum = (of: ReadonlyArray<{ people: number }>): number => of.reduce((n, one) => n + one.people, 0)
const unitsBy = (counts: readonly ClassCount[], key: 'departmentId' | 'classId'): Unit[] =>
  [...Map.groupBy(counts, c => c[key])].flatMap(([id, own]) => (id ? [{ id, people: sum(own) }] : []))
/** The largest first, each into the first wave with room; one that is too large alone has a wave of its own. */
function packed(units: readonly Unit[], most: number): Unit[][] {
  const waves: Unit[][] = []
  for (const unit of units.toSorted((a, b) => b.people - a.people || a.id.localeCompare(b.id))) {
    const wave = waves.find(w => sum(w) + unit.people <= most)
    if (wave) wave.push(unit)
    else waves.push([unit])
  }
  return waves
}
const waveOf = (key: 'departmentIds' | 'classIds', units: readonly Unit[]): PlannedWave => ({ group: { [key]: units.map(u => u.id) }, people: sum(units) })
/**
 * 30-WD6: waves of at most so many people. A college that is larger by itself is split by its classes, if all its people have one; what cannot be split stays whole, and the planner
 * warns.
 */
export function planWaves(counts: readonly ClassCount[], rule: OpenRule, most: number): PlannedWave[] {
  if (rule === 'all') return [{ group: {}, people: sum(counts) }]
  if (rule === 'byClass') return packed(unitsBy(counts, 'classId'), most).map(units => waveOf('classIds', units))
  const colleges = unitsBy(counts, 'departmentId')
  const classesOf = (id: string): ClassCount[] => counts.filter(c => c.departmentId === id)
  const large = colleges.filter(c => c.people > most && classesOf(c.id).every(k => k.classId))
  const split = large.flatMap(c => packed(unitsBy(classesOf(c.id), 'classId'), most).map(units => waveOf('classIds', units)))
  const whole = packed(
    colleges.filter(c => !large.includes(c)),
    most,
  ).map(units => waveOf('departmentIds', units))
  return [...split, ...whole]
}
