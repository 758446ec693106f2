import type { Row } from '#model'
import type { StudentStatus } from '#modules/student/model/status.ts'
import { EXTENSION, RESUMPTION } from '../model/change-type.ts'
import type { statusChange } from '../model/status-change.ts'
import type { ChangeContext, StuClass, Student } from './known.ts'
import type { ChangeType } from './types.ts'

export type Change = Row<typeof statusChange>
/** What a change asks for; a form or a row. */
export type ChangeInput = Pick<Change, 'typeId' | 'reasonCode' | 'effectiveDate'> &
  Partial<Pick<Change, 'until' | 'toClassId' | 'otherSchool' | 'otherLevel' | 'admissionScore' | 'lineScore' | 'reasonText' | 'ground' | 'docNo' | 'proofs'>>

/** How the student stands afterwards. */
export interface Target {
  status: StudentStatus
  until: string | null
  place: { classId: string | null; gradeMajorId: string }
  expectedGraduation: string | null
}
export function targetOf(
  { code, toStatus }: Pick<ChangeType, 'code' | 'toStatus'>,
  row: Student,
  asked: Pick<ChangeInput, 'until'> & Partial<Pick<Change, 'isTransfer' | 'toGradeMajorId'>>,
  toClass: StuClass | undefined,
): Target {
  const status = (toStatus ?? row.status) as StudentStatus
  const until = asked.until ?? null
  return {
    status,
    until: code === EXTENSION || !toStatus ? row.statusUntil : until,
    place: placeOf(row, asked, toClass),
    expectedGraduation: code === EXTENSION ? until : toClass && toClass.grade !== row.grade ? toClass.expectedEnd : row.expectedGraduation,
  }
}
/** A transfer of major may lead to a grade-major whose classes are not made yet. */
function placeOf(row: Student, { isTransfer, toGradeMajorId }: Partial<Pick<Change, 'isTransfer' | 'toGradeMajorId'>>, toClass: StuClass | undefined): Target['place'] {
  if (toClass) return { classId: toClass.id, gradeMajorId: toClass.gradeMajorId }
  return isTransfer && toGradeMajorId ? { classId: null, gradeMajorId: toGradeMajorId } : { classId: row.classId, gradeMajorId: row.gradeMajorId ?? '' }
}
const gradeFits = (code: string, grade: number, own: number): boolean => {
  if (code === 'skip') return grade < own
  if (code === 'repeat' || code === 'stepDown') return grade > own
  return code !== RESUMPTION || grade >= own
}
/** Classes a change of this type may lead to; the next grade first, where a student usually returns to. */
export function classesFor({ code, placement }: ChangeType, { student, classes }: ChangeContext): StuClass[] {
  if (placement === 'none') return []
  const grade = student.grade ?? 0
  const fits = (c: StuClass): boolean => {
    if (c.state === 'ended') return false
    if (placement === 'sameGradeMajor') return c.gradeMajorId === student.gradeMajorId && c.id !== student.classId
    return placement === 'any' || (c.majorId === student.majorId && gradeFits(code, c.grade, grade))
  }
  const far = (c: StuClass): number => Math.abs(c.grade - (grade + 1))
  return [...classes.values()].filter(fits).sort((a, b) => far(a) - far(b) || a.classNo.localeCompare(b.classNo))
}
