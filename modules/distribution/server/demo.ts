import type { Demo } from '#server/demo/options.ts'
import demoClasses from '../classes/server/demo.ts'
import demoNumbers from '../numbers/server/demo.ts'

/** A plan that was published, newcomers who wait for one, and the rule by which the youngest grade was numbered. */
export default (async (db, options) => {
  await demoClasses(db, options)
  await demoNumbers(db)
}) satisfies Demo
