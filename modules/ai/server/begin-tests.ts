import sql from 'sql-template-tag'
import type { Row } from '#model'
import { type Db, on, rules, seed } from '#server/context.ts'
import { enqueueTask } from '#server/jobs/background-task.ts'
import { aiProvider } from '../model/provider.ts'
import { aiTestRun } from '../model/test-run.ts'
import { aiUse } from '../model/use.ts'
import { checkAddress, enteredFor, type Provider } from './providers.ts'
import { testSet } from './test-cases.ts'
import { openUse, settingsOf } from './uses.ts'
import { CITING, versionOf } from './versions.ts'

/** Queue that runs the test set. */
export const TESTS = 'ai.tests'
type Use = Row<typeof aiUse>
/** A run for a version that has none which counts. Without a test set the version answers at once. */
export async function beginRun(db: Db, provider: Provider, startedBy: string | null): Promise<string | undefined> {
  const total = (await testSet(db)).length
  const run = await db.insertOrSkip(aiTestRun, {
    ...{ provider: provider.name, ...versionOf(provider), startedBy: startedBy || null, startedAt: new Date().toISOString() },
    ...{ total, state: total ? 'running' : 'untested' },
  })
  if (run && total) await enqueueTask(db, TESTS, run.id, {})
  return run?.id
}
/**
 * 60-AI14: whatever changed the providers, models or the prompt, each version that may answer from now on has a run, and one that is not entered any more counts no longer:
 * whoever comes back to it tests it anew. Broken runs get another try. `isAnew`: the use got another provider, which is tested again.
 */
export async function followVersions(db: Db, use: Use | undefined, by: string | null, isAnew = false): Promise<void> {
  if (!use) return
  await db.unscoped(aiUse).lock(use.id) // changes at the same time follow one another, so that none misses what the other entered
  const entered = await enteredFor(db, use)
  const versions = JSON.stringify(entered.map(versionOf))
  const again = JSON.stringify(isAnew ? entered.slice(0, 1).map(versionOf) : [])
  const columns = sql`x(address text, model text, "promptVersion" text) where x.address = t.address and x.model = t.model and x."promptVersion" = t.prompt_version`
  await db.updateWhere(
    aiTestRun,
    sql`t.state <> 'past' and (t.state = 'broken' or not exists (select from jsonb_to_recordset(${versions}::jsonb) ${columns})
      or exists (select from jsonb_to_recordset(${again}::jsonb) ${columns}))`,
    { state: 'past' },
  )
  for (const provider of entered) await beginRun(db, provider, by)
}
const follow = (db: Db, by: string | null): Promise<void> => db.tx(async tx => followVersions(tx, await openUse(tx, CITING), by))
const ofProviders = rules(aiProvider, {
  async add(_ctx, draft) {
    checkAddress(draft.baseUrl)
  },
  async update(_ctx, _row, patch) {
    if (patch.apiKey === null) delete patch.apiKey // empty keeps the stored key
    checkAddress(patch.baseUrl)
  },
  added: ({ db, me }) => follow(db, me.userId),
  updated: ({ db, me }) => follow(db, me.userId),
  removed: ({ db, me }) => follow(db, me.userId),
})
const ofUses = rules(aiUse, {
  async updated({ db, me }, before, after) {
    if (after.code !== CITING || !(await openUse(db, CITING, after))) return
    await followVersions(db, after, me.userId, before.providerId !== after.providerId)
  },
})
const ofParameters = on('system.parameterChanged', 'ai.versions', async ({ db }, { paramsId }) => {
  if (paramsId === 'ai') await follow(db, null)
})
/** A release may bring another prompt. */
const ofRelease = seed('ai.versions', async db => {
  if (await settingsOf(db, CITING)) await follow(db, null)
})
export default [ofProviders, ofUses, ofParameters, ofRelease]
