/** What other parts of the module may call. */

export { endTempFor } from './close.ts'
export { bedsOfStudents } from './facts.ts'
export { type TempStanding, tempsBefore } from './standing.ts'
