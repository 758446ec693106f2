/** What other parts of the module may call. */
export { supplyReviews } from './class-reviews.ts'
export { openBatches } from './open-batches.ts'
export { mustBeOpenBatch } from './propose.ts'
export { type Batch, modelOf, type Recognition, scoreAgain, scoresOf } from './scores.ts'
export { COUNTED } from './simulate.ts'
export { snapshotOf } from './survey.ts'
