/** What other parts of the module may call. */
export { draftViolations } from './violation.ts'
