/** What other parts may call. */
export { requiredOpen } from './lists.ts'
