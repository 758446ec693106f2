import { Refusal, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { type StudentOf, selfStudent } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { lockLines } from '../../bills/server/api.ts'
import type { Scene } from '../../merchants/model/merchant-account.ts'
import type { Payload } from '../../merchants/model/provider.ts'
import { adapterOf, merchantOf, openMerchants } from '../../merchants/server/api.ts'
import { createOrder } from '../model/actions.ts'
import { OPEN_STATES, payOrder, payOrderLine } from '../model/pay-order.ts'
import { applyTrade, freeLines, isSettled, type Order } from './book.ts'
import { mustLandAt, type Payable, type Portion, payablesOf, portionsOf, titleOf, type Wanted } from './lines-to-pay.ts'
import { newNo } from './order-no.ts'
import { answered, chargeOf, closeAtProvider, downOf, isProviderFault } from './provider-calls.ts'
import { nextQuery } from './query-orders.ts'

export const EXPIRE_MINUTES = 30
type Account = Awaited<ReturnType<typeof openMerchants>>[number]
const sumOf = (portions: readonly Portion[]): number => portions.reduce((sum, p) => sum + p.amount, 0)

/** 40-F19: only accounts that take money now, for a way of paying that they have. */
async function accountFor(db: Db, merchantId: string, scene: Scene): Promise<Account> {
  const account = (await openMerchants(db)).find(m => m.id === merchantId)
  if (!account) throw refusalOf(payOrder, 'noMerchant', {}, 'merchantId')
  const has = account.scenes?.includes(scene) && adapterOf(account).capabilities.scenes.includes(scene)
  if (!has) throw refusalOf(payOrder, 'scene', { name: account.name }, 'scene')
  return account
}
/** Open orders that hold one of these lines. */
async function openOrdersOf(db: Db, lineIds: readonly string[]): Promise<Order[]> {
  const held = await db.unscoped(payOrderLine).all({ billLineId: lineIds, isOpen: true }) // lines of the caller's own bill
  return held.length ? db.unscoped(payOrder).all({ id: [...new Set(held.map(l => l.orderId))], state: OPEN_STATES }) : [] // orders of the same payer
}
/** 40-F6: a former order is closed at its provider before another begins; if it turns out to be paid, it is booked and the new one refused. */
async function closeFormer(db: Db, former: Order): Promise<void> {
  if (former.slipNo) throw refusalOf(payOrder, 'elsewhere') // paid at the counter, and not confirmed yet
  const after = await applyTrade(db, former.id, await answered(former, closeAtProvider(db, former)))
  if (isSettled(after)) throw refusalOf(payOrder, 'alreadyPaid', { time: schoolTimeText(after.paidAt ?? after.updatedAt), amount: yuanText(after.amount) })
}
/** Closes what is open of these lines, at their providers first. Outside a transaction. */
async function closeOrdersOf(db: Db, lineIds: readonly string[]): Promise<void> {
  for (const former of await openOrdersOf(db, lineIds)) await closeFormer(db, former)
}
export interface Draft {
  payer: Pick<StudentOf, 'id' | 'name'>
  account: Pick<Account, 'id' | 'provider' | 'mode'>
  scene: Scene
  idemKey: string
  more?: Partial<Order>
}
/** Writes an order of lines as they are now, under their locks. `shown` is what the page said they cost (40-F7). */
export async function writeOrder(db: Db, wanted: Wanted, { payer, account, scene, idemKey, more = {} }: Draft, shown?: number): Promise<Order> {
  await lockLines(db, wanted.lineIds)
  const lines = await mustBeOwn(db, payer.id, wanted.lineIds)
  const portions = portionsOf(lines, wanted)
  mustLandAt(lines, account.id)
  const amount = sumOf(portions)
  if (shown !== undefined && shown !== amount) throw refusalOf(payOrder, 'changed', { amount: yuanText(amount), shown: yuanText(shown) }, 'amount')
  // what a process leaves behind that dies before the provider is called is closed at its expiry
  const expireAt = new Date(Date.now() + EXPIRE_MINUTES * 60_000).toISOString()
  const order = await db.insert(payOrder, {
    ...{ orderNo: newNo('P'), payerType: 'student', payerId: payer.id, studentId: payer.id, payerName: payer.name, merchantId: account.id, provider: account.provider },
    ...{ scene, amount, title: titleOf(lines), idemKey, isTest: account.mode === 'test', expireAt, nextQueryAt: expireAt, ...more },
  })
  const held = await db.insertMany(
    payOrderLine,
    portions.map(p => ({ orderId: order.id, billLineId: p.lineId, amount: p.amount })),
    { skipExisting: true, history: false },
  )
  if (held < portions.length) throw refusalOf(payOrder, 'elsewhere')
  return order
}
/** Lines of another payer are not there. */
async function mustBeOwn(db: Db, studentId: string, lineIds: readonly string[]): Promise<Payable[]> {
  const lines = await payablesOf(db, studentId, lineIds)
  if (lines.length < new Set(lineIds).size) throw new Refusal(404, [{ rule: 'fee.payOrder.notOwn', text: '没有这笔应缴' }])
  return lines
}
/** What the payer's browser does. A provider that does not answer leaves nothing behind that could be paid: nobody has seen its page. */
async function prepay(db: Db, order: Order, ip: string, openId: string | null): Promise<Payload> {
  try {
    const payload = await adapterOf(order).prepay(await merchantOf(db, order.merchantId), await chargeOf(db, order, { ip, openId }), order.scene)
    await db.update(payOrder, order.id, { state: 'paying', payload, nextQueryAt: nextQuery(order, 0) })
    return payload
  } catch (fault) {
    await db.tx(async tx => {
      await freeLines(tx, order.id)
      await tx.update(payOrder, order.id, { state: 'closed', closedAt: new Date().toISOString() })
    })
    throw isProviderFault(fault) ? downOf(order) : fault
  }
}
export default handle(createOrder, async ({ db, me, ip }, { lineIds, amount, part, merchantId, scene, openId, idemKey }) => {
  const payer = await selfStudent({ db, me })
  const known = await db.unscoped(payOrder).find({ payerId: payer.id, idemKey }) // the caller's own order
  if (known?.payload) return { id: known.id, orderNo: known.orderNo, payload: known.payload }
  const account = await accountFor(db, merchantId, scene)
  portionsOf(await mustBeOwn(db, payer.id, lineIds), { lineIds, part })
  await closeOrdersOf(db, lineIds)
  const order = await db.tx(tx => writeOrder(tx, { lineIds, part }, { payer, account, scene, idemKey }, amount))
  return { id: order.id, orderNo: order.orderNo, payload: await prepay(db, order, ip, openId ?? null) }
})
