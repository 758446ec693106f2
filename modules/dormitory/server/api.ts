/** What other modules may call. */

export { chargeLodging, type FeeLedger, feeLedgers, type LineStanding, type LodgingLine, lodgingDues } from '../charges/server/api.ts'
export { type Attention, attentionSources } from '../nights/server/api.ts'
export { type FeeSide, type FeeStanding, feeSides, type RoomNote, roomNote } from '../places/server/api.ts'
export {
  type CheckOutPoint,
  checkOutPoint,
  type Leaving,
  managersHere,
  type Night,
  type PresenceExcuse,
  presenceExcuse,
  roomOfDoorCode,
} from '../stays/server/api.ts'
