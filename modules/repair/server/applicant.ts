import { schoolTimeText } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { handle } from '#server/context.ts'
import { agreeCharge, confirmOrder, notFixed, scoreOrder, withdrawOrder } from '../model/apply-actions.ts'
import { dueTimes } from '../model/clock.ts'
import { repairUrgency } from '../model/faults.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { repairOrder } from '../model/order.ts'
import { DISPATCH } from '../model/permissions.ts'
import { meanOf, repairScore } from '../model/score.ts'
import { endSheet } from './assign.ts'
import { changeOrder, disputeCharges, each, holdersFor, scoreTodos, tell } from './order-news.ts'
import { concernedOrder, ownOrders, urgencyOf } from './orders.ts'
import { daysAfter, settingsOf } from './settings.ts'

const withdraw = handle(withdrawOrder, async (ctx, { id }) => {
  const row = await ownOrders.lock(ctx, id, 'withdraw')
  if (row.supporterIds?.length) ctx.refuse('supported', { count: row.supporterIds.length })
  await endSheet(ctx.db, row, '报修人撤回')
  await changeOrder(ctx.db, row, { state: 'withdrawn', dispatchAt: null, pooledAt: null })
})
/** 20-R7: by the applicant or anybody who reported the same. */
const confirm = handle(confirmOrder, async (ctx, { id }) => {
  const { db, me } = ctx
  const row = await concernedOrder(ctx, id, 'confirm')
  const confirmedAt = new Date().toISOString()
  const scoreUntil = daysAfter(confirmedAt, (await settingsOf(db)).scoreDays)
  await changeOrder(db, row, { state: 'confirmed', confirmedAt, scoreUntil, confirmedWay: row.applicantId === me.userId ? 'applicant' : 'supporter' })
})
/** 20-R8: one urgency higher, with new due times. The dispatcher asks the same worker first, and the second time a person. */
const again = handle(notFixed, async (ctx, { id, reason }) => {
  const { db } = ctx
  const row = await concernedOrder(ctx, id, 'notFixed')
  const now = await urgencyOf(db, row.urgencyId)
  const higher = [...(await db.cached(repairUrgency)).values()].filter(u => u.level < now.level).sort((a, b) => b.level - a.level)[0] ?? now
  const at = new Date().toISOString()
  const times = { ...dueTimes(Date.parse(at), 0, higher, await settingsOf(db)), clockFrom: at, suspendedMin: 0, alerted: 0, breachedAt: null, doneAt: null }
  await changeOrder(db, row, { state: 'reopened', stateNote: reason, reopenCount: (row.reopenCount ?? 0) + 1, urgencyId: higher.id, dispatchAt: at, ...times })
})
/** 20-R10: with consent the cost is handed in to fees; without, it goes to the manager. */
const agree = handle(agreeCharge, async (ctx, { id, agrees, reason }) => {
  const { db, refuse } = ctx
  const row = await ownOrders.lock(ctx, id)
  if (row.chargeState !== 'asked') refuse('notAsked', { orderNo: row.orderNo })
  const after = await changeOrder(db, row, { chargeState: agrees ? 'charged' : 'disputed' })
  if (!agrees) await disputeCharges(db, [after], reason || null)
})
/** 20-R7, 20-R12: of the own order, also of one that was merged; its repair is that of the order it went into. */
const score = handle(scoreOrder, async (ctx, { id, text, anonymous, ...marks }) => {
  const { db, me, refuse } = ctx
  const row = await ownOrders.lock(ctx, id, 'score')
  const repaired = row.mergedIntoId ? await db.unscoped(repairOrder).one(row.mergedIntoId) : row // the order it was merged into
  if (!repaired.confirmedAt) refuse('tooEarly', { orderNo: row.orderNo })
  if (repaired.scoreUntil && Date.parse(repaired.scoreUntil) < Date.now()) refuse('late', { orderNo: row.orderNo, until: schoolTimeText(repaired.scoreUntil) })
  const [scoreId, mean, isAnonymous] = [uuidv7(), meanOf(marks), anonymous === true]
  const draft = { id: scoreId, orderId: id, repairerId: repaired.workerId, ...marks, mean, text: text ?? null, anonymous: isAnonymous, raterId: isAnonymous ? null : me.userId }
  const made = await db.insertMany(repairScore, [draft], { skipExisting: true, ...(isAnonymous ? { anonymous: true as const } : {}) })
  if (!made) refuse('scored', { orderNo: row.orderNo })
  await changeOrder(db, row, { score: mean, ...(row.state === 'confirmed' ? { state: 'closed' as const } : {}) })
  if (mean > (await settingsOf(db)).lowScore) return
  // 20-R9
  const dispatchers = await holdersFor(db, DISPATCH)
  await tell(db, REPAIR_MESSAGES.lowScore, 'orders', each([row], dispatchers, { mean }))
  await scoreTodos.open(db, 'callBack', [{ row: { id: scoreId, order: row }, to: dispatchers(row) }])
})
export default [withdraw, confirm, again, agree, score]
