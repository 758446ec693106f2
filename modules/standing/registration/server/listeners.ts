import { studentOf } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Ctx, type Db, on } from '#server/context.ts'
import { registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'
import { AWAY, type Batch, enter, recordOf } from './register.ts'

/** Batches that are not over. */
const runningBatches = (db: Db): Promise<Batch[]> => db.unscoped(registrationBatch).all({ state: ['published', 'paused'], 'endTime.ge': new Date().toISOString() }) // events concern the whole school

/** 30-SG6: whoever tried and lacked something is registered as soon as all holds; where they were has been looked at then. Who has left meanwhile may still pay. */
async function tryAgain({ db }: Ctx, studentId: unknown): Promise<void> {
  if (typeof studentId !== 'string' || (await studentOf(db, studentId))?.status !== 'active') return
  for (const batch of (await runningBatches(db)).filter(b => isOpen(b))) {
    const record = await recordOf(db, batch.id, studentId)
    if (record?.state === 'unregistered' && record.triedAt) await enter(db, batch, studentId, { method: 'system', byId: null })
  }
}
const paid = on('fee.paid', 'standing.registerPaid', (ctx, { studentId }) => tryAgain(ctx, studentId))
const deferred = on('fee.deferralChanged', 'standing.registerDeferred', (ctx, { studentId }) => tryAgain(ctx, studentId))
const owesLess = on('fee.arrearsChanged', 'standing.registerArrears', (ctx, { studentId }) => tryAgain(ctx, studentId))

/** 30-SG1: who is away or has left does not register; who returns does, also before the batch begins and while it is paused. */
const status = on('student.statusChanged', 'standing.registration', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string') return
  const isAway = AWAY.some(status => status === to)
  for (const batch of await runningBatches(db)) {
    const record = await recordOf(db, batch.id, studentId)
    if (isAway && !record) await db.insert(registrationRecord, { batchId: batch.id, studentId, state: 'exempt' })
    else if (to !== 'active' && record && record.state !== 'registered') await db.update(registrationRecord, record.id, { state: 'exempt', deferUntil: null })
    else if (to === 'active' && record?.state === 'exempt') await db.update(registrationRecord, record.id, { state: 'unregistered' })
  }
})
export default [paid, deferred, owesLess, status]
