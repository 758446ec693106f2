import sql from 'sql-template-tag'
import { exportProfile } from '#modules/exchange/model/profile.ts'
import { demoPupils } from '#modules/student/server/demo-people.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import { day } from '#server/demo/days.ts'
import { randomOf } from '#server/demo/random.ts'
import { bankAccount } from '../model/bank-account.ts'
import { fundAccount } from '../model/fund-account.ts'
import { payoutLine, payoutList } from '../model/payout.ts'
import { DATASET } from './bank-file.ts'
import { type FundEntry, postFund } from './funds.ts'
import { digestOf, payOut, recount } from './lists.ts'

const FUNDS = [
  { code: 'TF', name: '学费退费', sourceKind: 'school', budget: 200_000_00 },
  { code: 'QG', name: '勤工助学', sourceKind: 'school', budget: 600_000_00 },
  { code: 'GJ', name: '国家助学金', sourceKind: 'central', budget: 1_200_000_00 },
  { code: 'XY', name: '校友奖学金', sourceKind: 'donor', budget: 80_000_00, donorName: '校友会' },
] as const
const [PAID, ON_WAY, DRAFT] = [12, 8, 6]
type Pupil = Awaited<ReturnType<typeof demoPupils>>[number]

/** Funds with budgets, cards of most students, and three lists of wages and grants: closed with one failure, at the bank, and still a draft. */
export async function demoPayout(db: Db): Promise<void> {
  const maker = await demoAccount(db, 'finance')
  const pupils = (await demoPupils(db)).toSorted((a, b) => Number(b.isNear) - Number(a.isNear))
  const profileId = (await db.unscoped(exportProfile).find({ dataset: DATASET }))?.id // delivered with the product
  if (!maker || !profileId || pupils.length < PAID + ON_WAY + DRAFT) return
  const funds = new Map<string, string>()
  for (const { budget, ...fund } of FUNDS) {
    const { id } = await db.insert(fundAccount, { ...fund, year: Number(day(0).slice(0, 4)) })
    await postFund(db, id, [{ kind: 'budget', amount: budget, sourceType: 'demo', sourceId: fund.code, sourceSeq: 1 }])
    funds.set(fund.code, id)
  }
  await cards(db, pupils)
  const wages = { source: 'wage', fundId: funds.get('QG') ?? '', profileId, makerId: maker.id } as const
  await paidList(db, { ...wages, title: '勤工助学报酬', month: day(-40).slice(0, 7), bizDate: day(-20) }, pupils.slice(0, PAID))
  await listOf(db, { ...wages, title: '勤工助学报酬', month: day(-10).slice(0, 7), bizDate: day(-1), state: 'exported' }, pupils.slice(PAID, PAID + ON_WAY))
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
interface Draft {
  source: 'wage'
  title: string
  month: string
  bizDate: string
  fundId: string
  profileId: string
  makerId: string
  state: 'exported' | 'closed'
}
/** A list that went to the bank, its money reserved. */
async function listOf(db: Db, draft: Draft, pupils: readonly Pupil[]): Promise<string> {
  const list = await db.insert(payoutList, { ...draft, listNo: `FF${draft.bizDate.replaceAll('-', '')}-DEMO`, approvals: 1 })
  const accounts = new Map((await db.unscoped(bankAccount).all({ studentId: pupils.map(p => p.id) })).map(a => [a.studentId, a])) // demo data
  const lines = pupils.flatMap(({ id }, n) => {
    const card = accounts.get(id)
    if (!card) return []
    const { bankName, cardNo, lastFour, holderName } = card
    const account = { bankName, cardNo, lastFour, holderName }
    const grant = { listId: list.id, studentId: id, grantId: `demo ${id}`, month: draft.month, what: `${draft.month} 勤工助学报酬`, amount: 240_00 + n * 12_00 }
    return [{ ...grant, ...account, seq: n + 1, state: 'exported' as const, reservedBy: `${list.id}#1` }]
  })
  await db.insertMany(payoutLine, lines, { history: false })
  const total = lines.reduce((sum, l) => sum + l.amount, 0)
  await postFund(db, draft.fundId, [{ kind: 'reserve', amount: total, sourceType: 'payoutList', sourceId: list.id, sourceSeq: 1 }])
  await recount(db, list.id)
  await db.update(payoutList, list.id, { digest: await digestOf(db, list.id) })
  return list.id
}
/** The same after the bank has answered: all paid but one. */
async function paidList(db: Db, draft: Omit<Draft, 'state'>, pupils: readonly Pupil[]): Promise<void> {
  const id = await listOf(db, { ...draft, state: 'closed' }, pupils)
  const lines = await db.unscoped(payoutLine).all({ listId: id }, { sort: ['seq'] }) // demo data
  const [failed, ...paid] = lines.toReversed()
  await db.updateMany(
    payoutLine,
    paid.map(l => ({ id: l.id, state: 'paid' as const, paidOn: draft.bizDate })),
    { history: false },
  )
  if (failed) await db.update(payoutLine, failed.id, { state: 'failed', failReason: '账号与户名不符' })
  await postFund(
    db,
    draft.fundId,
    paid.map((l): FundEntry => ({ kind: 'spend', amount: l.amount, sourceType: 'payoutLine', sourceId: l.id, sourceSeq: 1, studentId: l.studentId })),
  )
  await recount(db, id)
}
