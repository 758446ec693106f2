/** What other parts may call. */
export { type CourseChoice, meansOf } from './results.ts'
