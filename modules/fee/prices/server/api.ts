/** What other parts may call. */
export { describe } from './describe.ts'
export { bestStandard, type Facts, STUDENT_FACTS } from './match.ts'
