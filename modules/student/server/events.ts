import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { student } from '../model/student.ts'

type Student = Row<typeof student>
const HEAD = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']
const PLACE = ['classId', 'gradeMajorId', 'majorId', 'departmentId', 'campusId', 'grade']
/** Follow from other columns, so that nobody needs to hear of them twice. */
const DERIVED = ['completeness', 'hasRecord', 'isAtSchool', 'counselledClassId', 'namePinyin', 'sourceProvince', 'status', 'statusUntil', 'studentNo', 'personId']

export const placeIds = (row: Student) => ({ classId: row.classId, gradeMajorId: row.gradeMajorId, departmentId: row.departmentId })

/** The account of a student follows from the number. */
export const beginNumber = (db: Db, studentId: string, xh: string, oldXh?: string | null): Promise<void> =>
  db.emit('student.numberAssigned', { studentId, xh, ...(oldXh ? { oldXh } : {}) })

/** Tells the other modules what changed: number, class, or any other field. */
export async function told(db: Db, before: Student, after: Student, source: string): Promise<void> {
  if (after.studentNo && after.studentNo !== before.studentNo) await beginNumber(db, after.id, after.studentNo, before.studentNo)
  if (before.classId !== after.classId || before.gradeMajorId !== after.gradeMajorId || before.departmentId !== after.departmentId)
    await db.emit('student.classChanged', { studentId: after.id, from: placeIds(before), to: placeIds(after), effectiveDate: today(), cause: source })
  const fields = changedInfo(before, after)
  if (fields.length) await db.emit('student.infoChanged', { studentId: after.id, fields, source })
}
/** Whether a field is one that `student.infoChanged` speaks of. */
export const isInfo = (name: string): boolean => ![...HEAD, ...PLACE, ...DERIVED].includes(name)
const changedInfo = (before: Student, after: Student): string[] => Object.keys(after).filter(name => isInfo(name) && fieldOf(before, name) !== fieldOf(after, name))
const fieldOf = (row: Student, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
