/** What other modules may call. */
export { reexaminations } from '../review/server/api.ts'
export { datesOf } from '../roll/server/api.ts'
