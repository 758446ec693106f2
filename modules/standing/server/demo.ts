import { demoRollover } from '#modules/campus/server/demo-rollover.ts'
import type { Demo } from '#server/demo/options.ts'
import demoChanges from '../changes/server/demo.ts'
import demoInformation from '../information/server/demo.ts'
import demoRegistration from '../registration/server/demo.ts'
import demoTransfers from '../transfers/server/demo.ts'

/** Classes past their end about which the roll-over asks. */
const CLASSES = 6

/** Changes of three years and applications in every state, a major transfer on notice and one that is open, the registration of the current term, and requests to correct data. */
export default (async (db, options) => {
  await demoChanges(db, options)
  await demoTransfers(db, options)
  await demoRegistration(db)
  await demoInformation(db, options)
  await demoRollover(db, CLASSES)
}) satisfies Demo
