import type { Weights } from '../rules.ts'
import { isOf, roomFault } from './hard.ts'
import type { PlanInput } from './types.ts'

/** The input as sorted integer arrays, so that input order is irrelevant. People `0…count-1` are students, those after them residents. */
export interface World {
  count: number
  studentIds: string[]
  bedIds: string[]
  roomIds: string[]
  classOf: Int32Array
  majorOf: Int32Array
  gradeOf: Int32Array
  genderOf: Int32Array
  prefectureOf: Int32Array
  smokes: Int8Array
  sleepAt: Int32Array
  wakeAt: Int32Array
  quiet: Int8Array
  wantsBed: Int32Array
  isTall: Uint8Array
  /** Must be placed before others. */
  comesFirst: Uint8Array
  /** 20-DP3: mutual wishes. */
  mates: Int32Array[]
  /** Quotas a student counts for. */
  quotasOf: Int32Array[]
  /** Class of rooms that are equivalent for hard rules, so each is checked once. */
  kindOf: Int32Array
  may: Uint8Array[]
  roomOfBed: Int32Array
  bedTypeOf: Int32Array
  longBed: number
  bedsOf: Int32Array[]
  /** Residents by room. */
  residentsOf: Int32Array[]
  capacityOf: Int32Array
  genderOfRoom: Int32Array
  floorOf: Int32Array
  isKept: Uint8Array
  isAccessible: Uint8Array
  /** The next room on the floor, or -1; and the previous one. */
  next: Int32Array
  before: Int32Array
  floors: number
  majors: number
  quotaBeds: Int32Array
  quotaRooms: Int32Array
  /** Pinned bed, -1 for none, `NO_SUCH_BED` for one outside the pool. */
  pinned: Int32Array
  weights: Weights
  scoredBy: Weights
  mixesGrades: boolean
  perPrefecture: number
}
export const NO_SUCH_BED = -2
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
/** Indices of names in sorted order. */
function numbered(names: Iterable<string>): Map<string, number> {
  return new Map([...new Set(names)].sort(byText).map((name, n) => [name, n]))
}
const at = (of: ReadonlyMap<string, number>, name: string | null): number => (name === null ? -1 : (of.get(name) ?? -1))
const ints = <T>(rows: readonly T[], value: (row: T) => number): Int32Array => Int32Array.from(rows, value)
const NUMBER = /\d+/
/** Natural sort: 2 before 10. */
const numberIn = (text: string): number => Number(NUMBER.exec(text)?.[0] ?? 0)

