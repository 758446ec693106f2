import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
/** A refund that goes by bank, checked by the second person. */
async function refundByBank(amount: number): Promise<string> {
  const line = await s.line(amount)
  const made = await s.order([line], amount)
  await s.pay(made.orderNo)
  const { refundId } = (await s.finance.post<{ refundId: string }>('fee/payOrder/requestRefund', { id: made.id, amount, reason: '退学', route: 'bank' })).data
  await s.checker.post('fee/refundOrder/approve', { id: refundId })
  return refundId
}
const lineOf = async (grantId: string) => (await s.db.unscoped(payoutLine).all({ grantId }))[0]

it('40-B1 a refund by bank is on the list of refunds, once it is checked', async () => {
  const refundId = await refundByBank(500_00)
  expect(await lineOf(refundId)).toMatchObject({ amount: 500_00, studentId: s.payer.id, state: 'ready' })
  const list = await s.db.unscoped(payoutList).one((await lineOf(refundId))?.listId ?? '')
  expect(list).toMatchObject({ source: 'refund', state: 'draft' })
})
it('40-B1 one that was transferred by hand leaves the list; one whose list has gone on is not transferred too', async () => {
  const [first, second] = [await refundByBank(20_00), await refundByBank(30_00)]
  expect((await s.checker.post('fee/refundOrder/payByBank', { id: first, slipNo: 'ZZ9' })).code).toBe(200)
  expect(await lineOf(first)).toBeUndefined()
  const { listId = '' } = (await lineOf(second)) ?? {}
  await s.db.query(sql`update payout_list set state = 'approved' where tenant_id = ${s.tenantId} and id = ${listId}`)
  expect((await s.checker.post('fee/refundOrder/payByBank', { id: second, slipNo: 'ZZ8' })).errors[0]?.rule).toBe('money.payoutList.onList')
})
it('40-B4 what the bank has paid is a refund that arrived', async () => {
  const refundId = await refundByBank(40_00)
  await s.db.emit('money.payoutPaid', { payoutLineId: (await lineOf(refundId))?.id, source: 'refund', grantId: refundId, listNo: 'FF1' })
  await s.server.settle()
  expect(await s.refundOf(refundId)).toMatchObject({ state: 'success', slipNo: 'FF1' })
})
