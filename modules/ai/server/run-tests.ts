import sql from 'sql-template-tag'
import type { Row } from '#model'
import { setting } from '#modules/system/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { compute, type Db } from '#server/context.ts'
import { backgroundTask, type Task } from '#server/jobs/background-task.ts'
import { gateOfUser } from '#server/jobs/gate-of-user.ts'
import { notify } from '#server/notifications/notify.ts'
import { AI_MESSAGES } from '../model/messages.ts'
import { type aiTestCase, judged, type Verdict } from '../model/test-case.ts'
import { adoptVersion, aiTestResult, aiTestRun, BROKEN, type Broken } from '../model/test-run.ts'
import { answerQuestion } from './answer.ts'
import { TESTS } from './begin-tests.ts'
import { enteredFor, type Provider } from './providers.ts'
import { testSet } from './test-cases.ts'
import { openUse } from './uses.ts'
import { CITING, versionKey, versionOf } from './versions.ts'

type Run = Row<typeof aiTestRun>
type Case = Row<typeof aiTestCase>
export const shareOf = ({ correct, done }: Pick<Run, 'correct' | 'done'>): number => (done ? Math.floor((correct * 100) / done) : 0)
const shares = compute(aiTestRun, ['share'], async (_ctx, rows) => {
  for (const row of rows) row.share = row.done ? shareOf(row) : null
})
/** Whoever made the change, else somebody who may adopt it: the test set is asked with what they may read. */
async function askerOf(db: Db, { startedBy }: Run, traceId: string): Promise<Db | undefined> {
  for (const userId of [...(startedBy ? [startedBy] : []), ...(await accountsWith(db, adoptVersion.permission)).toSorted()]) {
    const gate = await gateOfUser(db, userId, { permission: adoptVersion.permission, source: 'ai', traceId }).catch(() => undefined)
    if (gate) return gate
  }
  return undefined
}
/** The provider of the version as it is entered now. */
async function trialOf(db: Db, run: Run): Promise<Provider | undefined> {
  const use = await openUse(db, CITING)
  return use && (await enteredFor(db, use)).find(p => versionKey(versionOf(p)) === versionKey(run))
}
/** Asks one question of the test set as anybody would ask it. A refusal that is none of the answer is told instead of a verdict. */
async function tried(asker: Db, one: Case, trial: Provider): Promise<{ verdict: Verdict; cited: string[]; rule: string | null }> {
  const { paragraphs, passages, rule } = await answerQuestion({ db: asker, me: asker.me, lang: 'zh-cn' }, one.question, trial)
  const numbers = new Set(paragraphs.flatMap(p => p.cites))
  const cited = [...new Set(passages.filter(p => numbers.has(p.no)).map(p => p.title))]
  return { verdict: judged(one, { cited, text: paragraphs.map(p => p.text).join('\n') }), cited, rule }
}
const breaks = (run: Run, why: Broken) => async (tx: Db) => {
  const [broken] = await tx.updateWhere(aiTestRun, { id: run.id, state: 'running' }, { state: 'broken', why, endedAt: new Date().toISOString() })
  if (broken) await tell(tx, run, { text: BROKEN[why] })
}
/** Ends the run by what its questions came to. */
const ends = (run: Run) => async (tx: Db) => {
  const { done, correct } = await tx.unscoped(aiTestRun).lock(run.id) // the run of this task
  const least = await setting<number>(tx, 'ai', 'testShare')
  const isEnough = done > 0 && correct * 100 >= done * least
  const [ended] = await tx.updateWhere(aiTestRun, { id: run.id, state: 'running' }, { state: isEnough ? 'passed' : 'waiting', total: done, endedAt: new Date().toISOString() })
  if (ended && !isEnough) await tell(tx, run, { text: '{correct}/{total} 道引用正确，低于 {least}%', values: { correct, total: done, least } })
}
async function tell(db: Db, { id, model, promptVersion }: Run, outcome: { text: string; values?: Record<string, number> }): Promise<void> {
  const to = await accountsWith(db, adoptVersion.permission)
  await notify(db, AI_MESSAGES.testsShort, { to, values: { model, version: promptVersion, outcome }, bizType: 'aiTestRun', bizId: id, link: '/ai/settings?tab=tests' })
}
/** One after the other, each kept with its verdict, so that another process goes on where this one stopped. */
async function work(db: Db, task: Task<object>) {
  const run = await db.unscoped(aiTestRun).one(task.id) // the run of this task
  const asker = await askerOf(db, run, task.traceId)
  if (!asker) return breaks(run, 'nobody')
  const most = await setting<number>(db, 'ai', 'failures')
  const known = new Set((await db.unscoped(aiTestResult).all({ runId: run.id })).map(r => r.question)) // of this run
  let failures = 0
  for (const one of (await testSet(db)).filter(c => !known.has(c.question))) {
    task.signal.throwIfAborted()
    const trial = await trialOf(db, run)
    if (!trial) return breaks(run, 'off')
    const { verdict, cited, rule } = await tried(asker, one, trial)
    if (rule?.endsWith('.tokens')) return breaks(run, 'quota')
    if (rule?.endsWith('.unavailable') && ++failures >= most) return breaks(run, 'unavailable')
    if (!(await db.tx(tx => keep(tx, run, one, verdict, cited)))) return undefined
  }
  return ends(run)
}
/** False once the run was put aside. */
async function keep(tx: Db, { id }: Run, { question, mustCite }: Case, verdict: Verdict, cited: readonly string[]): Promise<boolean> {
  const counts = { done: sql`done + 1`, correct: sql`correct + ${Number(verdict === 'right')}` }
  const [going] = await tx.updateWhere(aiTestRun, { id, state: 'running' }, counts, { history: false })
  if (!going) return false
  await tx.insertMany(aiTestResult, [{ runId: id, question, mustCite: mustCite ?? null, cited: cited.join('\n').slice(0, 2000) || null, verdict }], { history: false })
  return true
}
export default [
  shares,
  backgroundTask<object>(TESTS, {
    atOnce: 1,
    run: work,
    failed: async (tx, { id }) => breaks(await tx.unscoped(aiTestRun).one(id), 'fault')(tx), // the run of this task
  }),
]
