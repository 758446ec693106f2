import type { PresortRules } from '../rules.ts'
import type { Occupant, Quota, Resident, Room } from './types.ts'

export const HARD_RULES = {
  gender: '性别不符',
  campus: '不在学生所在校区',
  accessible: '不是无障碍房间',
  international: '不是留学生楼',
  kept: '房间留给了别的学院或班级',
  grade: '年级不同',
  quota: '超出配额',
} as const
export type HardRule = keyof typeof HARD_RULES

/** 20-DP1: constraints of the room itself. */
export function roomFault(who: Occupant, room: Room, rules: PresortRules): HardRule | undefined {
  if (who.genderCode !== room.genderCode) return 'gender'
  if (rules.ownCampus && who.campusId !== null && who.campusId !== room.campusId) return 'campus'
  if (who.needsAccessible && !room.accessible) return 'accessible'
  if (who.isInternational && !rules.internationalDormIds.includes(room.dormId)) return 'international'
  if (room.onlyDepartmentId !== null && who.departmentId !== room.onlyDepartmentId) return 'kept'
  if (room.onlyClassIds !== null && (who.classId === null || !room.onlyClassIds.includes(who.classId))) return 'kept'
  return undefined
}
/** Constraints of its occupants. */
export const gradeFault = (who: Pick<Occupant, 'grade'>, others: ReadonlyArray<Pick<Resident, 'grade'>>, rules: PresortRules): HardRule | undefined =>
  rules.mixesGrades || others.every(o => o.grade === who.grade) ? undefined : 'grade'
/** Whether a student counts for a quota. */
export const isOf = (who: Pick<Occupant, 'genderCode' | 'departmentId' | 'gradeMajorId' | 'classId'>, quota: Quota): boolean => {
  if (quota.genderCode !== who.genderCode) return false
  if (quota.classId !== null) return quota.classId === who.classId
  if (quota.gradeMajorId !== null) return quota.gradeMajorId === who.gradeMajorId
  return quota.departmentId === who.departmentId
}
