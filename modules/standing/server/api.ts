/** What other modules may call. */
export { classesToReturn, type Decided, recordChange } from '../changes/server/api.ts'
