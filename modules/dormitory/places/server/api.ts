/** What other parts of the module may call. */
export { bedPlaces, FOR_STUDENTS, GENDER, LOCKED } from './bed-facts.ts'
export { allFound, changeMany } from './change-many.ts'
export { holdBedsBelow } from './contradictions.ts'
export { nightHours } from './curfews.ts'
export { type FeeSide, type FeeStanding, feeSides, fees, hasFees } from './fees.ts'
export { isFreeBetween, takenBeds } from './occupancy.ts'
export { type RoomNote, roomNote } from './room-notes.ts'
