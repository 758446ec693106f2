import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { dueTimes } from '../model/clock.ts'
import { decideCharge, dispatchAgain, dispatchOrder, mergeOrder, recordCallBack, rejectOrder, setUrgency } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { PAYERS, repairOrder } from '../model/order.ts'
import { repairScore } from '../model/score.ts'
import { OPEN_ORDER, orderStates } from '../model/states.ts'
import { endSheet, give } from './assign.ts'
import { changeOrder } from './change-order.ts'
import { yuanOf } from './charges.ts'
import { applicantOf, scoreTodos, tell, tellAudience } from './order-news.ts'
import { urgencyOf } from './orders.ts'
import { DISPATCHER } from './report.ts'
import { settingsOf } from './settings.ts'
import { workersOf } from './workers.ts'

/** By hand, over skill, building and shift, but never over the worker's limit. A sheet somebody has is taken away. */
const byHand = handle(dispatchOrder, async ({ db, refuse }, { id, repairerId, note }) => {
  const order = await db.visible(repairOrder).lock(id, 'dispatch')
  const [worker] = await workersOf(db, { ids: [repairerId], lock: true })
  if (!worker) return refuse('notWorker', { name: (await accountNamer(db, [repairerId]))(repairerId) }, 'repairerId')
  if (worker.open >= worker.maxOpen) refuse('full', { name: worker.name, open: worker.open, most: worker.maxOpen }, 'repairerId')
  await endSheet(db, order, note || '改派')
  await give(db, [{ order, repairerId, way: 'manual', why: null }])
})
const again = handle(dispatchAgain, async ({ db }, { id }) => {
  await db.visible(repairOrder).lock(id, 'dispatchAgain')
  await changeOrder(db, id, { dispatchAt: new Date().toISOString(), pooledAt: null, poolReason: null })
  await notifyWorkers(db, DISPATCHER)
})
/** Only a dispatcher raises or lowers; the time used so far counts. */
const urgency = handle(setUrgency, async ({ db }, { id, urgencyId, reason }) => {
  const order = await db.visible(repairOrder).lock(id, 'setUrgency')
  const times = dueTimes(Date.parse(order.clockFrom ?? order.createdAt), order.suspendedMin ?? 0, await urgencyOf(db, urgencyId), await settingsOf(db))
  await db.update(repairOrder, id, { urgencyId, stateNote: reason, alerted: 0, ...times })
})
const reject = handle(rejectOrder, async ({ db }, { id, reason }) => {
  const order = await db.visible(repairOrder).lock(id, 'reject')
  await endSheet(db, order, '报修单已退回')
  const after = await changeOrder(db, id, { state: 'rejected', stateNote: reason, dispatchAt: null, pooledAt: null })
  await tellAudience(db, REPAIR_MESSAGES.rejected, [after], () => ({ reason }))
})
/** 20-R12: the applicant keeps the order, hears what happens to the other one, and evaluates. What was merged into it goes along. */
const merge = handle(mergeOrder, async ({ db, refuse }, { id, intoId }) => {
  if (id === intoId) refuse('self', {}, 'intoId')
  // in one order, so that two merges do not wait for each other
  for (const one of [id, intoId].sort()) await db.visible(repairOrder).lock(one)
  const [order, into] = [await db.visible(repairOrder).lock(id, 'merge'), await db.visible(repairOrder).lock(intoId)]
  if (!OPEN_ORDER.some(state => state === into.state)) refuse('intoClosed', { orderNo: into.orderNo, state: orderStates.labels[into.state] }, 'intoId')
  await endSheet(db, order, '报修单已合并')
  await db.updateWhere(repairOrder, { mergedIntoId: id }, { mergedIntoId: intoId })
  await changeOrder(db, id, { state: 'merged', mergedIntoId: intoId, dispatchAt: null, pooledAt: null })
  const people = [...applicantOf(order), ...(order.supporterIds ?? [])].flatMap(p => p ?? [])
  await tell(
    db,
    REPAIR_MESSAGES.merged,
    [order],
    () => people,
    'mine',
    () => ({ into: into.orderNo }),
  )
})
/** 20-R10 */
const decide = handle(decideCharge, async ({ db, refuse }, { id, payBy, reason }) => {
  const order = await db.visible(repairOrder).lock(id)
  if (order.chargeState !== 'disputed') refuse('notDisputed', { orderNo: order.orderNo })
  const after = await changeOrder(db, id, { payBy, chargeState: payBy === 'student' ? 'charged' : 'waived' })
  await tell(db, REPAIR_MESSAGES.chargeDecided, [after], applicantOf, 'mine', o => ({ amount: yuanOf(o.costTotal), payBy: { text: PAYERS[payBy] }, reason }))
})
/** 20-R9 */
const callBack = handle(recordCallBack, async ({ db }, { id, note }) => {
  await db.visible(repairScore).one(id)
  await scoreTodos.follow(db, [await db.update(repairScore, id, { callBackNote: note, calledBackAt: new Date().toISOString() })])
})
export default [byHand, again, urgency, reject, merge, decide, callBack]
