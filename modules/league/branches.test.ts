import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLedger } from '#modules/fee/bills/model/bill-line.ts'
import { causedBy } from '#modules/standing/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { today } from '#server/base/today.ts'
import { mismatches } from '#server/ledger/check.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import type { Actor } from '#testing/school.ts'
import { leagueBranch } from './model/branch.ts'
import { leagueFee } from './model/fee.ts'
import { leagueMember } from './model/member.ts'
import { monthAfter, monthOf } from './model/months.ts'
import { leagueTransfer } from './model/transfer.ts'
import { passDates, tellBehind, warnRuns } from './server/jobs.ts'
import { type LeagueSchool, leagueSchool, ruleOf } from './testing.ts'

let s: LeagueSchool
let told: ReturnType<typeof captureNotifications>
const NOW = monthOf(today())
beforeAll(async () => {
  s = await leagueSchool()
  told = captureNotifications(s.server)
})
afterAll(() => s.close())
const post = (by: Actor, path: string, body: object) => by.post<{ id: string }>(`league/${path}`, body)
const move = async (studentId: string, to: 'one' | 'two', by: Actor) => post(by, 'leagueTransfer/propose', { memberId: (await s.memberOf(studentId)).id, toId: s.branches[to] })
const months = (fees: ReadonlyArray<{ fromMonth: string; toMonth: string; months: number }>) => fees.filter(f => f.months).map(f => [f.fromMonth, f.toMonth, f.months])

