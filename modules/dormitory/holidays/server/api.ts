/** What other modules may call. */
export { awaitedReturns } from './awaited.ts'
