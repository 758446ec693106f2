/** What other parts of the module may call. */

export { endTempFor } from './close.ts'
export { bedsOfStudents } from './facts.ts'
export { lastTempReturns, type TempStanding, tempsBefore } from './standing.ts'
