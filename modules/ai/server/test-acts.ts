import { refusalOf } from '#model'
import { setting } from '#modules/system/server/api.ts'
import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { adoptVersion, aiTestResult, aiTestRun, rerunTests, runningTests, testResults } from '../model/test-run.ts'
import { beginRun } from './begin-tests.ts'
import { enteredFor } from './providers.ts'
import { shareOf } from './run-tests.ts'
import { testSet } from './test-cases.ts'
import { openUse } from './uses.ts'
import { CITING, versionKey, versionOf } from './versions.ts'

/** 60-AI14: under the least share a version answers only with a reason, which stays with the run and in its history. */
const adopt = handle(adoptVersion, async ({ db }, { id, reason }) => {
  const run = await db.visible(aiTestRun).lock(id, 'adopt')
  const least = await setting<number>(db, 'ai', 'testShare')
  const { correct, done } = run
  if (correct * 100 < done * least && !reason?.trim()) throw refusalOf(aiTestRun, 'needsReason', { share: shareOf(run), correct, total: done, least }, 'reason')
  await db.update(aiTestRun, id, { state: 'adopted', reason: reason?.trim() || null })
})
const rerun = handle(rerunTests, async ({ db, me }, { id }) => {
  const run = await db.visible(aiTestRun).lock(id, 'rerun')
  const use = await openUse(db, CITING)
  if (!use) throw refusalOf(aiTestRun, 'off')
  const provider = (await enteredFor(db, use)).find(p => versionKey(versionOf(p)) === versionKey(run))
  if (!provider) throw refusalOf(aiTestRun, 'gone')
  if (!(await testSet(db)).length) throw refusalOf(aiTestRun, 'noCases')
  await db.update(aiTestRun, id, { state: 'past' })
  await beginRun(db, provider, me.userId)
})
const running = handle(runningTests, async ({ db }) => {
  const rows = await db.visible(aiTestRun).all({ state: 'running' }, { sort: ['startedAt'] })
  return rows.map(row => only(runningTests.output, row))
})
const results = handle(testResults, async ({ db }, { id }) => {
  await db.visible(aiTestRun).one(id)
  const rows = await db.unscoped(aiTestResult).all({ runId: id }, { sort: ['id'] }) // of the run that was found in scope
  return rows.map(row => only(testResults.output, row))
})
export default [adopt, rerun, running, results]
