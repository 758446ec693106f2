import type { Placed } from './solve.ts'
import type { PlanInput } from './types.ts'

/** Results of one class in a simulation. */
export interface ClassMeasure {
  classId: string
  students: number
  placed: number
  rooms: number
  floors: number
  /** Mean score of its students, 0 to 100. */
  score: number
}
/** 20-DP6: metrics for comparing simulations. */
export interface Measures {
  students: number
  placed: number
  unplaced: number
  /** Students with at least one mutual wish met, and students with any. */
  wishesMet: number
  wishesOf: number
  classes: number
  /** Classes whose men or women are spread over several floors. */
  classesSplit: number
  rooms: number
  halfEmpty: number
  mixedRooms: number
  score: number
  byClass: ClassMeasure[]
}
const mean = (of: readonly number[]): number => (of.length ? Math.round(of.reduce((sum, n) => sum + n, 0) / of.length) : 0)

export function measure(input: PlanInput, placed: readonly Placed[]): Measures {
  const students = new Map(input.students.map(s => [s.id, s]))
  const rooms = new Map(input.rooms.map(r => [r.id, r]))
  const seated = placed.filter(p => p.roomId !== null)
  const living = peopleByRoom(input, seated)
  const wishes = seated.flatMap(p => p.reasons.find(r => r.rule === 'wish') ?? [])
  const groups = Map.groupBy(placed, p => students.get(p.studentId)?.classId ?? '')
  const byClass = [...groups].filter(([id]) => id).map(([classId, of]) => classMeasure(classId, of, rooms))
  byClass.sort((a, b) => (a.classId < b.classId ? -1 : 1))
  return {
    students: placed.length,
    placed: seated.length,
    unplaced: placed.length - seated.length,
    wishesMet: wishes.filter(w => w.met).length,
    wishesOf: wishes.length,
    classes: byClass.length,
    classesSplit: splitClasses(seated, students, rooms),
    rooms: living.size,
    halfEmpty: [...living].filter(([id, who]) => who.length < (rooms.get(id)?.capacity ?? 0)).length,
    mixedRooms: [...living.values()].filter(who => new Set(who).size > 1).length,
    score: mean(seated.map(p => p.score)),
    byClass,
  }
}
/** Classes of all occupants of the rooms used. */
function peopleByRoom(input: PlanInput, seated: readonly Placed[]): Map<string, Array<string | null>> {
  const classes = new Map(input.students.map(s => [s.id, s.classId]))
  const living = new Map<string, Array<string | null>>()
  for (const p of seated) living.set(p.roomId ?? '', [...(living.get(p.roomId ?? '') ?? []), classes.get(p.studentId) ?? null])
  for (const r of input.residents) living.get(r.roomId)?.push(r.classId)
  return living
}
function classMeasure(classId: string, of: readonly Placed[], rooms: ReadonlyMap<string, { floorId: string }>): ClassMeasure {
  const seated = of.filter(p => p.roomId !== null)
  const used = new Set(seated.map(p => p.roomId ?? ''))
  return {
    classId,
    students: of.length,
    placed: seated.length,
    rooms: used.size,
    floors: new Set([...used].map(id => rooms.get(id)?.floorId)).size,
    score: mean(seated.map(p => p.score)),
  }
}
function splitClasses(
  seated: readonly Placed[],
  students: ReadonlyMap<string, { classId: string | null; genderCode: string }>,
  rooms: ReadonlyMap<string, { floorId: string }>,
): number {
  const floors = new Map<string, Set<string>>()
  for (const p of seated) {
    const who = students.get(p.studentId)
    if (!who?.classId) continue
    const key = `${who.classId} ${who.genderCode}`
    floors.set(key, (floors.get(key) ?? new Set()).add(rooms.get(p.roomId ?? '')?.floorId ?? ''))
  }
  return new Set([...floors].filter(([, on]) => on.size > 1).map(([key]) => key.split(' ')[0])).size
}
