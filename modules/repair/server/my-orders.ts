import sql from 'sql-template-tag'
import { stateAllows } from '#model'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { only } from '#server/data/present.ts'
import { myOrders } from '../model/apply-actions.ts'
import { repairOrder } from '../model/order.ts'
import { workSheet } from '../model/sheet.ts'
import { repairType } from '../model/type.ts'
import { repairUrgency } from '../model/urgency.ts'
import type { Order } from './orders.ts'

const MOST = 50
const VERBS = ['withdraw', 'confirm', 'notFixed', 'agree', 'score'] as const

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
  return VERBS.filter(verb => further[verb])
}
export default handle(myOrders, async ({ db, me }) => {
  const found = await db.query<{ id: string; main: string }>(sql`select id, coalesce(merged_into_id, id) as main from repair_order where tenant_id = ${me.tenantId}
    and (applicant_id = ${me.userId} or supporter_ids @> to_jsonb(${me.userId}::text)) order by created_at desc limit ${MOST}`)
  const all = new Map((await db.unscoped(repairOrder).all({ id: found.flatMap(f => [f.id, f.main]) })).map(o => [o.id, o])) // found by the caller's account
  const last = await db.unscoped(workSheet).all({ orderId: found.map(f => f.main), state: ['assigned', 'accepted', 'arrived', 'done'] }, { sort: ['assignedAt'] }) // of these orders
  const sheets = new Map(last.map(s => [s.orderId, s]))
  const [types, urgencies, names] = [
    await db.cached(repairType),
    await db.cached(repairUrgency),
    await accountNamer(
      db,
      last.map(s => s.repairerId),
    ),
  ]
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
