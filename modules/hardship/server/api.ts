/** What other modules may call. */
export { levelsOn } from '../levels/server/api.ts'
export { supplyClassOfficers } from '../review/server/api.ts'
