import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { type Db, handle } from '#server/context.ts'
import { closeEach } from '#server/notifications/todos.ts'
import { type CreditPart, sumOfParts } from '../../bills/model/spend-credit.ts'
import { lockLines, payFromCredit } from '../../bills/server/api.ts'
import { payByCredit } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { closeFormer, heldOf, mustBeOwn, openOrdersOf } from './create-order.ts'
import { type Payable, payablesOf, portionsOf } from './lines-to-pay.ts'
import { ownPayerId, payerOf } from './payer.ts'

/** 40-F11: pays the caller's lines from the caller's credit. An open order of theirs is closed first, at its provider (40-F6). */
export default handle(payByCredit, async ({ db, me }, { lineIds, amount }) => {
  const payerId = ownPayerId(me)
  const ids = [...new Set(lineIds.flatMap(lineId => lineId ?? []))]
  mustBeOwn(await payablesOf(db, [payerId], ids), ids)
  for (const former of await openOrdersOf(db, ids)) await closeFormer(db, former)
  await db.tx(async tx => {
    const locked = await lockLines(tx, ids)
    const lines = await payablesOf(tx, [payerId], ids)
    portionsOf(lines, { lineIds: ids })
    if ((await heldOf(tx, ids)).length) throw refusalOf(payOrder, 'elsewhere')
    const asked = lines.map(({ coverable: isCoverable, partial: mayPart, ...line }) => ({ ...line, isCoverable, mayPart }))
    await payFromCredit(tx, payerOf(lines[0] as Payable), locked, asked, parts => mustBe(amount, parts))
    await closeSpent(tx, payerId)
  })
})
function mustBe(shown: number, parts: readonly CreditPart[]): void {
  const amount = sumOfParts(parts)
  if (!amount) throw refusalOf(payOrder, 'noCredit')
  if (shown !== amount) throw refusalOf(payOrder, 'changed', { amount: yuanText(amount), shown: yuanText(shown) }, 'amount')
}
/** Where the payer's own credit of a book is used up, no surplus of an order waits for its refund any more. */
async function closeSpent(db: Db, payerId: string): Promise<void> {
  const orders = await db.query<{ id: string }>(sql`select o.id from pay_order o join merchant_account m on m.tenant_id = o.tenant_id and m.id = o.merchant_id
    where o.tenant_id = ${db.me.tenantId} and o.payer_id = ${payerId} and o.surplus > o.refunding
      and not exists (select from payer_credit c where c.tenant_id = o.tenant_id and c.payer_id = o.payer_id and c.origin = 'own' and c.book = m.book and c.balance > 0)`)
  const done = { node: 'surplus', result: '已抵缴费用', state: 'done' } as const
  if (orders.length)
    await closeEach(
      db,
      payOrder.name,
      orders.map(o => ({ bizId: o.id, ...done })),
    )
}
