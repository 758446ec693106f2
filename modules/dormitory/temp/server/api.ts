/** What other parts of the module may call. */
export { bedsOfStudents } from './facts.ts'
