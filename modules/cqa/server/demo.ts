import type { Demo } from '#server/demo/options.ts'
import demoGrades from '../grades/server/demo.ts'
import { demoSchemes } from '../schemes/server/demo.ts'
import { demoFinal, demoStages } from '../stages/server/demo.ts'

/** Demo data of the parts, in the order in which they build on one another. */
export default (async db => {
  await demoGrades(db)
  const [scheme, former] = await demoSchemes(db)
  if (scheme) await demoStages(db, scheme)
  if (former) await demoFinal(db, former)
}) satisfies Demo
