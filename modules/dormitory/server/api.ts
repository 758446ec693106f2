/** What other modules may call. */

export { saveWish, type Wish } from '../allocation/server/api.ts'
export { type FeeLedger, feeLedgers, type LineStanding, type LodgingLine } from '../charges/server/api.ts'
export { type Attention, attentionSources } from '../nights/server/api.ts'
export { type FeeSide, type FeeStanding, feeSides } from '../places/server/api.ts'
export {
  type Arrangement,
  arrange,
  bedOfStudents,
  type CheckOutPoint,
  checkOutPoint,
  type ExpectedPresence,
  expectedPresence,
  type Leaving,
  managersHere,
  type Night,
  type PresenceExcuse,
  presenceExcuse,
  roomOfDoorCode,
  type StudentBed,
} from '../stays/server/api.ts'
