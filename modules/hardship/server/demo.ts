import type { Demo } from '#server/demo/options.ts'
import demoAdjustments from '../adjustments/server/demo.ts'
import demoRecognition from '../recognition/server/demo.ts'
import demoReview from '../review/server/demo.ts'

/** Levels of two years, an open batch in review, and what changed since. */
export default (async (db, options) => {
  await demoRecognition(db, options)
  await demoReview(db)
  await demoAdjustments(db, options)
}) satisfies Demo
