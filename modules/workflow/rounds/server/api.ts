/** What other parts of the module may call. */
export { roundApproval } from './approval.ts'
export { accountsOf, isInAudience, meantForCaller, mustTakePart, openToCaller, thoseInAudience } from './audience.ts'
export { publishRound } from './publish.ts'
export { namedConditions, roundQualify } from './qualify.ts'
export { holdSeat, issueSeats, issueSeatsTo, lockSeats, releaseSeat, returnSeat, returnSeatsOf, type SeatOf, seatsIn, seatsOf, takeSeat, takeSeats, useSeat } from './quota.ts'
export { round } from './round.ts'
export type { RoundMessage, RoundOptions } from './round-kinds.ts'
export { type HoldersOf, roundQuota } from './seats.ts'
