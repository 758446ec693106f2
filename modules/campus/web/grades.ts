/** Selectable entry years: the coming one and the ten before it. */
export const GRADES = Array.from({ length: 11 }, (_, i) => String(new Date().getFullYear() + 1 - i)).map(value => ({ value, label: value }))
export const gradeFilter = { field: 'grade', options: GRADES }
export const collegeFilter = { field: 'departmentId', where: () => ({ deptType: '1' }) }
