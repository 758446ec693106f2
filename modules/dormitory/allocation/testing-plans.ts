import type { FreeBed, Occupant, PlanInput, Room } from './model/engine/types.ts'
import { USUAL_RULES } from './model/rules.ts'

export const pad = (n: number): string => String(n).padStart(3, '0')
/** A student without preferences. */
export const sleeper = (id: string, more: Partial<Occupant> = {}): Occupant => ({
  id,
  classId: 'c1',
  majorId: 'm1',
  gradeMajorId: 'g1',
  departmentId: 'd1',
  campusId: 'k1',
  grade: 2026,
  genderCode: '2',
  isInternational: false,
  needsAccessible: false,
  hasPriority: false,
  prefecture: null,
  bedType: null,
  sleepAt: null,
  wakeAt: null,
  quiet: null,
  smokes: null,
  height: null,
  wishes: [],
  ...more,
})
/** A room of four for women. */
export const room = (n: number, more: Partial<Room> = {}): Room => ({
  id: `r${pad(n)}`,
  roomNo: String(100 + n),
  floorId: 'f1',
  dormId: 'h1',
  campusId: 'k1',
  floorNo: 1,
  genderCode: '2',
  accessible: false,
  onlyDepartmentId: null,
  onlyClassIds: null,
  capacity: 4,
  ...more,
})
export const bedsIn = (rooms: readonly Room[], types: readonly string[] = ['loft']): FreeBed[] =>
  rooms.flatMap(r => [1, 2, 3, 4].map(bedNo => ({ id: `${r.id}-${bedNo}`, roomId: r.id, bedNo, bedType: types[(bedNo - 1) % types.length] ?? 'loft' })))
/** A plan over four rooms by default. */
export const plan = (more: Partial<PlanInput>): PlanInput => {
  const rooms = more.rooms ?? [1, 2, 3, 4].map(n => room(n))
  return { students: [], rooms, beds: bedsIn(rooms), residents: [], quotas: [], pins: [], rules: USUAL_RULES, seed: 1, ...more }
}
