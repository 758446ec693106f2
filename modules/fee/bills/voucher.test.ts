import { afterAll, beforeAll, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'
import { changeCharges, takeMoney } from './server/settle.ts'

let s: FeeSchool
beforeAll(async () => {
  s = await feeSchool()
})
afterAll(() => s.close())

it('40-X1 finance exports a voucher by item, college and day as its template wants it; with the credit of payers a day adds up to what came in', async () => {
  const [first, second] = [await s.line(100_00), await s.line(250_50)]
  await takeMoney(s.db, { sourceType: 'payOrder', sourceId: 'one' }, 'own', [
    { lineId: first, amount: 100_00 },
    { lineId: second, amount: 250_50 },
  ])
  const third = await s.line(300_00)
  await takeMoney(s.db, { sourceType: 'payOrder', sourceId: 'two' }, 'own', [{ lineId: third, amount: 320_00 }])
  await changeCharges(s.db, { sourceType: 'test', sourceId: 'lowered' }, [{ lineId: third, kind: 'charge', amount: -120_00 }])
  const columns = [
    { title: '日期', source: 'field', field: 'day', format: 'datePlain', required: true },
    { title: '摘要', source: 'template', text: '{college}{item}' },
    { title: '科目', source: 'field', field: 'code', codes: { tuition: '4001', credit: '2203' } },
    { title: '贷方', source: 'field', field: 'amount' },
  ]
  const draft = { code: 'voucher', name: '凭证', target: 'finance', dataset: 'feeVoucher', columns, format: 'csv', validFrom: '2020-01-01' }
  const { id } = (await s.finance.post<{ id: string }>('exchange/exportProfile/add', draft)).data
  const day = today()
  const file = (await s.finance.post('exchange/exportProfile/make', { profileId: id, filter: { from: day, to: day } })).raw.toString('utf8')
  expect(file.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    '日期,摘要,科目,贷方',
    `${day.replaceAll('-', '')},信息工程学院预存,2203,140.00`,
    `${day.replaceAll('-', '')},信息工程学院学费,4001,530.50`,
  ])
  expect((await s.finance.post('exchange/exportProfile/make', { profileId: id, filter: { from: day, to: '2999-01-01' } })).errors[0]?.rule).toBe('money.ledgerEntry.span')
})
