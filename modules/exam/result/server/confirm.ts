import { refusalOf } from '#model'
import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type Db, handle } from '#server/context.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { examApplicant } from '../../entry/model/applicant.ts'
import { examApplication } from '../../entry/model/application.ts'
import { examBatch } from '../../entry/model/batch.ts'
import { type Application, ownApplications } from '../../entry/server/api.ts'
import { confirmAdmission, declineAdmission } from '../model/confirm-actions.ts'
import { admissionRound } from '../model/round.ts'
import { tell } from './tell.ts'

const mustBeInTime = ({ confirmBy }: Application): void => {
  if (!confirmBy || Date.now() >= Date.parse(confirmBy)) throw refusalOf(admissionRound, 'over', { at: schoolTimeText(confirmBy ?? Date.now()) })
}
/** 30-ES8: the row is locked, so that the clock and the applicant do not both decide. */
const confirm = handle(confirmAdmission, async (ctx, { id, consequences }) => {
  const { db } = ctx
  const row = await ownApplications.lock(ctx, id, 'confirm')
  mustBeInTime(row)
  if (!consequences) throw refusalOf(admissionRound, 'consequences', {}, 'consequences')
  const { state } = await db.update(examApplication, id, { state: 'confirmed', answeredAt: new Date().toISOString() })
  const { personId } = await db.unscoped(examApplicant).one(row.examApplicantId) // of the caller's own
  await db.emit('exam.confirmed', { examApplicationId: id, personId, planId: row.planId })
  return { state }
})
const decline = handle(declineAdmission, async (ctx, { id, reason }) => {
  const row = await ownApplications.lock(ctx, id, 'decline')
  mustBeInTime(row)
  const { state } = await ctx.db.update(examApplication, id, { state: 'declined', answeredAt: new Date().toISOString(), declineReason: reason ?? null })
  return { state }
})
/** Each batch in one message. */
async function tellByBatch(db: Db, event: 'confirming' | 'offerLapsed', rows: readonly Application[]): Promise<void> {
  const of = Map.groupBy(rows, r => r.batchId)
  for (const batch of await db.unscoped(examBatch).all({ id: [...of.keys()] })) {
    // published to everybody
    const until = Map.groupBy(of.get(batch.id) ?? [], r => schoolTimeText(r.confirmBy ?? ''))
    for (const [at, some] of until) await tell(db, event, batch, some, event === 'confirming' ? { until: at } : {})
  }
}
/** 30-ES8: no answer is none. */
export const lapse = whenDue(examApplication, {
  when: `t.state = 'admitted'`,
  at: 'confirmBy',
  set: { state: 'lapsed' },
  act: (db, rows) => tellByBatch(db, 'offerLapsed', rows),
})
export const remind = whenDue(examApplication, {
  when: `t.state = 'admitted' and t.confirm_told_at is null`,
  at: 'confirmBy',
  before: DAY_MS,
  untilThen: true,
  set: now => ({ confirmToldAt: now }),
  act: (db, rows) => tellByBatch(db, 'confirming', rows),
})
export default [confirm, decline, deadlines('exam.confirmations', '录取确认期限', '*/5 * * * *', [lapse, remind])]
