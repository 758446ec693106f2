import type { InputOf, Row } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import type { StudentOf } from '#modules/student/server/api.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { handleApplication, markAnswered } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { registrationBatch } from '../model/batch.ts'
import { registrationDeferral } from '../model/deferral.ts'
import { deferralApplication } from '../model/deferral-application.ts'
import { deferralSubject } from '../model/deferral-flow.ts'
import { registrationRecord } from '../model/record.ts'
import { blockedBy, checkedOf } from './checks.ts'
import { type Batch, recordOf, tell } from './register.ts'
import { settingsOf } from './settings.ts'

type Form = Omit<InputOf<typeof deferralApplication.resubmit>, 'id'>
type Deferral = Row<typeof registrationDeferral>
const batchOf = (db: Db, id: string): Promise<Batch> => db.unscoped(registrationBatch).one(id) // batches are announced to their audience

/** 30-SG4: `registration.deferDays` from the approval, not beyond the last day of the batch. */
async function untilOf(db: Db, { deferTo }: Batch): Promise<string> {
  const until = addDays(today(), (await settingsOf(db))['registration.deferDays'])
  return deferTo && deferTo < until ? deferTo : until
}
async function violationsOf(db: Db, who: StudentOf, { batchId }: Pick<Form, 'batchId'>, id: string | null) {
  const batch = await batchOf(db, batchId)
  const record = await recordOf(db, batchId, who.id)
  const open = await db.unscoped(registrationDeferral).all({ studentId: who.id, batchId, state: ['pending', 'returned'] }) // the student's own
  return [
    ...(isOpen(batch) ? [] : [{ key: 'notOpen', values: { name: batch.name }, field: 'batchId' }]),
    ...(record && record.state !== 'unregistered' ? [{ key: 'settled' }] : []),
    ...(open.some(row => row.id !== id) ? [{ key: 'open' }] : []),
  ]
}
async function defer({ db }: Pick<Ctx, 'db'>, row: Deferral): Promise<void> {
  const batch = await batchOf(db, row.batchId)
  const until = await untilOf(db, batch)
  await db.update(registrationDeferral, row.id, { until })
  const before = await recordOf(db, row.batchId, row.studentId)
  if (before?.state === 'registered') return
  const patch = { state: 'deferred' as const, deferReason: row.reason, deferUntil: until, deferrals: (before?.deferrals ?? 0) + 1 }
  const place = { batchId: row.batchId, studentId: row.studentId, departmentId: row.departmentId, classId: row.classId }
  if (before) await db.update(registrationRecord, before.id, patch)
  else await db.insert(registrationRecord, { ...place, ...patch })
  const account = (await accountsOf(db, [row.studentId])).get(row.studentId)
  if (account) await markAnswered(db, registrationBatch, batch, [account])
  await tell(db, batch, row.studentId, 'deferred')
}
/** Deferral of the registration as a kind of application. */
const deferrals = handleApplication(registrationDeferral, deferralApplication, {
  subject: deferralSubject,
  link: ({ id }) => `/standing/deferrals?id=${id}`,
  copyPage: '/standing/defer',
  validate: async ({ db }, who, form: Form, { row }) => ({ violations: await violationsOf(db, who, form, row?.id ?? null) }),
  formOf: row => row,
  draft: ({ batchId, reason, proofs }) => ({ batchId, reason, proofs: proofs ?? [] }),
  taken: 'open',
  begin: async () => ({}),
  preview: async ({ db }, who, { batchId, id }) => ({
    answer: { until: await untilOf(db, await batchOf(db, batchId)) },
    violations: await violationsOf(db, who, { batchId }, id ?? null),
    row: { batchId, reason: '' },
  }),
  async card({ db }, row) {
    const batch = await batchOf(db, row.batchId)
    return { batchName: batch.name, reason: row.reason, until: row.until ?? (await untilOf(db, batch)), blockedBy: blockedBy(await checkedOf(db, batch, row.studentId)) || null }
  },
  describe: async (db, row, { name }) => ({ title: { text: '{name} 暂缓注册', values: { name } }, summary: (await batchOf(db, row.batchId)).name, facts: {} }),
  approved: defer,
})
export default deferrals.registrations
