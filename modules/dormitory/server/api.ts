/** What other modules may call. */

export { keepWish, wishOf } from '../allocation/server/api.ts'
export { chargeLodging, type FeeLedger, feeLedgers, type LineStanding, type LodgingLine, lodgingDues } from '../charges/server/api.ts'
export { type Attention, attentionSources } from '../nights/server/api.ts'
export { freeBeds } from '../overview/server/api.ts'
export { type FeeSide, type FeeStanding, feeSides, type RoomNote, roomNote } from '../places/server/api.ts'
export {
  type CheckOutPoint,
  checkOutPoint,
  expectedPresence,
  type Leaving,
  managersHere,
  type Night,
  type PresenceExcuse,
  presenceExcuse,
  roomOfDoorCode,
} from '../stays/server/api.ts'
