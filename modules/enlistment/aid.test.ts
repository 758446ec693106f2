import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { loanChange } from '#modules/loan/model/change.ts'
import { creditLoan } from '#modules/loan/model/credit-loan.ts'
import { repayLoans } from '#modules/loan/server/api.ts'
import { payoutLine } from '#modules/money/payout/model/payout.ts'
import { approveAs, day, decideAs, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { today } from '#server/base/today.ts'
import { militaryAid } from './model/aid.ts'
import { applyForAid, approvedAid, confirm, type EnlistmentSchool, enlistmentSchool, type Preview } from './testing.ts'

let s: EnlistmentSchool
beforeAll(async () => {
  s = await enlistmentSchool()
})
const YEARS = ['2023-2024', '2024-2025'] as const
const estimate = (studentId: string, noticeDate: string) => s.officer.get<Preview & { ground: string | null }>('enlistment/militaryAid/estimate', { studentId, noticeDate })
const reported = (ids: readonly string[], by = s.officer) => by.post('enlistment/militaryAid/report', { ids, reportedOn: today() })
const funded = (ids: readonly string[]) => s.finance.post('enlistment/militaryAid/fund', { ids, fundedOn: today() })
const pay = (ids: readonly string[], more: Record<string, unknown> = {}) => s.finance.post<{ listed: number; paid: number }>('enlistment/militaryAid/pay', { ids, ...more })

describe('40 §7 aid to soldiers as an application', () => {
  expectApplication({ of: militaryAid, path: 'enlistment/militaryAid', taken: ['taken'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      const both = [await s.soldier(), await s.soldier()] as const
      for (const who of both) {
        await s.enlisted(who)
        for (const xn of YEARS) await s.tuition(who, xn, { charged: 5500_00, paid: 5500_00 })
      }
      return [both[0].actor, both[1].actor]
    },
    form: () => ({ kind: 'compensation', formNo: 'Y1' }),
    approvers: [s.fdy, s.finance, s.officer],
    edits: { 1: { tuitionOpinion: '已核对台账' } },
  }))
})
describe('aid to soldiers', () => {
  it('40-E3 40-E4 compensates tuition paid of two finished years: 11,000.00, with 23,000 a year 40,000.00, and 32,000.00 with a notice of 30 August 2024', async () => {
    const who = await s.soldier()
    for (const xn of YEARS) await s.tuition(who, xn, { charged: 5500_00, loan: 5500_00 })
    expect((await estimate(who.id, '2025-09-10')).data).toMatchObject({ total: 11_000_00, ground: null })
    const dear = await s.soldier({ enrolDate: '2022-09-01' })
    for (const xn of ['2022-2023', '2023-2024']) await s.tuition(dear, xn, { charged: 23_000_00, paid: 23_000_00 })
    const later = await s.soldier()
    for (const xn of YEARS) await s.tuition(later, xn, { charged: 23_000_00, paid: 23_000_00 })
    const answer = (await estimate(later.id, '2025-09-10')).data
    expect([answer.total, answer.years.map(y => y?.cap)]).toEqual([40_000_00, [20_000_00, 20_000_00]])
    expect((await estimate(dear.id, '2024-08-30')).data.total).toBe(32_000_00)
    expect((await estimate(dear.id, '2022-01-23')).data.years).toEqual([])
  })
  it('40-E3 asks finance for a year without ledger and never guesses it', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    await s.tuition(who, '2023-2024', { charged: 5500_00, paid: 5500_00 })
    const { data } = await applyForAid(who.actor, 'compensation', { formNo: 'Y1' })
    expect(data.total).toBe(5500_00)
    await s.server.settle()
    const asked = await s.db.query(
      sql`select 1 from todo where tenant_id = ${s.db.me.tenantId} and biz_type = 'militaryAid' and biz_id = ${data.id} and node = 'stateTuition' and state = 'open' and user_id = ${s.finance.userId}`,
    )
    expect(asked).toHaveLength(1)
    await approveAs(s.fdy, data.instanceId)
    expect(rulesOf(await approveAs(s.finance, data.instanceId, { tuitionOpinion: '同意' }))).toContain('yearsUnknown')
    const state = (more: Record<string, unknown>) => s.finance.post('enlistment/militaryAid/stateTuition', { id: data.id, loan: 0, ...more })
    expect(rulesOf(await state({ xn: '2023-2024', paid: 1_00 }))).toContain('yearLedger')
    expect(rulesOf(await state({ xn: '2025-2026', paid: 1_00 }))).toContain('yearAlien')
    expect((await state({ xn: '2024-2025', paid: 6000_00 })).code).toBe(200)
    expect(await s.aid(data.id)).toMatchObject({ total: 11_500_00, state: 'pending' })
    expect((await approveAs(s.finance, data.instanceId, { tuitionOpinion: '已核对' })).code).toBe(200)
    expect((await approveAs(s.officer, data.instanceId)).code).toBe(200)
    expect(await s.aid(data.id)).toMatchObject({ total: 11_500_00, state: 'approved', toStudent: 11_500_00, payTo: 'student' })
  })
  it('40-E2 refuses whoever has no claim and names the ground', async () => {
    const targeted = await s.soldier({ enrolMode: '07' })
    await s.enlisted(targeted)
    const refused = await applyForAid(targeted.actor, 'compensation')
    expect([rulesOf(refused), refused.msg]).toEqual([expect.arrayContaining(['ground']), expect.stringContaining('定向生')])
    const named = await s.soldier()
    await s.enlisted(named, { refusalGround: 'cadet' })
    expect((await applyForAid(named.actor, 'compensation')).msg).toContain('国防生')
    const nobody = await s.soldier()
    expect(rulesOf(await applyForAid(nobody.actor, 'compensation'))).toContain('noRecord')
  })
  it('40 §7 two officers who report the same case at once report it once', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    for (const xn of YEARS) await s.tuition(who, xn, { charged: 5500_00, paid: 5500_00 })
    const { id } = await approvedAid(s, who, 'compensation')
    const other = await s.as({ roles: ['officer'] })
    const answers = await Promise.all([reported([id]), reported([id], other)])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect((await s.aid(id)).state).toBe('reported')
    expect(rulesOf(await applyForAid(who.actor, 'compensation'))).toContain('taken')
  })
  it('40-E5 pays the student by a payout list, once, and is settled when the bank has paid', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    for (const xn of YEARS) await s.tuition(who, xn, { charged: 5500_00, paid: 5500_00 })
    const { id } = await approvedAid(s, who, 'compensation')
    expect((await pay([id])).code).toBe(422)
    await reported([id])
    await funded([id])
    expect((await pay([id])).data).toEqual({ listed: 1, paid: 0 })
    expect((await pay([id])).data).toEqual({ listed: 0, paid: 0 })
    const [line] = await s.db.unscoped(payoutLine).all({ grantId: id })
    expect(line).toMatchObject({ amount: 11_000_00, studentId: who.id })
    await s.db.tx(tx => tx.emit('money.payoutPaid', { payoutLineId: line?.id, source: 'military', grantId: id }))
    await s.server.settle()
    expect(await s.aid(id)).toMatchObject({ state: 'paid', paidOn: today() })
  })
  it('40-E5 repays an open loan first, and the student gets the rest', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    for (const xn of YEARS) {
      await s.tuition(who, xn, { charged: 5500_00, loan: 5500_00 })
      await s.loan(who, xn, 8000_00)
    }
    expect(rulesOf(await applyForAid(who.actor, 'compensation'))).toContain('hasLoan')
    const small = await approvedAid(s, who, 'loanRepay')
    expect(small).toMatchObject({ total: 11_000_00, toBank: 11_000_00, toStudent: 0, payTo: 'bank' })
    await reported([small.id])
    await funded([small.id])
    expect(rulesOf(await pay([small.id]))).toContain('bankDate')
    expect((await pay([small.id], { bankPaidOn: today() })).data).toEqual({ listed: 0, paid: 1 })
    expect(await s.aid(small.id)).toMatchObject({ state: 'paid', bankPaidOn: today() })
    const loans = () => s.db.unscoped(creditLoan).all({ studentId: who.id }, { sort: ['xn'] })
    expect((await loans()).map(l => [l.repaid, l.state])).toEqual([
      [8000_00, 'settled'],
      [3000_00, 'active'],
    ])
    const again = { studentId: who.id, amount: 11_000_00, on: today(), sourceId: small.id }
    await Promise.all([s.db.tx(tx => repayLoans(tx, again)), s.db.tx(tx => repayLoans(tx, again))])
    expect((await loans()).map(l => l.repaid)).toEqual([8000_00, 3000_00])
    expect((await s.db.unscoped(loanChange).all({ studentId: who.id, kind: 'repay' })).map(c => c.note).sort()).toEqual(['3,000.00 元', '8,000.00 元'])
    expect((await estimate(who.id, '2025-09-10')).data).toMatchObject({ openLoan: 5000_00, toBank: 5000_00 })
    const dear = await s.soldier()
    await s.enlisted(dear)
    for (const xn of YEARS) {
      await s.tuition(dear, xn, { charged: 23_000_00, paid: 15_000_00, loan: 8000_00 })
      await s.loan(dear, xn, 8000_00)
    }
    const aid = await approvedAid(s, dear, 'loanRepay')
    expect(aid).toMatchObject({ total: 40_000_00, toBank: 16_000_00, toStudent: 24_000_00 })
    await reported([aid.id])
    const fundId = await s.fund(30_000_00)
    await s.finance.post('enlistment/militaryAid/fund', { ids: [aid.id], fundedOn: today(), fundId })
    const reserved = async () => (await s.db.query<{ n: number }>(sql`select reserved::float8 as n from fund_account where id = ${fundId}`))[0]?.n
    expect(await reserved()).toBe(24_000_00)
    expect((await pay([aid.id], { bankPaidOn: today() })).data).toEqual({ listed: 1, paid: 0 })
    await s.officer.post('enlistment/enlistRecord/endPath', { id: aid.enlistId, to: 'sentBack', cause: 'fraud', on: today() })
    expect(await s.aid(aid.id)).toMatchObject({ state: 'stopped', recovery: 'open', recoverAmount: 16_000_00 })
    expect(await reserved()).toBe(0)
    expect(await s.db.unscoped(payoutLine).count({ grantId: aid.id })).toBe(0)
  })
  it('40-E6 40-E8 confirms a return: status, record and waiver together; bills of the years left are reduced as they are issued', async () => {
    const who = await s.soldier({ enrolDate: '2023-09-01', expectedGraduation: '2028-07-01' })
    const row = await s.enlisted(who, { noticeDate: '2024-09-10', stage: 'discharged', dischargedOn: day(-20), returnBy: day(700) })
    await s.retained(who, '2024-09-10', day(700))
    const plan = (
      await s.officer.get<{ classes: Array<{ id: string; isNext: string }>; years: Array<{ xn: string }>; total: number; entitlements: string[] }>(
        'enlistment/enlistRecord/returnPlan',
        { id: row.id },
      )
    ).data
    expect([plan.years.length, plan.classes[0]?.isNext, plan.entitlements.length]).toEqual([2, 'yes', 3])
    expect(rulesOf(await confirm(s.officer, row.id, { on: today() }))).toContain('noClass')
    expect((await s.rowOf(row.id)).stage).toBe('discharged')
    const [first, second] = plan.years.map(y => y.xn)
    const issued = await s.tuition(who, first ?? '', { charged: 5500_00 })
    const done = await confirm(s.officer, row.id, { on: today(), classId: plan.classes[0]?.id })
    expect([done.msg, done.code]).toEqual([expect.anything(), 200])
    await s.server.settle()
    expect(await s.record(who.id)).toMatchObject({ status: 'active', classId: plan.classes[0]?.id })
    expect(await s.rowOf(row.id)).toMatchObject({ stage: 'returned', returnedOn: today() })
    const reducedOf = async (id: string) => (await s.db.query<{ reduced: number }>(sql`select reduced::float8 as reduced from bill_line where id = ${id}`))[0]?.reduced
    expect(await reducedOf(issued)).toBe(5500_00)
    const next = await s.tuition(who, second ?? '', { charged: 26_000_00 })
    await s.db.tx(tx => tx.emit('fee.billIssued', { payerId: who.id, lineIds: [next] }))
    await s.db.tx(tx => tx.emit('fee.billIssued', { payerId: who.id, lineIds: [next] }))
    await s.server.settle()
    expect(await reducedOf(next)).toBe(20_000_00)
    const [aid] = await s.db.query<{ id: string }>(sql`select id from military_aid where student_id = ${who.id} and kind = 'waiver'`)
    expect(await s.aid(aid?.id ?? '')).toMatchObject({ state: 'approved', total: 25_500_00, payTo: 'feeAccount' })
  })
  it('40-E8 refuses a return after the last day without a reason', async () => {
    const who = await s.soldier()
    const row = await s.enlisted(who, { stage: 'discharged', noticeDate: '2022-09-10', dischargedOn: '2024-09-10', returnBy: day(-5) })
    expect(rulesOf(await confirm(s.officer, row.id, { on: today() }))).toContain('late')
    expect((await confirm(s.officer, row.id, { on: today(), reason: '因伤住院，有医院证明' })).code).toBe(200)
  })
  it('40-E7 stops what is under way and claims back what was paid, where the cause is the student’s', async () => {
    const who = await s.soldier()
    const row = await s.enlisted(who)
    for (const xn of YEARS) await s.tuition(who, xn, { charged: 5500_00, paid: 5500_00 })
    const { id } = await approvedAid(s, who, 'compensation')
    await reported([id])
    await funded([id])
    await s.db.query(sql`update military_aid set state = 'paid', paid_on = current_date where id = ${id}`)
    const end = (cause: string) => s.officer.post('enlistment/enlistRecord/endPath', { id: row.id, to: 'sentBack', cause, on: today() })
    expect((await end('misconduct')).code).toBe(200)
    expect(await s.aid(id)).toMatchObject({ recovery: 'open', recoverAmount: 11_000_00 })
    expect((await s.finance.post('enlistment/militaryAid/recover', { id, reason: '违纪退兵', dueDate: day(30) })).code).toBe(200)
    const { recoverLineId } = await s.aid(id)
    const [line] = await s.db.query<{ owed: number }>(sql`select owed::float8 as owed from bill_line where id = ${recoverLineId}`)
    expect(line?.owed).toBe(11_000_00)
    expect(rulesOf(await s.finance.post('enlistment/militaryAid/recover', { id, reason: '再来', dueDate: day(30) }))).toContain('nothing')
    const ill = await s.soldier()
    const kept = await s.enlisted(ill)
    for (const xn of YEARS) await s.tuition(ill, xn, { charged: 5500_00, paid: 5500_00 })
    const aid = await approvedAid(s, ill, 'compensation')
    expect((await s.officer.post('enlistment/enlistRecord/endPath', { id: kept.id, to: 'sentBack', cause: 'health', on: today() })).code).toBe(200)
    expect((await s.aid(aid.id)).state).toBe('approved')
  })
  it('40-E9 waives the normal years of a retired soldier who was admitted by examination', async () => {
    const entered = `${Number(today().slice(0, 4)) - 1}-09-01`
    const who = await s.pupil({ enrolDate: entered })
    expect(rulesOf(await applyForAid(who.actor, 'retiredWaiver'))).toContain('proof')
    const aid = await approvedAid(s, who, 'retiredWaiver', { proofs: await proofOf(who.actor) })
    expect(aid).toMatchObject({ kind: 'retiredWaiver', state: 'approved', payTo: 'feeAccount' })
    expect(aid.years?.length).toBeGreaterThan(0)
    expect(aid.years?.length).toBeLessThanOrEqual(3)
  })
  it('leaves decisions to those of the process, and a refused application gives nothing', async () => {
    const who = await s.soldier()
    await s.enlisted(who)
    await s.tuition(who, '2023-2024', { charged: 5500_00, paid: 5500_00 })
    const { data } = await applyForAid(who.actor, 'compensation')
    expect((await decideAs(s.fdy, data.instanceId, 'reject', { opinion: '材料不符' })).code).toBe(200)
    expect((await s.aid(data.id)).state).toBe('rejected')
    expect((await reported([data.id])).code).toBe(422)
  })
})
