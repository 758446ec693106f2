/** What other modules may call. */
export { type HandedIn, handIn } from '../bills/server/api.ts'
