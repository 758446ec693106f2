import { notAllowed, Refusal, refusalOf } from '#model'
import { schoolInstant } from '#model/school-time.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { billLine } from '../../bills/model/bill-line.ts'
import { openMerchants } from '../../merchants/server/api.ts'
import { confirmCounter, recordCounter } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { book } from './book.ts'
import { writeOrder } from './create-order.ts'
import { payerOf } from './payer.ts'

/** Money paid at the counter: one person enters it with the number of its slip. The slip's number is unique for the account, so that none is entered twice. */
const record = handle(recordCounter, async ({ db, me }, { lineIds, part, merchantId, slipNo, paidOn }) => {
  const lines = await db.visible(billLine).all({ id: lineIds.flatMap(id => id ?? []) })
  const [line] = lines
  if (!line || lines.length < new Set(lineIds).size) throw new Refusal(404, [{ rule: 'fee.payOrder.notOwn', text: '没有这笔应缴' }])
  if (lines.some(l => l.payerId !== line.payerId)) throw refusalOf(payOrder, 'onePayer', {}, 'lineIds')
  if (paidOn > today()) throw refusalOf(payOrder, 'future', { day: paidOn }, 'paidOn')
  const account = (await openMerchants(db)).find(m => m.id === merchantId && m.provider === 'counter')
  if (!account) throw refusalOf(payOrder, 'noMerchant', {}, 'merchantId')
  if (await db.unscoped(payOrder).find({ merchantId, slipNo })) throw refusalOf(payOrder, 'slip', { slipNo }, 'slipNo') // slips of the account
  const more = { state: 'paying', slipNo, paidOn, makerId: me.userId, nextQueryAt: null } as const
  const order = await writeOrder(db, { lineIds, part }, { payer: payerOf(line), account, scene: 'counter', idemKey: `counter ${slipNo}`, more })
  return { id: order.id }
})
/** Another one confirms it: only then is it paid. */
const confirm = handle(confirmCounter, async ({ db, me }, { id }) => {
  const order = await db.visible(payOrder).lock(id, 'confirmCounter')
  if (!order.makerId) throw notAllowed(payOrder, order, 'confirmCounter')
  if (order.makerId === me.userId) throw refusalOf(payOrder, 'sameHand')
  await db.update(payOrder, id, { checkerId: me.userId })
  await book(db, order, { txnNo: `${order.merchantId}/${order.slipNo ?? ''}`.slice(-64), amount: order.amount, paidAt: schoolInstant(order.paidOn ?? today()) })
  return { state: (await db.visible(payOrder).one(id)).state }
})
export default [record, confirm]
