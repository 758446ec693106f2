/** What other modules may call. */
export { reexaminations } from '../review/server/api.ts'
export { changeMajors, datesOf, rollFollowers } from '../roll/server/api.ts'
