import type { Row } from '#model'
import { aiFeatures, setting } from '#modules/system/server/api.ts'
import { compute, type Db, seed } from '#server/context.ts'
import { aiUse, USES, type Use } from '../model/use.ts'
import { PROMPT_VERSIONS } from './prompts.ts'
import { providersFor } from './providers.ts'

const first = seed('ai.uses', async db => {
  await db.insertMany(
    aiUse,
    Object.keys(USES).map(code => ({ code: code as Use, isEnabled: false, dailyPerUser: 30 })),
    { skipExisting: true },
  )
})
const versions = compute(aiUse, ['promptVersion'], async (_ctx, rows) => {
  for (const row of rows) row.promptVersion = PROMPT_VERSIONS[row.code]
})
/** The use as the school has set it up, on or off. */
export const settingsOf = async (db: Db, code: Use): Promise<Row<typeof aiUse> | undefined> => [...(await db.cached(aiUse)).values()].find(use => use.code === code)
/** The use, if AI as a whole and it are switched on; as `changed` in this transaction, which the cache does not know yet. */
export async function openUse(db: Db, code: Use, changed?: Row<typeof aiUse>): Promise<Row<typeof aiUse> | undefined> {
  if (!(await setting<boolean>(db, 'ai', 'isEnabled'))) return undefined
  const use = changed ?? (await settingsOf(db, code))
  return use?.isEnabled ? use : undefined
}
/** 60-AI1: nothing but codes. A use without a provider counts as off. */
const features = aiFeatures.make({
  async find(db) {
    const on = []
    for (const code of Object.keys(USES) as Use[]) {
      const use = await openUse(db, code)
      if (use && (await providersFor(db, use)).length) on.push(code)
    }
    return on
  },
})
export default [first, versions, features]
