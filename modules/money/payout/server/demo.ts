import sql from 'sql-template-tag'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { bankAccount } from '../model/bank-account.ts'
import { fundAccount } from '../model/fund-account.ts'
import { listOf, paidList } from './demo-lists.ts'
import { postFund } from './funds.ts'
import { type Grant, payOut } from './lists.ts'

const FUNDS = [
  { code: 'TF', name: '学费退费', sourceKind: 'school', budget: 200_000_00 },
  { code: 'QG', name: '勤工助学', sourceKind: 'school', budget: 2_000_000_00 },
  { code: 'GJ', name: '国家助学金', sourceKind: 'central', budget: 12_000_000_00 },
  { code: 'XY', name: '校友奖学金', sourceKind: 'donor', budget: 80_000_00, donorName: '校友会' },
] as const
const [PAID, ON_WAY, DRAFT] = [12, 8, 6]
type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]

/** Funds with budgets, cards of most students, and three lists of wages and grants: closed with one failure, at the bank, and still a draft. */
export async function demoPayout(db: Db): Promise<void> {
  const maker = await demoAccount(db, 'finance')
  const pupils = (await demoPupils(db)).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  if (!maker || pupils.length < PAID + ON_WAY + DRAFT) return
  const funds = new Map<string, string>()
  for (const { budget, ...fund } of FUNDS) {
    const { id } = await db.insert(fundAccount, { ...fund, year: Number(day(0).slice(0, 4)) })
    await postFund(db, id, [{ kind: 'budget', amount: budget, sourceType: 'demo', sourceId: fund.code, sourceSeq: 1 }])
    funds.set(fund.code, id)
  }
  await cards(db, pupils)
  const grantsOf = (month: string, of: readonly Pupil[]): Grant[] =>
    of.map(({ id }, n) => ({ grantId: `demo ${id}`, studentId: id, amount: 240_00 + n * 12_00, what: `${month} 勤工助学报酬` }))
  const wages = { source: 'wage', fundId: funds.get('QG') ?? '' } as const
  const [before, last] = [day(-40).slice(0, 7), day(-10).slice(0, 7)]
  await paidList(db, { ...wages, title: '勤工助学报酬', month: before, bizDate: day(-20) }, grantsOf(before, pupils.slice(0, PAID)))
  await listOf(db, { ...wages, title: '勤工助学报酬', month: last, bizDate: day(-1), state: 'exported' }, grantsOf(last, pupils.slice(PAID, PAID + ON_WAY)))
  const grants = pupils.slice(PAID + ON_WAY, PAID + ON_WAY + DRAFT).map(p => ({ grantId: `demo ${p.id}`, studentId: p.id, amount: 1850_00, what: '国家助学金' }))
  await payOut(db, { source: 'subsidy', title: '国家助学金', fundId: funds.get('GJ') ?? null }, grants)
}
async function cards(db: Db, pupils: readonly Pupil[]): Promise<void> {
  const random = randomOf(211)
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from student where tenant_id = ${db.me.tenantId} and id = any(${pupils.map(p => p.id)}::uuid[]) order by id`,
  )
  const drafts = rows.map(({ id, name }) => {
    const cardNo = `622202${Array.from({ length: 13 }, () => random.pick([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])).join('')}`
    return { studentId: id, bankName: '1', cardNo, lastFour: cardNo.slice(-4), holderName: name }
  })
  await db.insertMany(bankAccount, drafts, { history: false })
}
