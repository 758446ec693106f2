import { schoolTimeText } from '#model/school-time.ts'
import { isEnded, STUDENT_STATUS, type StudentStatus } from '#modules/student/model/status.ts'
import { ROOM_STATES, ROOM_USAGES } from '../../places/model/places.ts'

/** GB/T 2261.1 */
export const GENDERS = { male: '1', female: '2' } as const
export const GENDER_WORDS: Readonly<Record<string, string>> = { [GENDERS.male]: '男', [GENDERS.female]: '女' }
export interface BedOf {
  id: string
  fullName: string
  bedNo: number
  roomId: string
  dormId: string
  isEnabled: boolean
  lockReason: string | null
  lockedAt: string | null
  lockedByName: string | null
  /** Why the room is unavailable. */
  why: RoomWhy | null
  /** 20-DB1 */
  genderCode: string | null
}
/** Labels of unavailable rooms. */
export const ROOM_WHY = { gone: '已删除', off: '已停用', repair: `在${ROOM_STATES.repair}`, closed: `已${ROOM_STATES.closed}`, ...usages() } as const
export type RoomWhy = string
function usages(): Record<string, string> {
  return Object.fromEntries(Object.entries(ROOM_USAGES).map(([usage, label]) => [usage, `用作${label}`]))
}
export interface Violation {
  /** Key of the stay's refusals. */
  rule: 'studentGone' | 'bedOff' | 'bedLocked' | 'roomOff' | 'noGender' | 'gender'
  values: Record<string, string>
  field: 'studentNo' | 'bedId'
}
interface Person {
  name: string
  genderCode: string
  status: string | null
}
/** Former students and those on suspension get no new bed; those about to enrol do. */
export const mayLive = (status: string | null): boolean => status !== null && !isEnded(status) && status !== 'suspended'
const statusWord = (status: string | null): string => (status ? (STUDENT_STATUS[status as StudentStatus] ?? status) : '—')

/** All violations of this student in this bed, without conflicts with other stays. */
export function problemsOf(who: Person, bed: BedOf): Violation[] {
  const found: Violation[] = []
  const on = (rule: Violation['rule'], values: Record<string, string>, field: Violation['field'] = 'bedId') => found.push({ rule, values, field })
  const name = bed.fullName
  if (!mayLive(who.status)) on('studentGone', { name: who.name, status: statusWord(who.status) }, 'studentNo')
  if (!bed.isEnabled) on('bedOff', { bed: name })
  if (bed.lockReason) on('bedLocked', { bed: name, reason: bed.lockReason, by: bed.lockedByName ?? '—', at: bed.lockedAt ? schoolTimeText(bed.lockedAt) : '—' })
  if (bed.why) on('roomOff', { bed: name, why: ROOM_WHY[bed.why as keyof typeof ROOM_WHY] ?? bed.why })
  if (!bed.genderCode) on('noGender', { bed: name })
  else if (bed.genderCode !== who.genderCode)
    on('gender', { name: who.name, student: GENDER_WORDS[who.genderCode] ?? who.genderCode, bed: name, room: GENDER_WORDS[bed.genderCode] ?? bed.genderCode })
  return found
}
