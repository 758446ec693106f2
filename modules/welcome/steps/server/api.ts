/** What other parts may call. */
export { COMES } from './coming.ts'
export { copiedWithBatch } from './copied.ts'
export { look } from './look.ts'
export { follow, lockMembers, stopSite } from './move.ts'
export {
  autoRefusal,
  type Batch,
  batchOf,
  findBatch,
  findShown,
  isTaken,
  lockStep,
  type Member,
  roleRefusal,
  type State,
  type Step,
  statesOf,
  stepsOf,
  windowOf,
} from './people.ts'
export { reasonsOf } from './reasons.ts'
export { settle } from './settle.ts'
