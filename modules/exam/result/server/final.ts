import { type Row, refusalOf } from '#model'
import { application, cancel, clearedAmong, mustBeCleared, submit, withdrawNotice } from '#modules/workflow/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { admissionSubject } from '../model/flow.ts'
import { scoreRecheck } from '../model/recheck.ts'
import { finaliseRun, publishRun, unfreezeRun } from '../model/result-actions.ts'
import { admissionPlacement, admissionRun } from '../model/run.ts'
import { admissionData } from './admission-data.ts'
import { admit } from './admit.ts'
import { admitAll } from './admit-all.ts'
import { midnightAfter } from './midnight-after.ts'
import { digestOf } from './runs.ts'
import { settingsOf } from './settings.ts'
import { tell } from './tell.ts'

type Run = Row<typeof admissionRun>
const refuse = (key: string, values: Record<string, unknown> = {}): never => {
  throw refusalOf(admissionRun, key, values)
}
/** Runs are pure: what a run comes to now is what it was, unless scores, choices, places or lines have changed since. */
export async function mustBeCurrent(db: Db, run: Run): Promise<void> {
  const { method, step, adjust, spillOrder } = run
  const params = { method, step: step ?? 0, adjust, spillOrder: spillOrder.flatMap(c => c ?? []) }
  if (digestOf(admit(await admissionData(db, run.batchId, params))) !== run.digest) refuse('changed', { name: run.name })
}
/** 30-ES2: whoever doubts a mark is answered before anybody is placed by it. */
export async function mustBeRechecked(db: Db, { batchId }: Run): Promise<void> {
  const count = await db.unscoped(scoreRecheck).count({ batchId, state: ['asked', 'second'] }) // of the batch
  if (count) refuse('rechecks', { count })
}
/** The batch first, so that two final runs of it wait for each other; then the run. */
export async function lockRun(db: Db, id: string, verb: 'finalise' | 'unfreeze' | 'publicise' | 'publish'): Promise<Run> {
  const { batchId } = await db.visible(admissionRun).one(id)
  await db.unscoped(examBatch).lock(batchId) // published to everybody
  return db.visible(admissionRun).lock(id, verb)
}
const finalise = handle(finaliseRun, async (ctx, { id }) => {
  const { db } = ctx
  const run = await lockRun(db, id, 'finalise')
  const [other] = await db.unscoped(admissionRun).all({ batchId: run.batchId, state: ['pending', 'returned', 'approved', 'published'] }) // of the batch
  if (other) refuse('finalExists', { name: other.name })
  await mustBeRechecked(db, run)
  if (run.tied) refuse('tied', { count: run.tied })
  await mustBeCurrent(db, run)
  await submit(ctx, admissionSubject, run)
})
const unfreeze = handle(unfreezeRun, async (ctx, { id, reason }) => {
  const { db } = ctx
  const run = await lockRun(db, id, 'unfreeze')
  await cancel(ctx, { bizType: 'admissionRun', bizId: id }, reason)
  if (run.noticeId) await withdrawNotice(db, run.noticeId)
  await db.update(admissionRun, run.id, { state: 'trial', noticeId: null, noticeUntil: null })
})
/** 30-ES7: whom it admits was shown for the whole time, and every objection is answered; where one was right the run is made anew. */
async function mustBeNoticed(db: Db, { id, name, placed, noticeId }: Run): Promise<void> {
  if (!placed) return
  if (!noticeId) refuse('notNoticed', { name })
  const admitted = (await db.unscoped(admissionPlacement).all({ runId: id, 'planId.isNull': false } as never)).map(p => p.id) // of the run
  await mustBeCleared(db, admissionPlacement.name, admitted)
  const count = admitted.length - (await clearedAmong(db, admissionPlacement.name, admitted)).size
  if (count) refuse('upheld', { count })
}
/** 30-ES7: what was approved is computed once more; then everybody's result stands, and they read it. */
const publish = handle(publishRun, async ({ db }, { id }) => {
  const run = await lockRun(db, id, 'publish')
  await mustBeRechecked(db, run)
  await mustBeCurrent(db, run)
  await mustBeNoticed(db, run)
  const { confirmDays } = await settingsOf(db)
  const rows = await admitAll(db, run, midnightAfter(Date.now(), confirmDays))
  await db.update(admissionRun, id, { state: 'published', publishedAt: new Date().toISOString() })
  const batch = await db.unscoped(examBatch).one(run.batchId) // published to everybody
  await tell(db, 'result', batch, rows)
  return { admitted: rows.filter(r => r.state === 'admitted').length, told: rows.length }
})
export default [
  application(admissionSubject, {
    describe: async (_db, row) => {
      const { by, name, placed, people } = row as unknown as Run
      return { applicantId: by, studentId: null, title: { text: '{name}：{people} 人参加，录取 {placed} 人', values: { name, people, placed } }, facts: {} }
    },
    link: row => `/exam/runs?id=${(row as unknown as Run).id}`,
    states: { rejected: 'trial', withdrawn: 'trial' },
  }),
  finalise,
  unfreeze,
  publish,
]
