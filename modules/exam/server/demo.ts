import type { Demo } from '#server/demo/options.ts'
import demoEntry from '../entry/server/demo.ts'
import demoSeating from '../seating/server/demo.ts'

/** An entrance examination of this year, and its seats. */
export default (async (db, options) => {
  await demoEntry(db, options)
  await demoSeating(db)
}) satisfies Demo
