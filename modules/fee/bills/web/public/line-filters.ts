import type { FilterSpec } from '#web/records/filters.ts'

/** Filters of lists of bill lines: where the payer studies, then what is owed and when. */
export const LINE_FILTERS: ReadonlyArray<string | FilterSpec> = [
  'studentId.departmentId',
  'studentId.grade',
  { field: 'studentId.classId', where: filters => ({ departmentId: filters['studentId.departmentId'], grade: filters['studentId.grade.ge'] }) },
  'studentId',
  'itemId',
  'xn',
  'dueDate',
]
