/** What other modules may call. */
export { type ClaimLack, type ClaimOf, claimConditions } from './conditions.ts'
export { keepBed } from './keep-bed.ts'
export { openingsOf } from './openings.ts'
export { type PlaceOf, releaseStays, type StandingBed, standingBeds } from './release.ts'
