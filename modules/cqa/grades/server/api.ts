/** What other parts may call. */
export { type CourseChoice, meansOf, yearResults } from './results.ts'
