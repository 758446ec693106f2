/** Scope of rows that belong to a student: the student, the counsellor of the class, the college and the campus. */
export const BY_STUDENT = { student: 'studentId', class: 'studentId.counselledClassId', department: 'studentId.departmentId', campus: 'studentId.campusId' } as const
/** The same without the campus: the colleges' own business, closed to roles that hold a campus. */
export const BY_STUDENT_OF_COLLEGE = { student: BY_STUDENT.student, class: BY_STUDENT.class, department: BY_STUDENT.department } as const
