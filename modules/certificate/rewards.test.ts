import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { payoutLine, payoutList } from '#modules/money/payout/model/payout.ts'
import { postFund } from '#modules/money/payout/server/funds.ts'
import { rulesOf } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { serial } from '#testing/serial.ts'
import { majorCert } from './model/major-cert.ts'
import { type CertSchool, certSchool, daysAgo } from './testing.ts'

let s: CertSchool
let finance: Actor
beforeAll(async () => {
  s = await certSchool()
  finance = await s.as({ roles: ['finance'], userType: 2, nickName: '钱会计' })
})
afterAll(() => s.close())
async function fund(budget: number): Promise<string> {
  const { id } = await s.db.insert(fundAccount, { code: `KZ${serial('fund')}`, name: `考证奖励${serial('fundName')}`, sourceKind: 'own', year: 2026 } as never)
  await postFund(s.db, id, [{ kind: 'budget', amount: budget, sourceType: 'test', sourceId: id, sourceSeq: 1 }])
  return id
}
let window = 0
/** A reward of 200.00 for English of a level, for a month that only this test uses. */
async function reward(more: object = {}, budget = 10_000_00): Promise<{ id: string; fundId: string; issuedOn: string }> {
  const issuedOn = daysAgo(480 - 40 * window)
  window += 1
  const draft = { catalogId: s.english, level: '六级', amount: 200_00, windowFrom: addDays(issuedOn, -15), windowTo: addDays(issuedOn, 15), fundId: await fund(budget), ...more }
  const { data, code, msg } = await s.officer.post<{ id: string }>('certificate/certReward/add', draft)
  if (code !== 200) throw new Error(msg)
  return { id: data.id, fundId: draft.fundId, issuedOn }
}
const generate = (id: string) => s.officer.post<{ count: number; total: number }>('certificate/certReward/generate', { id })
const totals = async (fundId: string) => {
  const { reserved, spent } = await s.db.unscoped(fundAccount).one(fundId)
  return [reserved, spent]
}
const lineOf = (certId: string) => s.db.unscoped(payoutLine).find({ grantId: certId })
const revoke = (id: string) => s.officer.post('certificate/studentCert/revoke', { id, reason: '伪造' })

