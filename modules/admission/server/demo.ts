import type { Demo } from '#server/demo/options.ts'
import demoArrival from '../arrival/server/demo.ts'
import demoReview from '../review/server/demo.ts'
import demoRoll from '../roll/server/demo.ts'

/** The admission of the newest grade: the roll, who comes later, the re-examination. */
export default (async (db, options) => {
  await demoRoll(db, options)
  await demoArrival(db)
  await demoReview(db)
}) satisfies Demo
