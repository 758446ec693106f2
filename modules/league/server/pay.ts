import { refusalOf } from '#model'
import { payOrder } from '#modules/fee/orders/model/pay-order.ts'
import { orderForOthers, payWays } from '#modules/fee/server/api.ts'
import { ownStudentId, studentsOf } from '#modules/student/server/api.ts'
import { type Ctx, type Db, handle, onMany } from '#server/context.ts'
import { leagueFee } from '../model/fee.ts'
import { payFor } from '../model/fee-actions.ts'
import { LEAGUE_MESSAGES } from '../model/messages.ts'
import { type Fee, followLines } from './charges.ts'
import { tellMembers } from './notify-members.ts'
import { ownBranch } from './reach.ts'

/** 40-G7: one's own fees; a secretary's, those of the own branch's members. */
async function mayPay(ctx: Pick<Ctx, 'db' | 'me'>, ids: readonly string[]): Promise<Fee[]> {
  const studentId = ownStudentId(ctx.me)
  const fees = await ctx.db.unscoped(leagueFee).all({ id: ids }) // checked next
  const branch = await ownBranch(ctx)
  if (fees.length < new Set(ids).size || fees.some(f => f.studentId !== studentId && f.branchId !== branch?.id)) throw refusalOf(leagueFee, 'notYours')
  return fees
}
const pay = handle(payFor, async (ctx, { ids, ...ask }) => {
  const fees = await mayPay(ctx, ids)
  if (!(await payWays(ctx.db, 'league')).some(w => w.merchantId === ask.merchantId)) throw refusalOf(leagueFee, 'noAccount', {}, 'merchantId')
  const lineIds = fees.flatMap(f => f.billLineId ?? [])
  if (!lineIds.length) throw refusalOf(leagueFee, 'nothing')
  const { id, orderNo, amount, payload, dropped } = await orderForOthers(
    ctx,
    fees.map(f => f.studentId),
    { ...ask, lineIds },
  )
  return { id, orderNo, amount, payload, dropped: dropped.map(({ name, why }) => ({ name, why })) }
})
interface PaidSource {
  sourceType: string
  sourceId: string
  orderId: string
}
/** Who paid the orders, by order. */
async function payersOf(db: Db, orderIds: readonly string[]): Promise<Map<string, string | null>> {
  const isId = /^[0-9a-f-]{36}$/
  const orders = await db.unscoped(payOrder).all({ id: [...new Set(orderIds.filter(id => isId.test(id)))] }) // told of by the bills
  return new Map(orders.map(o => [o.id, o.studentId]))
}
/** What the bills book or give back. The member hears who paid for them. */
const followed = onMany(['fee.paid', 'fee.refunded'], 'league.follow', async ({ db }, payloads) => {
  const own = (payloads as unknown as PaidSource[]).filter(p => p.sourceType === 'leagueFee')
  if (!own.length) return
  const paid = await followLines(db, [...new Set(own.map(p => p.sourceId))])
  const payers = await payersOf(
    db,
    own.map(p => p.orderId),
  )
  const payerOf = new Map(own.map(p => [p.sourceId, payers.get(p.orderId) ?? null]))
  await tellPaid(
    db,
    paid.flatMap(row => {
      const payerId = payerOf.get(row.id)
      return payerId && payerId !== row.studentId ? [{ row, payerId }] : []
    }),
  )
})
async function tellPaid(db: Db, forOthers: ReadonlyArray<{ row: Fee; payerId: string }>): Promise<void> {
  await db.updateMany(
    leagueFee,
    forOthers.map(({ row: { id }, payerId }) => ({ id, paidById: payerId })),
    { history: false },
  )
  const people = await studentsOf(
    db,
    forOthers.map(f => f.payerId),
  )
  await tellMembers(
    db,
    LEAGUE_MESSAGES.paidForYou,
    forOthers.map(({ row, payerId }) => ({ row: { ...row, paid: 0 }, more: { by: people.get(payerId)?.name ?? '' } })),
  )
}
export default [pay, followed]
