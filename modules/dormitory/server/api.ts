/** What other modules may call. */
export { type FeeLedger, type FeeSide, type FeeStanding, feeLedgers, feeSides, type LineStanding, type LodgingLine } from './fees.ts'
export { type Attention, attentionSources } from './night/attention.ts'
export { type ExpectedPresence, expectedPresence, type Night, type PresenceExcuse, presenceExcuse } from './presence.ts'
export { saveWish, type Wish } from './presort/wishes.ts'
export { type Arrangement, arrange } from './stay/arrange.ts'
export { bedOfStudents, type StudentBed } from './stay/beds.ts'
export { roomOfDoorCode } from './stay/door.ts'
export { type CheckOutPoint, checkOutPoint, type Leaving } from './stay/points.ts'
