/** What other parts may call. */
export { calculate } from './calculate.ts'
export { makeSheets } from './rounds.ts'
