/** What other parts and modules may call. */
export { MINE } from './about.ts'
export type { Applied } from './application.ts'
export { workBar } from './bars.ts'
export { type Engaged, endThem, ownEngagements } from './engagements.ts'
export { recognisedOf } from './recognised.ts'
export { employersOf, unitsOf } from './scope.ts'
export type { Unit } from './units.ts'
