/** What other modules may call. */
export { datesOf } from '../roll/server/api.ts'
