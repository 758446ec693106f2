import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { ruleOf } from '#modules/hardship/testing.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { aidOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { hourEntry } from '../hours/model/hour-entry.ts'
import { employUnit } from '../posts/model/unit.ts'
import { hoursOn, ok, type WorkSchool, workSchool } from '../testing.ts'
import { amountOf, taxOn, taxSteps } from './model/rules.ts'
import { wageLine, wageSheet } from './model/sheet.ts'

let s: WorkSchool
let fundId: string
const month = addDays(`${today().slice(0, 7)}-01`, -1).slice(0, 7)
const near = `${month}-20`
beforeAll(async () => {
  s = await workSchool()
  fundId = (await s.db.insert(fundAccount, { code: 'QG', name: '勤工助学', sourceKind: 'school', year: 2026 })).id
  await s.db.query(sql`update fund_account set budget = 100000000 where id = ${fundId}`)
})
afterAll(() => s.close())
interface WageSheet {
  id: string
  people: number
  net: number
}
/** A unit of its own for each test. */
async function unit(name: string, more: object = {}) {
  const by = await s.as({ roles: ['employer'], userType: 3, nickName: name })
  const given = { name, contact: '李老师', phone: '13800002222', userIds: [by.userId], budgetFundId: fundId, ...more }
  return { id: ok(await s.officer.post<{ id: string }>('workStudy/employUnit/add', given)).id, by }
}
async function worker(of: { id: string; by: typeof s.library }, hours: number, post: object = {}, name = '做工') {
  const postId = await s.post({ unitId: of.id, ...post }, of.by)
  const { id, studentId, actor } = await s.applicant(postId, name)
  ok(await of.by.post('workStudy/postApplication/offer', { id }))
  ok(await actor.post('workStudy/postApplication/accept', { id }))
  const engagementId = await s.engagementOf(id)
  await hoursOn(s, engagementId, hours, near)
  return { engagementId, studentId, actor, postId }
}
const make = (of: { id: string; by: typeof s.library }, more: object = {}) => of.by.post<WageSheet>('workStudy/wageSheet/make', { unitId: of.id, month, ...more })
const linesOf = async (sheetId: string) => (await s.db.unscoped(wageLine).all({ sheetId }, { sort: ['id'] })).toSorted((a, b) => a.kind.localeCompare(b.kind))
async function approved(of: { id: string; by: typeof s.library }, sheetId: string) {
  ok(await of.by.post('workStudy/wageSheet/submit', { id: sheetId }))
  ok(await s.approve(sheetId, s.officer))
  ok(await s.approve(sheetId, s.finance))
}
const payoutOf = (grantId: string) => s.db.unscoped(payoutLine).find({ grantId })

