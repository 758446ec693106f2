import sql from 'sql-template-tag'
import { stateAllows } from '#model'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { notFound } from '#server/data/rows.ts'
import { fileReader } from '#server/files/readers.ts'
import { myOrders, orderCourse } from '../model/apply-actions.ts'
import { repairType, repairUrgency } from '../model/faults.ts'
import { repairOrder } from '../model/order.ts'
import { sheetSteps, workSheet } from '../model/sheet.ts'
import { isConcerned, type Order } from './orders.ts'

const MOST = 50
/** What somebody can do with an order, whose repair is that of `course`. */
function verbsOf(o: Order, course: Order, isOwn: boolean): string[] {
  const isOpen = course.scoreUntil !== null && Date.parse(course.scoreUntil) > Date.now()
  const further = {
    withdraw: isOwn && !o.supporterIds?.length && stateAllows(repairOrder, o, 'withdraw'),
    confirm: stateAllows(repairOrder, course, 'confirm'),
    notFixed: stateAllows(repairOrder, course, 'notFixed'),
    agree: isOwn && o.chargeState === 'asked',
    score: isOwn && o.score === null && isOpen && stateAllows(repairOrder, o, 'score'),
  }
  return Object.entries(further).flatMap(([verb, may]) => (may ? verb : []))
}
const mine = handle(myOrders, async ({ db, me }) => {
  const found = await db.query<{ id: string; main: string }>(sql`select id, coalesce(merged_into_id, id) as main from repair_order where tenant_id = ${me.tenantId}
    and (applicant_id = ${me.userId} or supporter_ids @> to_jsonb(${me.userId}::text)) order by created_at desc limit ${MOST}`)
  const all = new Map((await db.unscoped(repairOrder).all({ id: found.flatMap(f => [f.id, f.main]) })).map(o => [o.id, o])) // found by the caller's account
  const last = await db.unscoped(workSheet).all({ orderId: found.map(f => f.main), state: ['assigned', 'accepted', 'arrived', 'done'] }, { sort: ['assignedAt'] }) // of these orders
  const sheets = new Map(last.map(s => [s.orderId, s]))
  const workers = last.map(s => s.repairerId)
  const [types, urgencies, names] = [await db.cached(repairType), await db.cached(repairUrgency), await accountNamer(db, workers)]
  return found.flatMap(({ id, main }) => {
    const [row, course, sheet] = [all.get(id), all.get(main), sheets.get(main)]
    if (!row || !course) return []
    const { orderNo, title, createdAt, place, chargeState, costTotal, score } = row
    const isOwn = row.applicantId === me.userId
    return {
      ...only(myOrders.output, course),
      ...{ id, actOn: main, orderNo, title, createdAt, place, chargeState, costTotal, score },
      typeName: types.get(row.typeId)?.name ?? '',
      urgencyName: urgencies.get(course.urgencyId)?.name ?? '',
      workerName: sheet ? names(sheet.repairerId) : null,
      comingAt: sheet?.comingAt ?? null,
      afterPhotos: sheet?.afterPhotos ?? [],
      isSupporter: !isOwn,
      can: verbsOf(row, course, isOwn),
    }
  })
})
/** For staff in their scope, and everybody the order concerns. */
const course = handle(orderCourse, async ({ db }, { id }) => {
  const inScope = await db.visible(repairOrder).find({ id })
  const row = inScope ?? ((await isConcerned(db, id)) ? await db.unscoped(repairOrder).one(id) : undefined) // it concerns the caller
  if (!row) throw notFound()
  const sheets = await db.unscoped(workSheet).all({ orderId: id }, { sort: ['assignedAt'] }) // of that order
  const supporters = row.supporterIds ?? []
  const names = await accountNamer(db, [...sheets.map(s => s.repairerId), ...supporters])
  return { supporters: supporters.map(names), sheets: sheets.map(s => ({ ...only(sheetSteps, s), id: s.id, workerName: names(s.repairerId) })) }
})
/** Photos of a sheet: whoever reported the fault sees that it was repaired. */
const photos = fileReader(workSheet, async (db, id) => {
  const [sheet] = await db.query<{ orderId: string }>(sql`select order_id as "orderId" from work_sheet where tenant_id = ${db.me.tenantId} and id = ${id}`)
  return Boolean(sheet && (await isConcerned(db, sheet.orderId)))
})
export default [mine, course, photos]
