/** What the other parts may call. */
export { changeMajors } from './change-majors.ts'
export { moveOnRoll, type OnRoll } from './roll.ts'
export { rollFollowers } from './roll-followers.ts'
export { datesOf } from './settings.ts'
export { type ExamAdmitted, takeOver } from './take-over.ts'
