import { type FeeSchool, feeSchool } from '#modules/fee/testing.ts'
import { draftOf, selfOf } from '#modules/student/testing.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { creditLoan } from './model/credit-loan.ts'
import { loanReceipt } from './model/receipt.ts'

export { ruleOf } from '#testing/answers.ts'

export interface Borrower {
  id: string
  name: string
  actor: Actor
}
export const XN = '2026-2027'
/** A school with fees, two officers, and a borrower who owes 5,500.00 of tuition and 1,200.00 of lodging. */
export async function loanSchool() {
  const fee: FeeSchool = await feeSchool()
  const [officer, second, fdy] = [
    await fee.as({ roles: ['officer'], nickName: '甲老师' }),
    await fee.as({ roles: ['officer'], nickName: '乙老师' }),
    await fee.as({ roles: ['fdy'], teacherId: fee.ids.lin, userType: 2 }),
  ]
  const picture = async (by: Actor): Promise<string[]> => [(await upload<{ fileId: string }>(by, 'oss/oss/endpoint/put-file', PIXEL, '回执.png')).data.fileId]
  const form = (more: object = {}) => ({ contractNo: `HT${serial('contract')}X`, bank: '1', xn: XN, approved: 12_000_00, ...more })
  const s = {
    ...fee,
    ...{ officer, second, fdy, picture, form },
    async borrower(name: string, { tuition = 5_500_00, lodging = 1_200_00, classId = fee.ids.s2301 } = {}): Promise<Borrower> {
      const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(classId, { name, level: '4' }))).data
      const payer = { type: 'student', id, name } as const
      if (tuition) await fee.line(tuition, { payer })
      if (lodging) await fee.line(lodging, { payer, item: 'lodging' })
      return { id, name, actor: await selfOf(fee, id) }
    },
    /** The student's own registration, with a picture of the receipt. */
    registerMine: async (who: Borrower, more: object = {}) => who.actor.post<{ id: string }>('loan/creditLoan/registerMine', { ...form(more), proof: await picture(who.actor) }),
    register: (who: Borrower, more: object = {}) => officer.post<{ id: string }>('loan/creditLoan/register', { studentId: who.id, kind: 'campus', ...form(more) }),
    /** A borrower whose loan of 12,000.00 has arrived. */
    async running(name: string, more: { classId?: string } = {}): Promise<Borrower & { loanId: string }> {
      const who = await s.borrower(name, more)
      const { id } = (await s.register(who)).data
      await fee.db.update(creditLoan, id, { state: 'active', arrived: 12_000_00 })
      return { ...who, loanId: id }
    },
    loanOf: (id: string) => fee.db.unscoped(creditLoan).one(id),
    receiptOf: async (loanId: string) => {
      const row = await fee.db.unscoped(loanReceipt).find({ loanId })
      if (!row) throw new Error('no receipt')
      return row
    },
  }
  return s
}
export type LoanSchool = Awaited<ReturnType<typeof loanSchool>>
