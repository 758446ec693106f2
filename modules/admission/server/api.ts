/** What other modules may call. */
export { reviewStops } from '../arrival/server/api.ts'
export { reexaminations } from '../review/server/api.ts'
export { changeMajors, datesOf, type ExamAdmitted, rollFollowers, takeOver } from '../roll/server/api.ts'
