/** What other modules may call. */

export { hurriedPassages, lastPassages, nightsInside, openIncident, type Passage, recordingDorms, silentDorms } from '../access/server/api.ts'
export { keepWish, wishOf, withGrounds } from '../allocation/server/api.ts'
export { chargeLodging, type FeeLedger, feeLedgers, type LineStanding, type LodgingLine, lodgingDues } from '../charges/server/api.ts'
export {
  type ClaimLack,
  type ClaimOf,
  claimConditions,
  keepBed,
  type Opening,
  openingsOf,
  type PlaceOf,
  type RoomOf,
  releaseStays,
  roomOf,
  type StandingBed,
  saidOf,
  setWaves,
  standingBeds,
} from '../claims/server/api.ts'
export { awaitedReturns } from '../holidays/server/api.ts'
export { type Attention, attentionSources, type NightSighting, nightSightings } from '../nights/server/api.ts'
export { freeBeds } from '../overview/server/api.ts'
export { type FeeSide, type FeeStanding, feeSides, nightHours, type RoomNote, roomNote } from '../places/server/api.ts'
export {
  type CheckOutPoint,
  checkOutPoint,
  type ExceptionOn,
  exceptionsOn,
  expectedPresence,
  type Leaving,
  managersHere,
  type Night,
  type PresenceExcuse,
  presenceExcuse,
  roomOfDoorCode,
} from '../stays/server/api.ts'
export { bedsOfStudents, endTempFor, lastTempReturns, type TempStanding, tempsBefore } from '../temp/server/api.ts'
