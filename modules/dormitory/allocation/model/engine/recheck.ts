import { gradeFault, HARD_RULES, isOf, roomFault } from './hard.ts'
import type { PlanInput } from './types.ts'

export interface Seat {
  studentId: string
  bedId: string
}
const WORDS = {
  ...HARD_RULES,
  gone: '不再需要床位，或已移出方案',
  bedOut: '床位已有人、停用或锁定，或不在范围里',
  bedTwice: '床位安排给了两人',
  twice: '安排了两张床位',
  pin: '已指定别的床位',
} as const
export type SeatFault = keyof typeof WORDS
export const SEAT_FAULTS: Readonly<Record<SeatFault, string>> = WORDS

/** 20-DP1, DP8: independent verification of a finished plan: every violated hard rule, seat by seat, without the engine's own data structures. */
export function recheck(input: PlanInput, seats: readonly Seat[]): Map<string, SeatFault> {
  const students = new Map(input.students.map(s => [s.id, s]))
  const rooms = new Map(input.rooms.map(r => [r.id, r]))
  const roomOf = new Map(input.beds.map(b => [b.id, b.roomId]))
  const pins = new Map(input.pins.map(p => [p.studentId, p.bedId]))
  const people = peopleIn(input, seats, roomOf)
  const faults = new Map<string, SeatFault>()
  const beds = new Set<string>()
  const seen = new Set<string>()
  const seatFault = ({ studentId, bedId }: Seat): SeatFault | undefined => {
    const who = students.get(studentId)
    if (!who) return 'gone'
    const room = rooms.get(roomOf.get(bedId) ?? '')
    if (!room) return 'bedOut'
    if ((pins.get(studentId) ?? bedId) !== bedId) return 'pin'
    return roomFault(who, room, input.rules) ?? gradeFault(who, people.get(room.id) ?? [], input.rules)
  }
  for (const { studentId, bedId } of seats) {
    const fault = beds.has(bedId) ? 'bedTwice' : seen.has(studentId) ? 'twice' : seatFault({ studentId, bedId })
    if (fault) faults.set(studentId, fault)
    beds.add(bedId)
    seen.add(studentId)
  }
  for (const studentId of overQuota(input, seats, roomOf)) if (!faults.has(studentId)) faults.set(studentId, 'quota')
  return faults
}
function peopleIn(input: PlanInput, seats: readonly Seat[], roomOf: ReadonlyMap<string, string>): Map<string, Array<{ grade: number | null }>> {
  const grades = new Map(input.students.map(s => [s.id, s.grade]))
  const people = new Map<string, Array<{ grade: number | null }>>()
  const add = (roomId: string, grade: number | null): void => void people.set(roomId, [...(people.get(roomId) ?? []), { grade }])
  for (const r of input.residents) add(r.roomId, r.grade)
  for (const s of seats) add(roomOf.get(s.bedId) ?? '', grades.get(s.studentId) ?? null)
  return people
}
/** Students placed beyond a quota's beds or rooms. */
function overQuota(input: PlanInput, seats: readonly Seat[], roomOf: ReadonlyMap<string, string>): string[] {
  const students = new Map(input.students.map(s => [s.id, s]))
  return input.quotas.flatMap(quota => {
    const rooms = new Set<string>()
    let beds = 0
    return seats.flatMap(({ studentId, bedId }) => {
      const who = students.get(studentId)
      if (!who || !isOf(who, quota)) return []
      rooms.add(roomOf.get(bedId) ?? '')
      beds++
      return beds > quota.beds || (quota.rooms !== null && rooms.size > quota.rooms) ? [studentId] : []
    })
  })
}
