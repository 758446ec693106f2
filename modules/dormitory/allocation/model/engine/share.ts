import { percentOf } from '#model/percent.ts'
import { isOf, roomFault } from './hard.ts'
import type { Measures } from './measures.ts'
import type { Occupant, PlanInput, Quota, Room } from './types.ts'

/** A room, or some of its beds, granted to a class or college. */
export interface Granted {
  roomId: string
  departmentId: string | null
  classId: string | null
  grade: number | null
  genderCode: string
  beds: number
}
/** Students granted rooms together. */
interface Group {
  departmentId: string | null
  classId: string | null
  grade: number | null
  genderCode: string
  demand: number
  /** Representative of the group for room checks. */
  who: Occupant
  quotas: Quota[]
}
interface Open {
  room: Room
  free: number
  groups: Group[]
}
const byText = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0)

/** 20-DP1, by rooms: whole rooms to colleges or classes while they fill them, then the remainders together. */
export function shareRooms(input: PlanInput, mode: 'toCollege' | 'toClass'): { lines: Granted[]; measures: Measures } {
  const groups = groupsOf(input, mode)
  const rooms = openRooms(input)
  const lines: Granted[] = []
  const used = new Map<Quota, { beds: number; rooms: number }>()
  const grant = (group: Group, open: Open, beds: number): void => {
    open.free -= beds
    open.groups.push(group)
    lines.push({ roomId: open.room.id, departmentId: group.departmentId, classId: group.classId, grade: group.grade, genderCode: group.genderCode, beds })
    for (const q of group.quotas) {
      const now = used.get(q) ?? { beds: 0, rooms: 0 }
      used.set(q, { beds: now.beds + beds, rooms: now.rooms + 1 })
    }
  }
  const left = new Map(groups.map(group => [group, group.demand]))
  const room = (group: Group, least: (need: number, open: Open) => boolean): void => {
    for (const open of rooms) {
      const need = allowed(group, left.get(group) ?? 0, used)
      if (!need) return
      if (!least(need, open) || !takes(open, group, mode, input)) continue
      const beds = Math.min(need, open.free)
      grant(group, open, beds)
      left.set(group, (left.get(group) ?? 0) - beds)
    }
  }
  for (const group of groups) room(group, (need, open) => !open.groups.length && need >= open.free)
  for (const group of groups) room(group, (need, open) => open.groups.length > 0 && need <= open.free)
  for (const group of groups) room(group, () => true)
  return { lines, measures: measuresOf(groups, left, lines, rooms, mode) }
}
function groupsOf({ students, quotas }: PlanInput, mode: 'toCollege' | 'toClass'): Group[] {
  const unit = (s: Occupant): string | null => (mode === 'toClass' ? s.classId : s.departmentId)
  const known = students.filter(s => unit(s) !== null).sort((a, b) => byText(a.id, b.id))
  const sorted = Map.groupBy(known, s => JSON.stringify([s.genderCode, s.grade, s.departmentId, mode === 'toClass' ? s.majorId : null, unit(s)]))
  return [...sorted]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([, of]) => {
      const first = of[0]
      if (!first) return []
      const { departmentId, classId, grade, genderCode } = first
      const who = { ...first, classId: mode === 'toClass' ? classId : null, needsAccessible: false, isInternational: false }
      return [{ departmentId, classId: who.classId, grade, genderCode, demand: of.length, who, quotas: quotas.filter(q => isOf(who, q)) }]
    })
}
function openRooms({ rooms, beds }: PlanInput): Open[] {
  const free = new Map<string, number>()
  for (const b of beds) free.set(b.roomId, (free.get(b.roomId) ?? 0) + 1)
  const number = (r: Room): number => Number(/\d+/.exec(r.roomNo)?.[0] ?? 0)
  const sorted = [...rooms].sort((a, b) => byText(a.dormId, b.dormId) || a.floorNo - b.floorNo || byText(a.floorId, b.floorId) || number(a) - number(b) || byText(a.id, b.id))
  return sorted.flatMap(room => (free.get(room.id) ? [{ room, free: free.get(room.id) ?? 0, groups: [] }] : []))
}
/** What the quotas leave of a need. */
function allowed(group: Group, need: number, used: ReadonlyMap<Quota, { beds: number; rooms: number }>): number {
  return group.quotas.reduce((most, q) => {
    const now = used.get(q) ?? { beds: 0, rooms: 0 }
    return q.rooms !== null && now.rooms >= q.rooms ? 0 : Math.min(most, q.beds - now.beds)
  }, need)
}
/** Whether a room can take a group beside its occupants: same college, and same grade unless grades may mix. */
function takes(open: Open, group: Group, mode: 'toCollege' | 'toClass', { rules, residents }: PlanInput): boolean {
  if (!open.free || open.groups.includes(group) || roomFault(group.who, open.room, rules)) return false
  if (open.groups.some(g => mode === 'toClass' && g.departmentId !== group.departmentId)) return false
  if (rules.mixesGrades) return true
  return open.groups.every(g => g.grade === group.grade) && residents.every(r => r.roomId !== open.room.id || r.grade === group.grade)
}
function measuresOf(groups: readonly Group[], left: ReadonlyMap<Group, number>, lines: readonly Granted[], rooms: readonly Open[], mode: 'toCollege' | 'toClass'): Measures {
  const students = groups.reduce((sum, g) => sum + g.demand, 0)
  const unplaced = groups.reduce((sum, g) => sum + (left.get(g) ?? 0), 0)
  const used = rooms.filter(open => open.groups.length)
  const floorOf = new Map(rooms.map(open => [open.room.id, open.room.floorId]))
  const floors = (g: Group): number => new Set(used.filter(open => open.groups.includes(g)).map(open => floorOf.get(open.room.id))).size
  const share = (placed: number, of: number): number => Math.floor(percentOf(placed, of) ?? 0)
  return {
    students,
    placed: students - unplaced,
    unplaced,
    wishesMet: 0,
    wishesOf: 0,
    classes: groups.length,
    classesSplit: groups.filter(g => floors(g) > 1).length,
    rooms: used.length,
    halfEmpty: used.filter(open => open.free > 0).length,
    mixedRooms: used.filter(open => open.groups.length > 1).length,
    score: share(students - unplaced, students),
    byClass:
      mode === 'toCollege'
        ? []
        : [...Map.groupBy(groups, g => g.classId ?? '')].map(([classId, of]) => {
            const demand = of.reduce((sum, g) => sum + g.demand, 0)
            const placed = demand - of.reduce((sum, g) => sum + (left.get(g) ?? 0), 0)
            const own = lines.filter(l => l.classId === classId)
            return { classId, students: demand, placed, rooms: own.length, floors: new Set(own.map(l => floorOf.get(l.roomId))).size, score: share(placed, demand) }
          }),
  }
}
