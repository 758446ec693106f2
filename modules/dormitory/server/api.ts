/** What other modules may call. */
export { type FeeLedger, type FeeSide, type FeeStanding, type LineStanding, type LodgingLine, supplyFees, supplyLedger } from './fees.ts'
export { type Attention, supplyAttention } from './night/attention.ts'
export { declarePresenceExcuse, type ExpectedPresence, expectedPresence, type Night, type PresenceExcuse } from './presence.ts'
export { saveWish, type Wish } from './presort/wishes.ts'
export { type Arrangement, arrange } from './stay/arrange.ts'
export { bedOfStudents, type StudentBed } from './stay/beds.ts'
export { roomOfDoorCode } from './stay/door.ts'
export { type CheckOutPoint, declareCheckOutPoint, type Leaving } from './stay/points.ts'
