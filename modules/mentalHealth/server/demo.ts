import type { Demo } from '#server/demo/options.ts'
import { demoAttention } from '../attention/server/demo.ts'
import { demoCounselling } from '../counselling/server/demo.ts'
import { demoCrises } from '../crisis/server/demo.ts'
import { demoDisclosures } from '../disclosure/server/demo.ts'
import { demoGlasses } from '../glass/server/demo.ts'
import { demoHandovers } from '../handover/server/demo.ts'
import { demoScreening } from '../screening/server/demo.ts'
import { demoSignals } from '../signals/server/demo.ts'

/** Demo data of the parts, in the order in which they build on one another. */
export default (async db => {
  await demoAttention(db)
  await demoCounselling(db)
  await demoScreening(db)
  await demoHandovers(db)
  await demoCrises(db)
  await demoDisclosures(db)
  await demoGlasses(db)
  await demoSignals(db)
}) satisfies Demo