describe('40-G3 transfer between branches', () => {
  let who: string
  let self: Actor
  beforeAll(async () => {
    who = await s.member('one', '钱进')
    const planId = await s.plan({ fromMonth: NOW })
    expect(planId).toBeTruthy()
    self = await s.self(who)
  })
  it('needs both sides: asked by the member it waits for the giving branch, then for the receiving one', async () => {
    const other = await s.self(await s.member('two', '孙转'))
    expect(ruleOf(await move(who, 'two', other))).toBe('notMember')
    const { id } = (await move(who, 'two', self)).data
    expect((await s.db.unscoped(leagueTransfer).one(id)).state).toBe('proposed')
    expect(ruleOf(await move(who, 'two', self))).toBe('open')
    expect([ruleOf(await post(self, 'leagueTransfer/give', { id })), ruleOf(await post(s.college, 'leagueTransfer/take', { id }))]).toEqual(['notYours', 'state'])
    expect((await post(s.college, 'leagueTransfer/give', { id })).code).toBe(200)
    const waits = (await s.college.get<Array<{ id: string; mayGive: boolean; mayTake: boolean }>>('league/leagueTransfer/open')).data
    expect(waits).toMatchObject([{ id, mayGive: false, mayTake: true }])
  })
  it('an open order refuses it; afterwards liability moves from the next month, no month is charged twice or skipped', async () => {
    const [transfer] = await s.db.unscoped(leagueTransfer).all({ studentId: who })
    const order = await s.pay(self, await s.feesOf(who))
    expect(ruleOf(await post(s.college, 'leagueTransfer/take', { id: transfer?.id }))).toBe('openOrder')
    const finance = await s.as({ roles: ['finance'], userType: 2 })
    expect((await finance.post('fee/payOrder/closeOrder', { id: order.data.id })).code).toBe(200)
    expect((await post(s.college, 'leagueTransfer/take', { id: transfer?.id })).code).toBe(200)
    const fees = await s.feesOf(who)
    expect(months(fees)).toEqual([
      [NOW, NOW, 1],
      [monthAfter(NOW, 1), monthAfter(NOW, 5), 5],
    ])
    expect(fees.map(f => [f.branchId, f.amount])).toEqual([
      [s.branches.one, 20],
      [s.branches.two, 100],
    ])
    expect((await s.linesOf(who)).map(l => l.charged).sort()).toEqual([100, 20].sort())
    expect((await s.memberOf(who)).branchId).toBe(s.branches.two)
    expect(await mismatches(s.db, billLedger)).toEqual([])
  })
  it('a paid month stays where it was collected', async () => {
    const id = await s.member('one', '李付')
    const now = today()
    await post(s.league, 'leagueMember/charge', { id: (await s.memberOf(id)).id, from: now, to: monthAfter(NOW, 3) })
    const own = await s.self(id)
    const made = await s.pay(own, await s.feesOf(id))
    await s.settle(own, made.data.orderNo)
    const asked = (await move(id, 'two', s.college)).data
    await post(s.college, 'leagueTransfer/take', { id: asked.id })
    expect((await s.feesOf(id)).map(f => [f.branchId, f.months, f.paid])).toEqual([[s.branches.one, 4, 80]])
  })
  it('a change of class proposes the move to the branch of the new class', async () => {
    const id = await s.member('one', '赵调')
    const officer = await s.as({ roles: ['officer'] })
    const { version } = await s.db.unscoped(student).one(id)
    expect((await officer.post('base/student/update', { id, version, classId: s.ids.s2302 })).code).toBe(200)
    await s.server.settle()
    expect(await s.db.unscoped(leagueTransfer).all({ studentId: id })).toMatchObject([{ cause: 'classChanged', state: 'proposed', fromId: s.branches.one, toId: s.branches.two }])
  })
})
describe('the secretary', () => {
  it('is named by the staff of the college, a member of the branch, of one branch; the post ends with a transfer', async () => {
    const [zhou, wu] = [await s.member('one', '周任'), await s.member('two', '吴外')]
    const name = async (secretaryId: string, id: string) => {
      const { version } = await s.db.unscoped(leagueBranch).one(id)
      return post(s.college, 'leagueBranch/update', { id, version, secretaryId })
    }
    expect(ruleOf(await name(wu, s.branches.one))).toBe('secretary')
    expect((await name(zhou, s.branches.one)).code).toBe(200)
    const self = await s.self(zhou)
    expect((await self.get<{ branch: { name: string } }>('league/leagueFee/mine')).data.branch.name).toBe('软件2301团支部')
    const { id } = (await move(zhou, 'two', self)).data
    expect((await s.db.unscoped(leagueTransfer).one(id)).state).toBe('asked')
    await post(s.college, 'leagueTransfer/take', { id })
    expect((await self.get<{ branch: null }>('league/leagueFee/mine')).data.branch).toBeNull()
  })
})
describe('40-G5 six unpaid months in a row', () => {
  /** Months that the student owes since long ago, counted from now. */
  const owes = async (studentId: string, from: number, count: number) => {
    const { id: memberId } = await s.memberOf(studentId)
    const fromMonth = monthAfter(NOW, from)
    const span = { fromMonth, toMonth: monthAfter(fromMonth, count - 1), months: count, monthly: 20, amount: count * 20 }
    await s.db.insert(leagueFee, { memberId, studentId, branchId: s.branches.one, kind: 'back', ...span, dueDate: '2020-01-01' })
  }
  it('are not five, nor six with a paid month between them', async () => {
    const [five, parted] = [await s.member('one', '陶五'), await s.member('one', '章断')]
    await owes(five, -5, 5)
    await owes(parted, -7, 3)
    await owes(parted, -3, 3)
    await passDates(s.db)
    expect([(await s.memberOf(five)).monthsOwed, (await s.memberOf(parted)).monthsOwed, await warnRuns(s.db)]).toEqual([5, 6, 0])
  })
  it('warn branch and college once for a talk, and end no membership', async () => {
    const id = await s.member('one', '郑欠')
    await owes(id, -6, 3)
    await owes(id, -3, 3)
    const member = await s.memberOf(id)
    expect(await passDates(s.db)).toBe(2)
    expect((await s.memberOf(id)).monthsOwed).toBe(6)
    expect([await warnRuns(s.db), await warnRuns(s.db)]).toEqual([1, 0])
    const [heard] = await told('league.sixMonths')
    expect(heard).toMatchObject({ values: { name: '郑欠', months: 6 }, to: [s.college.userId] })
    expect(await s.memberOf(id)).toMatchObject({ state: 'active' })
    await s.db.updateWhere(leagueFee, { memberId: member.id, 'fromMonth.ge': monthAfter(NOW, -3) }, { state: 'paid' })
    await warnRuns(s.db)
    expect(await s.db.query(sql`select warned_on as "warnedOn" from league_member where id = ${member.id}`)).toEqual([{ warnedOn: null }])
  })
})
describe('progress', () => {
  it('is a tree of colleges, branches and members; branches behind are told a week before the date', async () => {
    type Progress = { whole: { heads: number }; groups: Array<{ id: string; name: string; percent: number }>; people: Array<{ name: string }> }
    const at = async (more: object = {}) => (await s.college.get<Progress>('league/leagueFee/progress', { ...more })).data
    const top = await at()
    expect(top.groups.map(g => g.name)).toEqual(['信息工程学院'])
    const branches = await at({ departmentId: s.ids.info })
    expect(branches.groups.map(g => g.name).sort()).toEqual(['软件2301团支部', '软件2302团支部'])
    const desk = await (await s.as({ roles: ['league'], userType: 1 })).get<Array<{ code: string; value: number; note: string | null }>>('base/desktopLayout/figures')
    expect(desk.data.find(f => f.code === 'league.unpaid')).toMatchObject({ value: 1, note: '已缴 50%' }) // another has paid in an earlier plan
    expect((await at({ branchId: s.branches.two })).people.map(p => p.name)).toEqual(['钱进'])
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await art.get<Progress>('league/leagueFee/progress', {})).data.whole).toBeNull()
    await s.db.query(sql`update league_fee_plan set due_date = current_date + 5 where tenant_id = ${s.tenantId}`)
    expect(await tellBehind(s.db)).toBe(2)
    expect(await tellBehind(s.db)).toBe(0)
    expect((await told('league.behind')).map(h => (h.values as { branch: string }).branch).sort()).toEqual(['软件2301团支部', '软件2302团支部'])
  })
})
it('30-SC2 membership stands on the sheet of a change that ends the studies, with the months owed', async () => {
  const studentId = await s.member('one', '吴零')
  await s.db.update(leagueMember, (await s.memberOf(studentId)).id, { monthsOwed: 3 })
  const self = await s.self(studentId)
  const own = (await causedBy(s, 'withdrawal', self)).filter(([label]) => label.includes('团'))
  expect(own).toEqual([
    ['团组织关系须转出', '软件2301团支部'],
    ['欠缴团费', '3 个月'],
  ])
  expect((await causedBy(s, 'suspension', self)).filter(([label]) => label.includes('团'))).toEqual([])
})
