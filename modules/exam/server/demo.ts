import type { Demo } from '#server/demo/options.ts'
import demoEntry from '../entry/server/demo.ts'
import demoResult from '../result/server/demo.ts'
import demoSeating from '../seating/server/demo.ts'

/** An entrance examination that takes registrations, with its seats, and one whose results are out. */
export default (async (db, options) => {
  await demoEntry(db, options)
  await demoSeating(db)
  await demoResult(db, options)
}) satisfies Demo
