import { student } from './student.ts'

const { departmentId, grade, classId } = student.fields
/** Filters of rows of a student, by where the student is now. */
export const BY_PLACE_OF_STUDENT = { 'studentId.departmentId': departmentId, 'studentId.grade': grade, 'studentId.classId': classId } as const
