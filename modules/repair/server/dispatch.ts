import sql from 'sql-template-tag'
import { moneyText } from '#model/money.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { chooseWorker, isOnShift, ranked } from '../model/choose-worker.ts'
import { dueTimes } from '../model/clock.ts'
import { candidates, decideCharge, dispatchAgain, dispatchBoard, dispatchOrder, mergeOrder, recordCallBack, rejectOrder, setUrgency } from '../model/dispatch-actions.ts'
import { REPAIR_MESSAGES } from '../model/messages.ts'
import { OPEN_ORDER, orderStates, PAYERS, repairOrder } from '../model/order.ts'
import { repairScore } from '../model/score.ts'
import { endSheet, give } from './assign.ts'
import { applicantOf, changeOrder, each, scoreTodos, tell, tellAudience } from './order-news.ts'
import { urgencyOf } from './orders.ts'
import { settingsOf } from './settings.ts'
import { askedBefore, jobOf, workersOf } from './workers.ts'

interface Building {
  id: string | null
  name: string
  pooled: number
  open: number
  breached: number
}
const board = handle(dispatchBoard, async ({ db }) => {
  const buildings =
    await db.query<Building>(sql`select o.building_id as id, coalesce(b.name, '—') as name, count(*) filter (where o.pooled_at is not null)::int as pooled, count(*)::int as open,
      count(*) filter (where o.breached_at is not null)::int as breached
    from ${db.visible(repairOrder).rows()} o left join building b on b.tenant_id = o.tenant_id and b.id = o.building_id
    where o.state in ('submitted', 'reopened', 'dispatched', 'working', 'suspended') group by 1, 2 order by 3 desc, 4 desc limit 200`)
  const workers = (await workersOf(db)).map(({ id, name, open, maxOpen, minutes, shifts }) => ({ id, name, open, maxOpen, minutes, isOnShift: isOnShift(shifts, Date.now()) }))
  return { buildings, workers }
})
/** 20-R2, explained: each worker judged as if alone, those who fit first. */
const judged = handle(candidates, async ({ db }, { id: orderId }) => {
  const order = await db.visible(repairOrder).one(orderId)
  const job = await jobOf(db, order, (await askedBefore(db, [orderId])).get(orderId))
  const workers = ranked(await workersOf(db), job).map(worker => {
    const { id, name, open, maxOpen, minutes, at, lastAt } = worker
    const choice = chooseWorker([worker], job, Date.now())
    const lacks = 'reason' in choice ? choice.reason : null
    return { id, name, open, maxOpen, minutes, lacks, isNear: at.includes(job.buildingId ?? ''), lastAt: lastAt ? new Date(lastAt).toISOString() : null }
  })
  return workers.sort((a, b) => Number(a.lacks !== null) - Number(b.lacks !== null))
})
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
  const order = await db.visible(repairOrder).lock(id, 'dispatchAgain')
  await changeOrder(db, order, { dispatchAt: new Date().toISOString(), pooledAt: null, poolReason: null })
})
/** Only a dispatcher raises or lowers; the time used so far counts. */
const urgency = handle(setUrgency, async ({ db }, { id, urgencyId, reason }) => {
  const order = await db.visible(repairOrder).lock(id, 'setUrgency')
  const times = dueTimes(Date.parse(order.clockFrom ?? order.createdAt), order.suspendedMin ?? 0, await urgencyOf(db, urgencyId), await settingsOf(db))
  await changeOrder(db, order, { urgencyId, stateNote: reason, alerted: 0, ...times })
})
const reject = handle(rejectOrder, async ({ db }, { id, reason }) => {
  const order = await db.visible(repairOrder).lock(id, 'reject')
  await endSheet(db, order, '报修单已退回')
  const after = await changeOrder(db, order, { state: 'rejected', stateNote: reason, dispatchAt: null, pooledAt: null })
  await tellAudience(db, REPAIR_MESSAGES.rejected, [after], { reason })
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
  const after = await changeOrder(db, order, { state: 'merged', mergedIntoId: intoId, dispatchAt: null, pooledAt: null })
  const people = [...applicantOf(order), ...(order.supporterIds ?? [])]
  await tell(db, REPAIR_MESSAGES.merged, 'mine', each([after], people, { into: into.orderNo }))
})
/** 20-R10 */
const decide = handle(decideCharge, async ({ db, refuse }, { id, payBy, reason }) => {
  const order = await db.visible(repairOrder).lock(id)
  if (order.chargeState !== 'disputed') refuse('notDisputed', { orderNo: order.orderNo })
  const after = await changeOrder(db, order, { payBy, chargeState: payBy === 'student' ? 'charged' : 'waived' })
  const decided = { amount: moneyText(order.costTotal ?? 0), payBy: { text: PAYERS[payBy] }, reason }
  await tell(db, REPAIR_MESSAGES.chargeDecided, 'mine', each([after], applicantOf, decided))
})
/** 20-R9 */
const callBack = handle(recordCallBack, async ({ db }, { id, note }) => {
  await db.visible(repairScore).one(id)
  await scoreTodos.follow(db, [await db.update(repairScore, id, { callBackNote: note, calledBackAt: new Date().toISOString() })])
})
export default [board, judged, byHand, again, urgency, reject, merge, decide, callBack]
