import { studentOf } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { type Ctx, type Db, on } from '#server/context.ts'
import { registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'
import { type Batch, enter, recordOf } from './register.ts'

const openBatches = async (db: Db): Promise<Batch[]> => (await db.unscoped(registrationBatch).all({ state: 'published' })).filter(batch => isOpen(batch)) // events concern the whole school

/** 30-SG6: whoever tried and lacked something is registered as soon as all holds; where they were has been looked at then. Who has left meanwhile may still pay. */
async function tryAgain({ db }: Ctx, studentId: unknown): Promise<void> {
  if (typeof studentId !== 'string' || (await studentOf(db, studentId))?.status !== 'active') return
  for (const batch of await openBatches(db)) {
    const record = await recordOf(db, batch.id, studentId)
    if (record?.state === 'unregistered' && record.triedAt) await enter(db, batch, studentId, { method: 'system', byId: null })
  }
}
const paid = on('fee.paid', 'standing.registerPaid', (ctx, { studentId }) => tryAgain(ctx, studentId))
const deferred = on('fee.deferralChanged', 'standing.registerDeferred', (ctx, { studentId }) => tryAgain(ctx, studentId))

/** 30-SG1: who is away does not register; who returns does. */
const status = on('student.statusChanged', 'standing.registration', async ({ db }, { studentId, to }) => {
  if (typeof studentId !== 'string') return
  const isAway = to === 'suspended' || to === 'retained'
  for (const batch of await openBatches(db)) {
    const record = await recordOf(db, batch.id, studentId)
    if (isAway && !record) await db.insert(registrationRecord, { batchId: batch.id, studentId, state: 'exempt' })
    else if (isAway && record?.state !== 'registered' && record) await db.update(registrationRecord, record.id, { state: 'exempt', deferUntil: null })
    else if (to === 'active' && record?.state === 'exempt') await db.update(registrationRecord, record.id, { state: 'unregistered' })
  }
})
export default [paid, deferred, status]
