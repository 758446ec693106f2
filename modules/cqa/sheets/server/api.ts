/** What other parts may call. */
export { calculate, scoresOf } from './calculate.ts'
export { explanationOf } from './explain.ts'
export { SCOPES, scopesOf } from './rank.ts'