describe('amounts', () => {
  it('40-W7 are hours × rate, or the base in proportion to the planned hours and never more', () => {
    expect(amountOf(26.5, { payMode: 'hourly', rate: 15_00, planned: 40 })).toBe(397_50)
    expect(amountOf(0.5, { payMode: 'hourly', rate: 12_33, planned: 40 })).toBe(617)
    expect(amountOf(30, { payMode: 'monthly', rate: 600_00, planned: 40 })).toBe(450_00)
    expect(amountOf(44, { payMode: 'monthly', rate: 600_00, planned: 40 })).toBe(600_00)
  })
  it('40-W7 tax follows the table', () => {
    expect(taxOn(1000_00, taxSteps(''))).toBe(0)
    expect(taxOn(1000_00, taxSteps('800:20'))).toBe(40_00)
    expect(taxOn(1000_00, taxSteps('900:20, 500:10'))).toBe(60_00)
  })
})
describe('a sheet', () => {
  it('40-W7 is made of approved hours, one of a unit and month, and made again until it is submitted', async () => {
    const of = await unit('图书馆二')
    const { engagementId } = await worker(of, 20)
    await hoursOn(s, engagementId, 3, `${month}-15`, { state: 'disputed', date: `${month}-17` })
    const made = ok(await make(of))
    expect(made).toMatchObject({ people: 1, net: 300_00 })
    await hoursOn(s, engagementId, 2, near, { date: `${month}-18` })
    const again = await Promise.all([make(of), make(of)])
    expect(again.map(a => ok(a))).toEqual([
      { id: made.id, people: 1, net: 330_00 },
      { id: made.id, people: 1, net: 330_00 },
    ])
    expect(await s.db.unscoped(wageSheet).count({ unitId: of.id })).toBe(1)
    expect(await linesOf(made.id)).toMatchObject([{ hours: 22, base: 330_00, net: 330_00 }])
    ok(await of.by.post('workStudy/wageSheet/submit', { id: made.id }))
    expect(ruleOf(await make(of))).toBe('state')
    expect(ruleOf(await make(of, { month: '2099-01' }))).toBe('month')
  })
  it('40-W7 bonus and deduction carry reasons and stay when it is made again', async () => {
    const of = await unit('图书馆三')
    await worker(of, 10)
    const { id } = ok(await make(of))
    const [line] = await linesOf(id)
    const adjust = (more: object) => of.by.post('workStudy/wageLine/adjust', { id: line?.id, bonus: 0, deduction: 0, ...more })
    expect(ruleOf(await adjust({ bonus: 20_00 }))).toBe('why')
    expect(ruleOf(await adjust({ deduction: 151_00, deductionReason: '损坏' }))).toBe('negative')
    ok(await adjust({ bonus: 20_00, bonusReason: '评优', deduction: 5_00, deductionReason: '迟到' }))
    ok(await make(of))
    expect(await linesOf(id)).toMatchObject([{ base: 150_00, bonus: 20_00, bonusReason: '评优', deduction: 5_00, net: 165_00 }])
    await expect(s.db.query(sql`update wage_line set bonus_reason = null where sheet_id = ${id}`)).rejects.toThrow()
  })
  it('goes from its unit to office and finance, and onto the payout list of its fund and month', async () => {
    const of = await unit('图书馆四')
    const { studentId } = await worker(of, 10)
    const { id } = ok(await make(of))
    await approved(of, id)
    const [line] = await linesOf(id)
    const payout = await payoutOf(line?.id ?? '')
    expect(payout).toMatchObject({ studentId, amount: 150_00, state: 'ready' })
    expect(await s.db.unscoped(payoutList).one(payout?.listId ?? '')).toMatchObject({ source: 'wage', fundId, month, state: 'draft' })
    const given = await s.db.query<{ name: string; amount: number }>(
      aidOf(
        s.db,
        sql`select ${studentId}::uuid`,
        `${Number(month.slice(0, 4)) - (month.slice(5) < '09' ? 1 : 0)}-${Number(month.slice(0, 4)) + (month.slice(5) < '09' ? 0 : 1)}`,
      ) ?? sql``,
    )
    expect(given).toMatchObject([{ code: 'workStudy', name: '图书整理', amount: 150_00 }])
    await s.db.update(payoutLine, payout?.id ?? '', { state: 'paid', paidOn: today() })
    await s.db.emit('money.payoutPaid', { payoutLineId: payout?.id, source: 'wage', grantId: line?.id })
    await s.server.settle()
    expect([(await s.db.unscoped(wageSheet).one(id)).state, (await linesOf(id))[0]?.paidOn]).toEqual(['paid', today()])
    expect((await s.db.unscoped(hourEntry).all({ sheetId: id })).map(e => e.state)).toEqual(['paid'])
  })
  it('submitted by the office passes through its unit first, and without a fund not at all', async () => {
    const of = await unit('图书馆五')
    await worker(of, 10)
    const maker = await s.as({ roles: ['officer'], nickName: '经办' })
    const { id } = ok(await maker.post<WageSheet>('workStudy/wageSheet/make', { unitId: of.id, month }))
    ok(await maker.post('workStudy/wageSheet/submit', { id }))
    ok(await s.approve(id, of.by))
    expect((await s.db.unscoped(wageSheet).one(id)).state).toBe('pending')
    const poor = await unit('没有经费', { budgetFundId: null })
    await worker(poor, 5)
    const sheet = ok(await make(poor))
    expect(ruleOf(await poor.by.post('workStudy/wageSheet/submit', { id: sheet.id }))).toBe('noFund')
    await s.db.update(employUnit, poor.id, { budgetFundId: fundId })
  })
  it('40-W8 a mistake in an approved one is put right by a difference on the next', async () => {
    const of = await unit('图书馆六')
    const { engagementId, studentId } = await worker(of, 10)
    const { id } = ok(await make(of))
    const [line] = await linesOf(id)
    const correct = (amount: number) => s.officer.post('workStudy/wageLine/correct', { id: line?.id, amount, reason: '多算两小时' })
    expect(ruleOf(await correct(-30_00))).toBe('notApproved')
    await approved(of, id)
    expect(ruleOf(await of.by.post('workStudy/wageLine/adjust', { id: line?.id, bonus: 0, deduction: 0 }))).toBe('sheetState')
    ok(await correct(-30_00))
    expect((await linesOf(id)).map(l => l.net)).toEqual([150_00])
    // less is due next month than the difference takes: it waits
    const next = today().slice(0, 7)
    await hoursOn(s, engagementId, 1, today(), { date: `${next}-01` })
    const small = ok(await make(of, { month: next }))
    expect(small.net).toBe(15_00)
    await hoursOn(s, engagementId, 4, today(), { date: `${next}-02`, start: '01:00' })
    const later = ok(await make(of, { month: next }))
    expect([later.id, later.net]).toEqual([small.id, 45_00])
    expect(await linesOf(later.id)).toMatchObject([
      { kind: 'difference', net: -30_00, correctsId: line?.id, studentId },
      { kind: 'hours', net: 75_00 },
    ])
  })
  it('40-W9 hours that were approved late are paid with the next, and those of an ended engagement too', async () => {
    const of = await unit('图书馆七')
    const { engagementId } = await worker(of, 10)
    const { id } = ok(await make(of))
    await approved(of, id)
    await hoursOn(s, engagementId, 6, near, { date: `${month}-19` })
    ok(await s.officer.post('workStudy/engagement/end', { id: engagementId, note: '岗位撤销' }))
    const next = ok(await make(of, { month: today().slice(0, 7) }))
    expect([next.net, (await linesOf(next.id))[0]?.month]).toEqual([90_00, month])
  })
  it('of all units leave out one whose hours are all counted, or of later months', async () => {
    const of = await unit('图书馆十')
    const before = addDays(`${month}-01`, -1).slice(0, 7)
    const { engagementId } = await worker(of, 0.5)
    await s.db.updateWhere(hourEntry, { engagementId }, { date: `${before}-20` })
    await approved(of, ok(await make(of, { month: before })).id)
    await hoursOn(s, engagementId, 2, today(), { date: `${today().slice(0, 7)}-01` })
    ok(await s.officer.post('workStudy/wageSheet/makeAll', { month }))
    expect(await s.db.unscoped(wageSheet).count({ unitId: of.id, month })).toBe(0)
  })
  it('of all units are made in one go; those of others are not found', async () => {
    const [one, two] = [await unit('图书馆八'), await unit('图书馆九')]
    await worker(one, 4)
    await worker(two, 6)
    const all = ok(await s.officer.post<{ sheets: number; people: number }>('workStudy/wageSheet/makeAll', { month }))
    expect(all.sheets).toBeGreaterThanOrEqual(2)
    const sheet = await s.db.unscoped(wageSheet).find({ unitId: two.id, month })
    expect(sheet).toMatchObject({ people: 1, net: 90_00 })
    expect((await one.by.get('workStudy/wageSheet/getOne', { id: sheet?.id })).code).toBe(404)
    expect((await make({ ...two, by: one.by })).code).toBe(404)
  })
})
