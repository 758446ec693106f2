/** What other parts may call. */
export type { Entry } from './enter.ts'
export { daysOf } from './limits.ts'
