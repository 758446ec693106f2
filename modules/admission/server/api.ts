/** What other modules may call. */
export { reexaminations } from '../review/server/api.ts'
export { changeMajors, datesOf, type ExamAdmitted, rollFollowers, takeOver } from '../roll/server/api.ts'
