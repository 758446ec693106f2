/** What other modules may call. */
export { type ClaimLack, type ClaimOf, claimConditions, saidOf } from './conditions.ts'
export { keepBed } from './keep-bed.ts'
export { type Opening, openingsOf } from './openings.ts'
export { type PlaceOf, releaseStays, type StandingBed, standingBeds } from './release.ts'
export { type RoomOf, roomOf } from './room-of.ts'
export { setWaves } from './rounds.ts'
