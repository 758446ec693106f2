/** What other parts may call. */
export { calculate, scoresOf, sheetsOf } from './calculate.ts'
export type { Sheet } from './explain.ts'
export { ranksOf, SCOPES, scopesOf, shareOf } from './rank.ts'
export { makeSheets } from './rounds.ts'
