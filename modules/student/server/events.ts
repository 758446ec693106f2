import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { student } from '../model/student.ts'

type Student = Row<typeof student>
const HEAD = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']
const PLACE = ['classId', 'gradeMajorId', 'majorId', 'departmentId', 'campusId', 'grade']
/** Derived columns: not part of change events. */
const DERIVED = ['completeness', 'hasRecord', 'isAtSchool', 'counselledClassId', 'namePinyin', 'sourceProvince', 'status', 'statusUntil', 'studentNo', 'formerNos', 'personId']

export const placeIds = (row: Pick<Student, 'classId' | 'gradeMajorId' | 'departmentId'>) => ({
  classId: row.classId,
  gradeMajorId: row.gradeMajorId,
  departmentId: row.departmentId,
})

/** Emits a new or changed student number; the account follows it. */
export const beginNumber = (db: Db, studentId: string, xh: string, oldXh?: string | null): Promise<void> =>
  db.emit('student.numberAssigned', { studentId, xh, ...(oldXh ? { oldXh } : {}) })

/** Emits events for other modules: number, class, or any other field changed; `on`: the day from which the place holds. */
export async function told(db: Db, before: Student, after: Student, source: string, on = today()): Promise<void> {
  if (after.studentNo && after.studentNo !== before.studentNo) await beginNumber(db, after.id, after.studentNo, before.studentNo)
  if (before.classId !== after.classId || before.gradeMajorId !== after.gradeMajorId || before.departmentId !== after.departmentId)
    await db.emit('student.classChanged', { studentId: after.id, from: placeIds(before), to: placeIds(after), effectiveDate: on, cause: source })
  const fields = changedInfo(before, after)
  if (fields.length) await db.emit('student.infoChanged', { studentId: after.id, fields, source })
}
/** Whether a field is part of `student.infoChanged`. */
export const isInfo = (name: string): boolean => ![...HEAD, ...PLACE, ...DERIVED].includes(name)
const changedInfo = (before: Student, after: Student): string[] => Object.keys(after).filter(name => isInfo(name) && fieldOf(before, name) !== fieldOf(after, name))
const fieldOf = (row: Student, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
