import type { Demo } from '#server/demo/options.ts'
import { reconcileAll } from './jobs.ts'

/** States of all students, found from what the demo's other modules know. */
export default (async db => {
  await reconcileAll(db)
}) satisfies Demo
