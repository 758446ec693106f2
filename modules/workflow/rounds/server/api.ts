/** What other parts of the module may call. */
export { accountsOf, isInAudience, mustTakePart, openToCaller, thoseInAudience } from './audience.ts'
export { publishRound } from './publish.ts'
export { roundQualify } from './qualify.ts'
export { holdSeat, issueSeats, issueSeatsTo, releaseSeat, returnSeat, returnSeatsOf, type SeatOf, seatsOf, takeSeat, useSeat } from './quota.ts'
export { round } from './round.ts'
export type { RoundOptions, Told } from './round-kinds.ts'
export { roundQuota } from './seats.ts'
