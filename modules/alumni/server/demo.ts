import type { Demo } from '#server/demo/options.ts'
import { demoClubs } from '../clubs/server/demo.ts'
import { demoEvents } from '../events/server/demo.ts'
import { demoRecords } from '../records/server/demo.ts'

/** Alumni first: clubs, gifts and activities name them. */
export default (async (db, options) => {
  await demoRecords(db, options)
  await demoClubs(db, options)
  await demoEvents(db)
}) satisfies Demo
