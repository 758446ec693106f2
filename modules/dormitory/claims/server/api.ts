/** What other modules may call. */
export { type ClaimLack, type ClaimOf, claimConditions } from './conditions.ts'
