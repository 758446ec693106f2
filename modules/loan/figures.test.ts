import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { today } from '#server/base/today.ts'
import { creditLoan } from './model/credit-loan.ts'
import { loanReceipt } from './model/receipt.ts'
import { type LoanSchool, loanSchool } from './testing.ts'

interface Figures {
  borrowers: number
  approved: number
  awaited: number
  tuitionPart: number
  coverage: number
  near: number
  byCounty: Array<{ key: string; awaited: number }>
}
let s: LoanSchool
beforeAll(async () => {
  s = await loanSchool()
})
afterAll(() => s.close())
const figures = async (by = s.officer) => (await by.get<Figures>('loan/creditLoan/statistics', { from: addDays(today(), -1), to: today() })).data

describe('40 §6 figures of loans', () => {
  it('count borrowers and sums, what of tuition is covered, awaited money by county, and receipts near their deadline', async () => {
    const [a, b] = [await s.borrower('钱一'), await s.borrower('钱二')]
    const { id } = (await s.registerMine(a, { approved: 4_400_00, cantonCode: '320113' })).data
    await s.registerMine(b, { approved: 12_000_00, cantonCode: '410726' })
    const done = await s.running('钱三')
    const receipt = await s.receiptOf(id)
    await s.db.update(loanReceipt, receipt.id, { deadline: addDays(today(), 5) })
    const all = await figures()
    expect(all).toMatchObject({ borrowers: 3, approved: 28_400_00, awaited: 16_400_00, tuitionPart: 15_400_00, coverage: 93.3 })
    expect([all.near >= 1, all.byCounty.find(c => c.key === '320113')?.awaited]).toEqual([true, 4_400_00])
    await s.db.update(creditLoan, done.loanId, { state: 'rejected' })
    expect((await figures()).borrowers).toBe(2)
    expect((await s.fdy.get('loan/creditLoan/statistics', { from: today(), to: today() })).code).toBe(403)
  })
  it('have files for loan centre and bank of receipts, applications and whoever leaves', async () => {
    const profiles = await s.db.unscoped(exportProfile).all({ dataset: ['loanReceipt', 'campusLoan', 'loanGraduate', 'loanChange', 'loanArrival'] })
    expect(profiles.map(p => [p.dataset, p.target]).sort()).toEqual([
      ['campusLoan', 'bank'],
      ['loanArrival', 'loanCentre'],
      ['loanChange', 'loanCentre'],
      ['loanGraduate', 'loanCentre'],
      ['loanReceipt', 'loanCentre'],
    ])
    const datasets = (await s.officer.get<Array<{ code: string; fields: Array<{ name: string }> }>>('exchange/exportProfile/datasets')).data
    const fields = (code: string) => datasets.find(d => d.code === code)?.fields.map(f => f.name)
    expect([fields('loanReceipt'), fields('campusLoan'), fields('loanGraduate')]).toEqual([
      expect.arrayContaining(['checkCode', 'owedConfirmed', 'contractNo']),
      expect.arrayContaining(['tuitionPart', 'coName', 'reason']),
      expect.arrayContaining(['balance', 'months', 'address']),
    ])
  })
})
