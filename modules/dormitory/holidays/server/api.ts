/** What other modules may call. */
export { type AwaitedReturn, awaitedReturns } from './awaited.ts'
