import { draftOf, type SmallSchool, smallSchool } from '#modules/student/testing.ts'
import type { Actor } from '#testing/school.ts'
import type { PayerType } from './bills/model/bill-line.ts'
import { type HandedIn, handIn } from './bills/server/api.ts'
import { chargeItem } from './prices/model/charge-item.ts'

export interface FeeSchool extends SmallSchool {
  finance: Actor
  /** Ids of the items by code. */
  items: Readonly<Record<'tuition' | 'lodging' | 'books' | 'exam', string>>
  payer: { type: PayerType; id: string; name: string }
  /** Hands in one line of this payer and returns its id. */
  line(amount: number, more?: Partial<HandedIn>): Promise<string>
}
let lines = 0
/** A small school with four items and a student. */
export async function feeSchool(): Promise<FeeSchool> {
  const s = await smallSchool()
  const item = async (code: string, name: string, more: object) =>
    (await s.db.insert(chargeItem, { code, name, nature: 'administrative', filingNo: 'JY1', period: 'year', ...more })).id
  const items = {
    tuition: await item('tuition', '学费', { priority: 10, loanCoverable: true }),
    lodging: await item('lodging', '住宿费', { priority: 20, loanCoverable: true }),
    exam: await item('exam', '考试费', { priority: 40 }),
    books: await item('books', '教材费', { nature: 'agency', filingNo: null, optional: true, priority: 30 }),
  }
  const officer = await s.as({ roles: ['officer'] })
  const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2301, { name: '陈舟' }))).data
  const payer = { type: 'student', id, name: '陈舟' } as const
  return {
    ...s,
    finance: await s.as({ roles: ['finance'], userType: 2 }),
    items,
    payer,
    async line(amount, more = {}) {
      const source = { sourceType: 'test', sourceId: `${++lines}`, sourceSeq: '1' }
      const [lineId = ''] = await handIn(s.db, [{ ...source, payer, item: 'tuition', amount, xn: '2026-2027', dueDate: '2026-09-30', explain: {}, ...more }])
      return lineId
    },
  }
}
