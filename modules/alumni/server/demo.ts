import type { Demo } from '#server/demo/options.ts'
import { demoRecords } from '../records/server/demo.ts'

/** Alumni first: what they give and do names them. */
export default (async (db, options) => {
  await demoRecords(db, options)
}) satisfies Demo