export function worldOf(input: PlanInput): World {
  const { rules } = input
  const students = [...input.students].sort((a, b) => byText(a.id, b.id))
  const rooms = [...input.rooms].sort(
    (a, b) => byText(a.dormId, b.dormId) || a.floorNo - b.floorNo || byText(a.floorId, b.floorId) || numberIn(a.roomNo) - numberIn(b.roomNo) || byText(a.id, b.id),
  )
  const roomAt = new Map(rooms.map((r, n) => [r.id, n]))
  const beds = input.beds.filter(b => roomAt.has(b.roomId)).sort((a, b) => (roomAt.get(a.roomId) ?? 0) - (roomAt.get(b.roomId) ?? 0) || a.bedNo - b.bedNo || byText(a.id, b.id))
  const residents = input.residents.filter(r => roomAt.has(r.roomId)).sort((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
  const people = [...students, ...residents]
  const classes = numbered(people.flatMap(p => p.classId ?? []))
  const majors = numbered(people.flatMap(p => p.majorId ?? []))
  const genders = numbered([...students.map(s => s.genderCode), ...rooms.map(r => r.genderCode)])
  const prefectures = numbered(students.flatMap(s => s.prefecture ?? []))
  const types = numbered([...beds.map(b => b.bedType), ...students.flatMap(s => s.bedType ?? []), 'long'])
  const floors = numbered(rooms.map(r => r.floorId))
  const studentAt = new Map(students.map((s, n) => [s.id, n]))
  const bedAt = new Map(beds.map((b, n) => [b.id, n]))
  const wished = students.map(s => new Set(s.wishes))
  const floorOf = ints(rooms, r => at(floors, r.floorId))
  const roomOfBed = ints(beds, b => roomAt.get(b.roomId) ?? -1)
  // students are grouped by the traits rooms check, so that 20 million pairs are evaluated once per group
  const kinds = new Map<string, number>()
  const kindOf = ints(students, s => {
    const key = JSON.stringify([s.genderCode, s.campusId, s.needsAccessible, s.isInternational, s.departmentId, s.classId])
    if (!kinds.has(key)) kinds.set(key, kinds.size)
    return kinds.get(key) ?? 0
  })
  const may: Uint8Array[] = []
  for (const [n, s] of students.entries()) {
    const kind = kindOf[n] ?? 0
    may[kind] ??= Uint8Array.from(rooms, r => (roomFault(s, r, rules) ? 0 : 1))
  }
  const pinned = new Int32Array(students.length).fill(-1)
  for (const pin of input.pins) {
    const s = studentAt.get(pin.studentId)
    if (s !== undefined) pinned[s] = bedAt.get(pin.bedId) ?? NO_SUCH_BED
  }
  const quotas = [...input.quotas].sort((a, b) => byText(JSON.stringify(a), JSON.stringify(b)))
  return {
    count: students.length,
    studentIds: students.map(s => s.id),
    bedIds: beds.map(b => b.id),
    roomIds: rooms.map(r => r.id),
    classOf: ints(people, p => at(classes, p.classId)),
    majorOf: ints(people, p => at(majors, p.majorId)),
    gradeOf: ints(people, p => p.grade ?? -1),
    genderOf: ints(students, s => at(genders, s.genderCode)),
    prefectureOf: Int32Array.from(people, (_, n) => at(prefectures, students[n]?.prefecture ?? null)),
    smokes: Int8Array.from(people, (_, n) => (students[n]?.smokes === true ? 1 : students[n]?.smokes === false ? 0 : -1)),
    sleepAt: Int32Array.from(people, (_, n) => students[n]?.sleepAt ?? -1),
    wakeAt: Int32Array.from(people, (_, n) => students[n]?.wakeAt ?? -1),
    quiet: Int8Array.from(people, (_, n) => students[n]?.quiet ?? 0),
    wantsBed: ints(students, s => at(types, s.bedType)),
    isTall: Uint8Array.from(students, s => ((s.height ?? 0) > rules.tallFrom ? 1 : 0)),
    comesFirst: Uint8Array.from(students, s => (s.needsAccessible || s.hasPriority || s.isInternational ? 1 : 0)),
    mates: students.map((s, n) =>
      Int32Array.from(
        [...(wished[n] ?? [])].flatMap(id => {
          const other = studentAt.get(id)
          return other !== undefined && other !== n && students[other]?.genderCode === s.genderCode && wished[other]?.has(s.id) ? [other] : []
        }),
      ).sort(),
    ),
    quotasOf: students.map(s => Int32Array.from(quotas.flatMap((q, n) => (isOf(s, q) ? [n] : [])))),
    kindOf,
    may,
    roomOfBed,
    bedTypeOf: ints(beds, b => at(types, b.bedType)),
    longBed: at(types, 'long'),
    bedsOf: groups(roomOfBed, rooms.length, 0),
    residentsOf: groups(
      ints(residents, r => roomAt.get(r.roomId) ?? -1),
      rooms.length,
      students.length,
    ),
    capacityOf: ints(rooms, r => r.capacity),
    genderOfRoom: ints(rooms, r => at(genders, r.genderCode)),
    floorOf,
    isKept: Uint8Array.from(rooms, r => (r.onlyDepartmentId !== null || r.onlyClassIds !== null ? 1 : 0)),
    isAccessible: Uint8Array.from(rooms, r => (r.accessible ? 1 : 0)),
    next: Int32Array.from(rooms, (_, n) => (n + 1 < rooms.length && floorOf[n + 1] === floorOf[n] ? n + 1 : -1)),
    before: Int32Array.from(rooms, (_, n) => (n > 0 && floorOf[n - 1] === floorOf[n] ? n - 1 : -1)),
    floors: floors.size,
    majors: majors.size,
    quotaBeds: ints(quotas, q => q.beds),
    quotaRooms: ints(quotas, q => q.rooms ?? -1),
    pinned,
    weights: rules.weights,
    scoredBy: input.scoredBy ?? rules.weights,
    mixesGrades: rules.mixesGrades,
    perPrefecture: rules.perPrefecture,
  }
}
/** Members of each group, as indices from `from` on. */
function groups(groupOf: Int32Array, size: number, from: number): Int32Array[] {
  const lists: number[][] = Array.from({ length: size }, () => [])
  for (const [n, group] of groupOf.entries()) lists[group]?.push(n + from)
  return lists.map(list => Int32Array.from(list))
}
