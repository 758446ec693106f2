/** What other parts of the module may call. */
export { bedsOfStudents } from './facts.ts'
export { type TempStanding, tempsBefore } from './standing.ts'
