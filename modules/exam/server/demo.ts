import type { Demo } from '#server/demo/options.ts'
import demoEntry from '../entry/server/demo.ts'

/** An entrance examination of this year. */
export default (async (db, options) => {
  await demoEntry(db, options)
}) satisfies Demo
