import sql from 'sql-template-tag'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { billLedger, creditLedger } from '../bills/model/bill-line.ts'
import { takeMoney } from '../bills/server/api.ts'
import jobs from './server/jobs.ts'
import { type PaySchool, paySchool } from './testing.ts'

let s: PaySchool
beforeAll(async () => {
  s = await paySchool()
})
afterAll(() => s.close())
const [expiry, retention] = jobs

it('finance hears thirty days before a key expires, once for each expiry', async () => {
  const told = async () => (await s.db.query(sql`select from outbox where payload->>'event' = 'fee.keyExpires'`)).length
  await s.db.query(sql`update merchant_account set key_expires_on = ${addDays(today(), 31)} where id = ${s.merchantId}`)
  expect(await expiry?.run(s.db, {})).toBe(0)
  await s.db.query(sql`update merchant_account set key_expires_on = ${addDays(today(), 30)} where id = ${s.merchantId}`)
  expect([await expiry?.run(s.db, {}), await expiry?.run(s.db, {}), await told()]).toEqual([1, 0, 1])
})
it('notices are kept for three years', async () => {
  for (let n = 0; n < 2; n++) await s.tell({}, { signed: 'x' })
  const [first] = await s.db.query<{ id: string }>(sql`select id from notify_log order by received_at limit 1`)
  await s.db.query(sql`update notify_log set received_at = now() - interval '3 years 1 day' where id = ${first?.id}`)
  expect(await retention?.run(s.db, {})).toBe(1)
  expect(await s.db.query(sql`select from notify_log`)).toHaveLength(1)
})
it('40-F19 test money enters no total: neither what was collected nor the voucher', async () => {
  const [paid, real] = [await s.line(120_00), await s.line(80_00)]
  await takeMoney(s.db, { sourceType: 'test', sourceId: real }, 'own', [{ lineId: real, amount: 80_00 }])
  await s.pay((await s.order([paid], 120_00)).orderNo)
  const span = { from: addDays(today(), -500), to: addDays(today(), 500) }
  type Sums = { net: number; collected: number; own: number; byDay: Array<{ amount: number }> }
  const { net, collected, own, byDay } = (await s.finance.get<Sums>('fee/billLine/statistics', span)).data
  expect([net, collected, own, byDay.reduce((sum, d) => sum + d.amount, 0)]).toEqual([200_00, 80_00, 80_00, 80_00])
  const columns = [{ title: '金额', source: 'field', field: 'amount' }]
  const draft = { code: 'voucher', name: '凭证', target: 'finance', dataset: 'feeVoucher', columns, format: 'csv', validFrom: '2020-01-01' }
  const { id } = (await s.finance.post<{ id: string }>('exchange/exportProfile/add', draft)).data
  const file = (await s.finance.post('exchange/exportProfile/make', { profileId: id, filter: { from: today(), to: today() } })).raw.toString('utf8')
  expect(file).toMatch(/金额\r\n80\.00/)
  await s.finance.post('fee/payOrder/clearTests')
  expect((await s.finance.get<Sums>('fee/billLine/statistics', span)).data.collected).toBe(80_00)
})
it('40-F19 test money is taken back before a live account is enabled', async () => {
  const line = await s.line(310_00)
  await s.pay((await s.order([line], 310_00)).orderNo)
  const live = { provider: 'counter', name: '柜台', merchantNo: 'C9', scenes: ['counter'], mode: 'live', isEnabled: true }
  await s.db.query(sql`update merchant_account set is_enabled = false where id = ${s.merchantId}`)
  const refused = await s.finance.post('fee/merchantAccount/add', live)
  expect(refused.errors[0]).toMatchObject({ rule: 'fee.payOrder.testMoney', values: { n: 1 } })
  expect((await s.finance.post('fee/payOrder/clearTests')).data).toEqual({ cleared: 1, kept: 0 })
  expect(await s.lineOf(line)).toMatchObject({ paid: 0, owed: 310_00 })
  expect([await s.credit(), await mismatches(s.db, billLedger), await mismatches(s.db, creditLedger)]).toEqual([0, [], []])
  expect((await s.finance.post('fee/merchantAccount/add', live)).code).toBe(200)
  // from now on the test account takes nothing
  expect((await s.create([line], 310_00)).errors[0]?.rule).toBe('fee.payOrder.noMerchant')
})
