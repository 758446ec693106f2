import { type Pool, poolSays } from '../../places/model/pool.ts'
import { GENDER_WORDS, mayLive, ROOM_WHY } from '../../stays/model/rules.ts'
import type { ClaimRule } from './refusals.ts'

export interface Claimant {
  id: string
  name: string
  genderCode: string
  departmentId: string | null
  grade: number | null
  classId: string | null
  status: string | null
}
/** Bed data needed to judge a claim. */
export interface ClaimBed {
  id: string
  fullName: string
  bedNo: number
  roomId: string
  roomNo: string
  room: string
  floorId: string
  dormId: string
  departmentId: string | null
  isEnabled: boolean
  isLocked: boolean
  /** Key of `ROOM_WHY` if the room is unavailable. */
  why: string | null
  genderCode: string | null
  isTaken: boolean
}
export interface Fault {
  rule: ClaimRule
  values: Record<string, unknown>
}
/** Names of classes and colleges used in refusals. */
export interface Names {
  classOf: (id: string | null) => string
  collegeOf: (id: string | null) => string
}
const fault = (rule: ClaimRule, values: Record<string, unknown>): Fault => ({ rule, values })

/** Reasons against this student in this bed; claims of others last, as they change from moment to moment. */
export function againstBed(round: { name: string; pool: Pool }, who: Claimant, bed: ClaimBed, names: Names): Fault | undefined {
  const says = poolSays(round.pool, bed, who)
  const at = bed.fullName
  if (says === 'outside') return fault('outside', { bed: at, name: round.name })
  if (says === 'otherClass') return fault('otherClass', { room: bed.room, holder: holders(round.pool, bed.roomId, names), own: names.classOf(who.classId) })
  if (says === 'otherCollege') return fault('otherCollege', { room: bed.room, holder: names.collegeOf(bed.departmentId), own: names.collegeOf(who.departmentId) })
  if (bed.genderCode !== who.genderCode)
    return bed.genderCode
      ? fault('gender', { bed: at, room: GENDER_WORDS[bed.genderCode] ?? bed.genderCode, student: GENDER_WORDS[who.genderCode] ?? who.genderCode })
      : fault('off', { bed: at, why: '没有设置住宿性别' })
  if (bed.why) return fault('off', { bed: at, why: ROOM_WHY[bed.why as keyof typeof ROOM_WHY] ?? bed.why })
  if (!bed.isEnabled) return fault('off', { bed: at, why: '已停用' })
  if (bed.isLocked) return fault('off', { bed: at, why: '已锁定' })
  return bed.isTaken ? fault('taken', {}) : undefined
}
const holders = (pool: Pool, roomId: string, { classOf }: Names): string =>
  [...new Set(pool.grants.filter(g => g.roomIds.includes(roomId)).flatMap(g => g.classIds))].map(classOf).join('、')

export { mayLive }
