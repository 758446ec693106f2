import { Refusal, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { lockLines, type Payer } from '../../bills/server/api.ts'
import type { Scene } from '../../merchants/model/merchant-account.ts'
import type { Payload } from '../../merchants/model/provider.ts'
import { adapterOf, merchantOf, openMerchants, ProviderRefusal } from '../../merchants/server/api.ts'
import { createOrder } from '../model/actions.ts'
import { OPEN_STATES, payOrder, payOrderLine } from '../model/pay-order.ts'
import { applyTrade, freeLines, isSettled, type Order } from './book.ts'
import { mustLandAt, type Payable, type Portion, payablesOf, portionsOf, titleOf, type Wanted } from './lines-to-pay.ts'
import { newNo } from './order-no.ts'
import { ownPayerId, payerOf } from './payer.ts'
import { answered, chargeOf, closeAtProvider, downOf, isProviderFault } from './provider-calls.ts'
import { nextQuery } from './query-orders.ts'

export const EXPIRE_MINUTES = 30
type Account = Awaited<ReturnType<typeof openMerchants>>[number]
const sumOf = (portions: readonly Portion[]): number => portions.reduce((sum, p) => sum + p.amount, 0)

/** 40-F19: only accounts that take money now, for a way of paying that they have. */
export async function accountFor(db: Db, merchantId: string, scene: Scene): Promise<Account> {
  const account = (await openMerchants(db)).find(m => m.id === merchantId)
  if (!account) throw refusalOf(payOrder, 'noMerchant', {}, 'merchantId')
  const has = account.scenes?.includes(scene) && adapterOf(account).capabilities.scenes.includes(scene)
  if (!has) throw refusalOf(payOrder, 'scene', { name: account.name }, 'scene')
  return account
}
/** Lines that an open order holds. */
export const heldOf = (db: Db, lineIds: readonly string[]) => db.unscoped(payOrderLine).all({ billLineId: lineIds, isOpen: true }) // lines that the caller may pay
/** Open orders that hold one of these lines. */
export async function openOrdersOf(db: Db, lineIds: readonly string[]): Promise<Order[]> {
  const held = await heldOf(db, lineIds)
  return held.length ? db.unscoped(payOrder).all({ id: [...new Set(held.map(l => l.orderId))], state: OPEN_STATES }) : [] // as above
}
/** 40-F6: a former order is closed at its provider before another begins; if it turns out to be paid, it is booked and the new one refused. */
export async function closeFormer(db: Db, former: Order): Promise<void> {
  if (former.slipNo) throw refusalOf(payOrder, 'elsewhere') // paid at the counter, and not confirmed yet
  const after = await applyTrade(db, former, await answered(former, closeAtProvider(db, former)))
  if (isSettled(after)) throw refusalOf(payOrder, 'alreadyPaid', { time: schoolTimeText(after.paidAt ?? after.updatedAt), amount: yuanText(after.amount) })
}
export interface Draft {
  payer: Payer
  account: Pick<Account, 'id' | 'name' | 'provider' | 'mode' | 'book'>
  scene: Scene
  idemKey: string
  more?: Partial<Order>
}
/** Writes an order of lines as they are now, under their locks. `shown` is what the page said they cost (40-F7). */
export async function writeOrder(db: Db, wanted: Wanted, draft: Draft, shown?: number): Promise<Order> {
  const [, lines] = await Promise.all([lockLines(db, wanted.lineIds), payablesOf(db, [draft.payer.payerId], wanted.lineIds)]) // sent together, run one after the other
  mustBeOwn(lines, wanted.lineIds)
  return writeLocked(db, lines, wanted, draft, shown)
}
/** The same of lines that the caller has locked. */
export async function writeLocked(db: Db, lines: readonly Payable[], wanted: Wanted, draft: Draft, shown?: number): Promise<Order> {
  const portions = portionsOf(lines, wanted)
  mustLandAt(lines, draft.account)
  const amount = sumOf(portions)
  if (shown !== undefined && shown !== amount) throw refusalOf(payOrder, 'changed', { amount: yuanText(amount), shown: yuanText(shown) }, 'amount')
  const row = orderRow(lines, amount, draft)
  const portionRows = portions.map(p => ({ orderId: row.id, billLineId: p.lineId, amount: p.amount }))
  const [order, held] = await Promise.all([db.insert(payOrder, row), db.insertMany(payOrderLine, portionRows, { skipExisting: true, history: false })])
  if (held < portions.length) throw refusalOf(payOrder, 'elsewhere')
  return order
}
/** An order to be written. What a process leaves behind that dies before the provider is called is closed at its expiry. */
export function orderRow(lines: readonly Payable[], amount: number, { payer, account, scene, idemKey, more = {} }: Draft) {
  const expireAt = new Date(Date.now() + EXPIRE_MINUTES * 60_000).toISOString()
  return {
    ...{ id: uuidv7(), orderNo: newNo('P'), ...payer, merchantId: account.id, provider: account.provider },
    ...{ scene, amount, title: titleOf(lines), idemKey, isTest: account.mode === 'test', expireAt, nextQueryAt: expireAt, ...more },
  } as const
}
/** Lines of another payer are not there. */
export function mustBeOwn(found: readonly Payable[], lineIds: readonly string[]): void {
  if (found.length < new Set(lineIds).size) throw new Refusal(404, [{ rule: 'fee.payOrder.notOwn', text: '没有这笔应缴' }])
}
/** The payer in the provider's own world, where its browser pays only for somebody it knows. */
async function payerAt(db: Db, order: Order, code: string | null): Promise<string | null> {
  const { payer } = adapterOf(order)
  if (!payer || order.scene !== 'jsapi') return null
  if (!code) throw refusalOf(payOrder, 'noCode')
  return payer.of(await merchantOf(db, order.merchantId), code).catch((fault: unknown) => {
    throw fault instanceof ProviderRefusal ? refusalOf(payOrder, 'noCode') : fault // used before, or too old
  })
}
/** What the payer's browser does. A provider that does not answer leaves nothing behind that could be paid: nobody has seen its page. */
export async function prepay(db: Db, order: Order, ip: string, code: string | null): Promise<Payload> {
  const { payload, isOpen } = await atProvider(db, order, ip, code)
  if (!isOpen) await mustNotBeClosed(db, order)
  return payload
}
/** 40-F6: another order may have closed this one before the provider knew of it, so that there was nothing to close. It is closed now, and nobody is sent to pay it. */
async function mustNotBeClosed(db: Db, order: Order): Promise<void> {
  const { state } = await db.unscoped(payOrder).one(order.id) // the payer's own order
  if (state !== 'closed') return
  await applyTrade(db, order, await answered(order, closeAtProvider(db, order)))
  throw refusalOf(payOrder, 'elsewhere')
}
async function atProvider(db: Db, order: Order, ip: string, code: string | null): Promise<{ payload: Payload; isOpen: boolean }> {
  try {
    const openId = await payerAt(db, order, code)
    const payload = await adapterOf(order).prepay(await merchantOf(db, order.merchantId), await chargeOf(db, order, { ip, openId }), order.scene)
    const open = await db.updateWhere(payOrder, { id: order.id, state: 'created' }, { state: 'paying', payload, nextQueryAt: nextQuery(order, 0) }, { history: false })
    return { payload, isOpen: open.length > 0 }
  } catch (fault) {
    await db.tx(async tx => {
      await freeLines(tx, order.id)
      await tx.update(payOrder, order.id, { state: 'closed', closedAt: new Date().toISOString() })
    })
    throw isProviderFault(fault) ? downOf(order) : fault
  }
}
interface Making extends Wanted, Pick<Draft, 'scene' | 'idemKey' | 'more'> {
  /** What the page said it costs. */
  amount: number
  merchantId: string
}
/** Makes an order of a payer's lines and says what the browser does to pay it. The same key again answers the same order. */
export async function makeOrder(
  db: Db,
  payerId: string,
  { lineIds, part, amount, merchantId, scene, idemKey, more = {} }: Making,
  { ip, code }: { ip: string; code: string | null },
): Promise<{ id: string; orderNo: string; payload: Payload }> {
  const [known, lines, formers] = await db.readOnly(read =>
    Promise.all([
      read.unscoped(payOrder).find({ payerId, idemKey }), // the payer's own order
      payablesOf(read, [payerId], lineIds),
      openOrdersOf(read, lineIds),
    ]),
  )
  if (known?.payload) return { id: known.id, orderNo: known.orderNo, payload: known.payload }
  mustBeOwn(lines, lineIds)
  const account = await accountFor(db, merchantId, scene)
  portionsOf(lines, { lineIds, part })
  const payer = payerOf(lines[0] as Payable)
  for (const former of formers) await closeFormer(db, former) // at their providers, outside a transaction
  const order = await db.tx(tx => writeOrder(tx, { lineIds, part }, { payer, account, scene, idemKey, more }, amount))
  return { id: order.id, orderNo: order.orderNo, payload: await prepay(db, order, ip, code) }
}
export default handle(createOrder, async ({ db, me, ip }, { code, ...given }) => makeOrder(db, ownPayerId(me), given, { ip, code: code ?? null }))
