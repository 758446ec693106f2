import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { merchantAccount } from '#modules/fee/merchants/model/merchant-account.ts'
import { sandboxKeys } from '#modules/fee/merchants/server/api.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from '#modules/student/testing.ts'
import { fixture } from '#testing/fixture.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { leagueBranch } from './model/branch.ts'
import { leagueFee } from './model/fee.ts'
import { leagueMember } from './model/member.ts'
import type { Fee } from './server/charges.ts'

export { ruleOf } from '#testing/answers.ts'

export interface CreatedOrder {
  id: string
  orderNo: string
  amount: number
  dropped: Array<{ name: string; why: string }>
}
export interface LeagueSchool extends SmallSchool {
  officer: Actor
  league: Actor
  college: Actor
  merchantId: string
  branches: Readonly<Record<'college' | 'one' | 'two', string>>
  /** A student who is a member of a branch; the returned id is the student's. */
  member(branch: 'one' | 'two', name: string, more?: object): Promise<string>
  self(studentId: string): Promise<Actor>
  /** Publishes a plan for six months from this one and waits for its fees. */
  plan(more?: object): Promise<string>
  feesOf(studentId: string): Promise<Fee[]>
  memberOf(studentId: string): Promise<{ id: string; monthsOwed: number; branchId: string }>
  pay(by: Actor, fees: readonly Fee[], more?: object): Promise<Answer<CreatedOrder>>
  /** What the buyer does at the simulated cashier. */
  settle(by: Actor, orderNo: string): Promise<void>
  linesOf(studentId: string): ReturnType<typeof readLines>
}
const readLines = (s: SmallSchool, studentId: string) => s.db.unscoped(billLine).all({ studentId, sourceType: 'leagueFee' })
/** Two branches of a college, an account and an item of the league's book. */
async function leagueRows(s: SmallSchool): Promise<Pick<LeagueSchool, 'officer' | 'league' | 'college' | 'merchantId' | 'branches'>> {
  const { db, ids } = s
  const merchant = { provider: 'sandbox', name: '团费模拟', merchantNo: 'LG001', book: 'league', scenes: ['h5', 'pc'], isEnabled: true, mode: 'test' } as const
  const merchantId = (await db.insert(merchantAccount, { ...merchant, scenes: [...merchant.scenes], ...sandboxKeys() })).id
  const item = { code: 'leagueFee', name: '团费', nature: 'dues', book: 'league', period: 'month', receiptKind: 'internal', refundRule: 'none', partial: false } as const
  await db.insert(chargeItem, item)
  const branch = async (code: string, name: string, level: 'school' | 'college' | 'branch', parentId: string | null, classId: string | null, departmentId = ids.info) =>
    (await db.insert(leagueBranch, { code, name, level, parentId, classId, departmentId })).id
  const office = (await db.insert(department, { code: 'X9', name: '校团委', deptType: '2' })).id
  const school = await branch('T', '校团委', 'school', null, null, office)
  const college = await branch('T1', '信息学院团委', 'college', school, null)
  const branches = { college, one: await branch('T101', '软件2301团支部', 'branch', college, ids.s2301), two: await branch('T102', '软件2302团支部', 'branch', college, ids.s2302) }
  const [officer, league] = [await s.as({ roles: ['officer'] }), await s.as({ roles: ['league'] })]
  return { officer, league, college: await s.as({ roles: ['college'], departmentId: ids.info }), merchantId, branches }
}
/** A small school with a league: its rows, and what members and staff do. */
export const leagueSchool = fixture('league', smallSchool, leagueRows, (s): LeagueSchool => {
  const { db, ids, officer, league, branches, merchantId } = s
  return {
    ...s,
    async member(of, name, more = {}) {
      const studentId = (await officer.post<{ id: string }>('base/student/add', draftOf(of === 'one' ? ids.s2301 : ids.s2302, { name }))).data.id
      const answer = await league.post('league/leagueMember/add', { studentId, branchId: branches[of], joinedOn: '2021-05-04', ...more })
      if (answer.code !== 200) throw new Error(answer.msg)
      await s.server.settle()
      return studentId
    },
    self: studentId => selfOf(s, studentId),
    async plan(more = {}) {
      const draft = {
        name: '上半年团费',
        beginTime: '2020-01-01T00:00:00Z',
        endTime: '2099-01-01T00:00:00Z',
        audience: { all: true },
        fromMonth: '2026-01-01',
        dueDate: '2099-01-01',
        merchantId,
      }
      const made = await league.post<{ id: string }>('league/leagueFeePlan/add', { ...draft, ...more })
      const published = await league.post('league/leagueFeePlan/publish', { id: made.data?.id })
      if (published.code !== 200) throw new Error(`${made.msg} ${published.msg}`)
      await s.server.settle()
      return made.data.id
    },
    feesOf: studentId => db.unscoped(leagueFee).all({ studentId }, { sort: ['fromMonth'] }),
    async memberOf(studentId) {
      const row = await db.unscoped(leagueMember).find({ studentId })
      if (!row) throw new Error('no member')
      return row
    },
    pay: (by, fees, more = {}) =>
      by.post<CreatedOrder>('league/leagueFee/payFor', {
        ids: fees.map(f => f.id),
        amount: fees.reduce((sum, f) => sum + f.amount, 0),
        merchantId,
        scene: 'h5',
        idemKey: randomUUID(),
        ...more,
      }),
    async settle(by, orderNo) {
      const paid = await by.post('fee/sandboxTrade/pay', { orderNo, how: 'pay' })
      if (paid.code !== 200) throw new Error(paid.msg)
      await s.server.settle()
    },
    linesOf: studentId => readLines(s, studentId),
  }
})
/** The same with members of branch one (周雨 its secretary, 吴桐, 郑一 and 王满 of the party) and of branch two (冯新, who joined later), and a plan for the first half of 2026. */
export const chargedSchool = fixture(
  'leagueCharged',
  leagueSchool,
  async s => {
    const who = {
      zhou: await s.member('one', '周雨'),
      wu: await s.member('one', '吴桐'),
      zheng: await s.member('one', '郑一', { partyStage: 'probationary', partyFrom: '2026-04-15' }),
      wang: await s.member('one', '王满', { partyStage: 'full', partyFrom: '2025-06-01' }),
      feng: await s.member('two', '冯新', { joinedOn: '2026-03-20' }),
    }
    await s.db.update(leagueBranch, s.branches.one, { secretaryId: who.zhou })
    return { who, planId: await s.plan() }
  },
  s => ({
    ...s,
    async feeOf(name: keyof typeof s.who): Promise<Fee> {
      const [fee] = await s.feesOf(s.who[name])
      if (!fee) throw new Error('no fee')
      return fee
    },
  }),
)
/** Entries of the ledger, by book. */
export const bookSums = (s: SmallSchool): Promise<Array<{ book: string; kind: string; sum: number }>> =>
  s.db.query<{ book: string; kind: string; sum: number }>(
    sql`select book, kind, sum(amount)::float8 as sum from ledger_entry where tenant_id = ${s.tenantId} group by 1, 2 order by 1, 2`,
  )