describe('50-SK4 a reward', () => {
  it('is for what is verified, issued within study and inside the window', async () => {
    const { id, fundId, issuedOn } = await reward()
    const due = await s.verified(await s.pupil(), { level: '六级', issuedOn })
    await s.registered(await s.pupil(), { level: '六级', issuedOn })
    await s.verified(await s.pupil(), { level: '四级', issuedOn })
    await s.verified(await s.pupil(), { level: '六级', issuedOn: addDays(issuedOn, 16) })
    const before = await s.verified(await s.pupil({ enrolDate: addDays(issuedOn, 5) }), { level: '六级', issuedOn })
    expect((await s.cert(before)).inStudyPeriod).toBe(false)
    expect((await generate(id)).data).toEqual({ count: 1, total: 200_00 })
    expect([(await s.cert(due)).rewardState, (await lineOf(due))?.amount, await totals(fundId)]).toEqual(['listed', 200_00, [200_00, 0]])
    expect(rulesOf(await generate(id))).toEqual(['nothing'])
  })
  it('is given once for an entry and a level, whatever the window and how many press at once', async () => {
    const { id, fundId, issuedOn } = await reward()
    const wider = await reward({ windowFrom: addDays(issuedOn, -20), windowTo: addDays(issuedOn, 20), fundId })
    const who = await s.pupil()
    await s.verified(who, { level: '六级', issuedOn })
    await s.verified(who, { level: '六级', issuedOn: addDays(issuedOn, 3) })
    const answers = await Promise.all([generate(id), generate(wider.id), generate(id)])
    expect(answers.filter(a => a.code === 200).map(a => a.data.count)).toEqual([1])
    expect(await totals(fundId)).toEqual([200_00, 0])
  })
  it('that the fund cannot pay is refused with its figures, and nothing is listed', async () => {
    const { id, issuedOn } = await reward({}, 100_00)
    const cert = await s.verified(await s.pupil(), { level: '六级', issuedOn })
    const answer = await generate(id)
    expect([answer.code, answer.msg]).toEqual([422, expect.stringContaining('100.00')])
    expect([(await s.cert(cert)).rewardState, await lineOf(cert)]).toEqual([null, undefined])
  })
})
describe('50-SK5 a revoked certificate', () => {
  it('leaves a list that has not gone on, and its fund', async () => {
    const { id, fundId, issuedOn } = await reward()
    const cert = await s.verified(await s.pupil(), { level: '六级', issuedOn })
    await generate(id)
    expect((await revoke(cert)).code).toBe(200)
    expect([(await s.cert(cert)).rewardState, await lineOf(cert), await totals(fundId)]).toEqual(['withdrawn', undefined, [0, 0]])
  })
  it('whose reward was paid is proposed to finance for recovery, until it is back', async () => {
    const { id, issuedOn } = await reward()
    const cert = await s.verified(await s.pupil(), { level: '六级', issuedOn })
    await generate(id)
    await s.db.emit('money.payoutPaid', { source: 'certReward', grantId: cert, payoutLineId: cert })
    await s.server.settle()
    expect((await s.cert(cert)).rewardState).toBe('paid')
    await revoke(cert)
    expect((await s.cert(cert)).rewardState).toBe('recover')
    const todo = async () =>
      (await s.db.query<{ title: string }>(sql`select title from todo where user_id = ${finance.userId} and biz_id = ${cert} and node = 'recover' and state = 'open'`)).map(
        t => t.title,
      )
    expect(await todo()).toEqual(['追回 周雨桐 的大学英语等级考试 六级奖励 200.00 元'])
    expect((await s.officer.post('certificate/studentCert/settleRecovery', { id: cert, note: '已退回' })).code).toBe(403)
    expect((await finance.post('certificate/studentCert/settleRecovery', { id: cert, note: '已退回财务处' })).code).toBe(200)
    expect([(await s.cert(cert)).rewardState, await todo()]).toEqual(['recovered', []])
    expect(rulesOf(await finance.post('certificate/studentCert/settleRecovery', { id: cert, note: '已退回财务处' }))).toEqual(['notOwed'])
  })
  it('is not paid from a list that has gone on', async () => {
    const { id, issuedOn } = await reward()
    const cert = await s.verified(await s.pupil(), { level: '六级', issuedOn })
    await generate(id)
    const line = await lineOf(cert)
    await s.db.update(payoutList, line?.listId ?? '', { state: 'approved' })
    await revoke(cert)
    expect((await s.cert(cert)).rewardState).toBe('recover')
  })
})
describe('50-SK3 figures', () => {
  it('count a holder once, by the highest valid level, and graduates with a required certificate', async () => {
    await s.db.insert(majorCert, { majorId: s.ids.design, catalogId: s.english, relation: 'required', minLevel: '六级' })
    const [both, none, out] = await Promise.all([1, 2, 3].map(() => s.pupil({ classId: s.ids.a2301 })))
    if (!both || !none || !out) return
    await s.db.query(sql`update student set status = 'graduated', expected_graduation = ${today()}::date where id = ${out.id}`)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art, nickName: '艺术学院' })
    for (const [who, level] of [
      [both, '四级'],
      [both, '六级'],
    ] as const) {
      const { data } = await s.add(who, { level })
      await s.db.query(sql`update student_cert set state = 'approved' where id = ${data.id}`)
      expect((await s.verify([data.id], s.officer)).code).toBe(200)
    }
    interface Answer {
      students: number
      holders: number
      rate: number
      graduates: number
      doubled: number
      doubleRate: number
      levels: Array<{ level: string; count: number }>
      without: Array<{ id: string }>
    }
    const { data } = await art.get<Answer>('certificate/studentCert/statistics', { from: daysAgo(30), to: today() })
    expect(data).toMatchObject({ students: 2, holders: 1, rate: 50, graduates: 1, doubled: 0, doubleRate: 0 })
    expect(data.levels.map(l => [l.level, l.count])).toEqual([['六级', 1]])
    expect(data.without.map(w => w.id)).toEqual([none.id])
  })
})
