/** What other parts may call. */
export { personAt, pointOf } from './at-point.ts'
