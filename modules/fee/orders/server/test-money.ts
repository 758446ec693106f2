import sql from 'sql-template-tag'
import { Refusal, type Row, refusalOf } from '#model'
import { type Db, handle, rules } from '#server/context.ts'
import { merchantAccount } from '../../merchants/model/merchant-account.ts'
import { clearTests } from '../model/actions.ts'
import { payOrder } from '../model/pay-order.ts'
import { takeOut } from './take-out.ts'

const REASON = '测试缴费冲销'
type Draft = Partial<Pick<Row<typeof merchantAccount>, 'mode' | 'isEnabled'>>
const testOrders = (db: Db): Promise<Array<{ id: string }>> =>
  db.query(sql`select id from pay_order where tenant_id = ${db.me.tenantId} and is_test and received > refunded order by id`)
/** 40-F19: test money never stands beside real money: a live account is enabled only once all of it was taken back. */
async function check(db: Db, { mode, isEnabled }: Draft): Promise<void> {
  if (mode !== 'live' || !isEnabled) return
  const { length } = await testOrders(db)
  if (length) throw refusalOf(payOrder, 'testMoney', { n: length }, 'isEnabled')
}
/** Takes the money of one test order out of the ledgers. No provider is asked: there was no money. */
async function clear(db: Db, id: string): Promise<void> {
  const order = await db.unscoped(payOrder).lock(id) // money of the whole school
  const amount = order.received - order.refunding
  if (amount > 0) await takeOut(db, order, { amount, reason: REASON, makerId: db.me.userId })
}
const clearAll = handle(clearTests, async ({ db }) => {
  const [orders, counts] = [await testOrders(db), { cleared: 0, kept: 0 }]
  for (const { id } of orders) {
    // money that has gone on to other fees comes back with the orders that took it
    const isDone = await db
      .tx(tx => clear(tx, id))
      .then(
        () => true,
        (fault: unknown) => {
          if (fault instanceof Refusal) return false
          throw fault
        },
      )
    counts[isDone ? 'cleared' : 'kept']++
  }
  return counts
})
export default [
  clearAll,
  rules(merchantAccount, { add: ({ db }, draft) => check(db, { mode: 'test', ...draft }), update: ({ db }, row, patch) => check(db, { ...row, ...patch }) }),
]
