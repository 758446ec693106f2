import { seed } from '#server/context.ts'
import { mhScale } from '../model/scale.ts'
import { SHIPPED_SCALES } from './shipped-scales.ts'

/** Scales with example cut-offs, which the counselling centre confirms or changes. */
export default seed('mentalHealth.scales', async db => {
  const isSet = await db.unscoped(mhScale).count() // of the school being seeded
  if (!isSet) await db.insertMany(mhScale, SHIPPED_SCALES as never, { skipExisting: true })
})
