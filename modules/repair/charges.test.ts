import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { repairOrder } from './model/order.ts'
import { handInCharges } from './server/charge-lines.ts'
import { type RepairSchool, repairSchool, reported } from './testing.ts'

let s: RepairSchool
beforeAll(async () => {
  s = await repairSchool()
})
afterAll(() => s.close())
const lines = () => s.db.unscoped(billLine).all({ sourceType: 'repairOrder' })
/** A cost that the manager has decided the applicant bears. */
async function charged(amount: number): Promise<string> {
  const id = await reported(s, '玻璃破碎')
  await s.db.updateWhere(repairOrder, { id }, { chargeState: 'disputed', costTotal: amount, payBy: 'student' })
  expect((await s.officer.post('repair/repairOrder/decideCharge', { id, payBy: 'student', reason: '照片清楚' })).code).toBe(200)
  await s.server.settle()
  return id
}
describe('40-F18 costs of repairs', () => {
  it('wait while finance has not set up the item, then become a line of the applicant each, once', async () => {
    const id = await charged(60_00)
    expect(await lines()).toEqual([])
    await s.db.insert(chargeItem, { code: 'repair', name: '维修费', nature: 'service', optional: true, period: 'once', refundRule: 'none' })
    expect([await handInCharges(s.db), await handInCharges(s.db)]).toEqual([1, 0])
    const [line] = await lines()
    expect(line).toMatchObject({ sourceId: id, payerType: 'student', charged: 60_00, owed: 60_00 })
    const [order] = await s.db.query<{ billLineId: string }>(sql`select bill_line_id as "billLineId" from repair_order where tenant_id = ${s.tenantId} and id = ${id}`)
    expect(order?.billLineId).toBe(line?.id)
  })
  it('are handed in as soon as they are decided, whatever is told again', async () => {
    const id = await charged(25_00)
    await s.db.emit('repair.orderChanged', { orderId: id, payBy: 'student', amount: 25_00 })
    await s.server.settle()
    expect((await lines()).filter(l => l.sourceId === id).map(l => l.charged)).toEqual([25_00])
  })
})
