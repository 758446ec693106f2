import type { StudentOf } from '#modules/student/server/api.ts'

/** Where a student is now, for a row that keeps it: figures of ten years outlive moves. */
export const placeOf = ({ grade, departmentId, majorId, classId }: StudentOf) => ({ grade, departmentId, majorId, classId })
