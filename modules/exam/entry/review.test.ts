import sql from 'sql-template-tag'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { takeMoney } from '#modules/fee/bills/server/api.ts'
import { smsProvider } from '#modules/message/model/sms.ts'
import { setParams } from '#modules/message/testing.ts'
import { face, uploaded } from '#modules/photo/testing.ts'
import type { Actor } from '#testing/school.ts'
import { type Entrant, type ExamSchool, examSchool, INFO, ok, ruleOf } from '../testing.ts'
import { examChoice } from './model/application.ts'
import { examBatch } from './model/batch.ts'
import { lapseUnpaid } from './server/fees.ts'

let s: ExamSchool
beforeAll(async () => {
  s = await examSchool()
})
afterAll(() => s.close())
afterEach(() => void vi.useRealTimers())
const PATH = 'exam/examApplication'
const take = (who: Actor, batchId: string) => who.post<{ id: string | null }>(`${PATH}/takeNext`, { batchId })
const decide = (who: Actor, id: string, verdict = 'approve', reason?: string) => who.post<{ state: string }>(`${PATH}/decide`, { id, verdict, reason })
const hold = (who: Actor, id: string) => who.post(`${PATH}/hold`, { id })
const green = (batchId: string, who = s.admissions) => who.post<{ count: number }>(`${PATH}/approveGreen`, { batchId })
const mine = (who: Pick<Entrant, 'actor'>, batchId: string) =>
  who.actor.get<{ applicant: Record<string, unknown>; application: Record<string, unknown>; versions: unknown[]; lacks: string[] }>(`${PATH}/mine`, { batchId })

describe('30-EA3 the review', () => {
  it('30-EA3 passes rows without doubts at once and leaves all others; two reviewers never get one row', async () => {
    const batch = await s.batch()
    const fine = await Promise.all([1, 2].map(() => s.entered(batch)))
    const doubtful: Entrant[] = []
    for (const special of ['单独考场', '大字试卷', '轮椅']) doubtful.push(await s.entered(batch, { special }))
    const answers = await Promise.all([green(batch.id), green(batch.id, s.second)])
    expect(answers.reduce((sum, a) => sum + ok(a).count, 0)).toBe(2)
    expect(await Promise.all(fine.map(async w => (await s.row(w)).state))).toEqual(['paid', 'paid'])
    const third = await s.as({ roles: ['admissions'] })
    const taken = await Promise.all([s.admissions, s.second, third].map(who => take(who, batch.id)))
    const ids = taken.map(a => ok(a).id)
    expect(new Set(ids.filter(Boolean)).size).toBe(ids.filter(Boolean).length)
    const id = ids[0] ?? ''
    expect(ok(await take(s.admissions, batch.id)).id).toBe(id)
    expect(ruleOf(await hold(s.second, id))).toBe('held')
    expect(ruleOf(await decide(s.second, id))).toBe('held')
    // free again when the time is over
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    expect(ruleOf(await decide(s.admissions, id))).toBe('notHeld')
    expect((await hold(s.second, id)).code).toBe(200)
    vi.useRealTimers()
  })
  it('30-EA3 leaves to people whose age is outside the limits, and whose photo the face counter has not seen', async () => {
    const batch = await s.batch()
    await setParams(s, 'photo', { faceUrl: 'http://127.0.0.1:9/count' })
    const unseen = await s.entered(batch)
    await setParams(s, 'photo', { faceUrl: '' })
    await setParams(s, 'exam', { leastAge: 60, mostAge: 70 })
    const young = await s.entered(batch)
    await setParams(s, 'exam', { leastAge: 16, mostAge: 45 })
    const fine = await s.entered(batch)
    expect((await Promise.all([unseen, young, fine].map(who => s.row(who)))).map(row => [row.doubts, row.isGreen])).toEqual([
      [['photo'], false],
      [['age'], false],
      [[], true],
    ])
    expect(ok(await green(batch.id)).count).toBe(1)
  })
  it('30-EA3 a doubtful row passes by two different people', async () => {
    const batch = await s.batch()
    const who = await s.entered(batch, { special: '单独考场' })
    expect((await s.row(who)).doubts).toEqual(['special'])
    ok(await hold(s.admissions, who.id))
    expect(ok(await decide(s.admissions, who.id)).state).toBe('pending')
    expect(ok(await take(s.admissions, batch.id)).id).toBeNull()
    ok(await hold(s.admissions, who.id))
    expect(ruleOf(await decide(s.admissions, who.id))).toBe('sameReviewer')
    await s.db.query(sql`update exam_application set held_until = null, held_by = null where id = ${who.id}`)
    expect(ok(await take(s.second, batch.id)).id).toBe(who.id)
    expect(ok(await decide(s.second, who.id)).state).toBe('paid')
  })
  it('sends back with a reason; what was sent back is mended until the review ends, but not its choices after the registration', async () => {
    const batch = await s.batch()
    const who = await s.entered(batch, { special: '单独考场' })
    ok(await hold(s.admissions, who.id))
    expect(ruleOf(await decide(s.admissions, who.id, 'return'))).toBe('reason')
    ok(await decide(s.admissions, who.id, 'return', '照片不清楚'))
    expect((await s.row(who)).state).toBe('returned')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 3_600_000 })
    expect(ruleOf(await s.choose(who, batch.plans))).toBe('choicesClosed')
    expect(ok(await s.submit(who)).state).toBe('pending')
    vi.useRealTimers()
  })
})
describe('30-EA4 the choices', () => {
  it('30-EA4 each version is kept; a change takes the row back from the review; what is approved stays', async () => {
    const batch = await s.batch({}, [{}, {}])
    const [a = '', b = ''] = batch.plans
    const who = await s.entrant(batch.id)
    ok(await s.choose(who, [a]))
    ok(await s.submit(who))
    expect(ruleOf(await who.actor.post(`${PATH}/submit`, { id: who.id, choiceSeq: 1, commitment: true }))).toBe('state')
    ok(await s.choose(who, [b, a], { obeyAdjust: true }))
    expect((await s.row(who)).state).toBe('draft')
    expect(ok(await green(batch.id)).count).toBe(0)
    expect(ruleOf(await who.actor.post(`${PATH}/submit`, { id: who.id, choiceSeq: 1, commitment: true }))).toBe('changed')
    expect(ruleOf(await s.submit(who, { commitment: false }))).toBe('commitment')
    ok(await s.submit(who))
    const versions = await s.db.unscoped(examChoice).all({ applicationId: who.id }, { sort: ['seq'] })
    expect(versions.map(v => [v.seq, v.choices, v.obeyAdjust, Boolean(v.confirmedAt)])).toEqual([
      [1, [a], false, true],
      [2, [b, a], true, true],
    ])
    // the reviewer and the applicant at once: never other choices than were confirmed
    const [passed, changed] = await Promise.all([green(batch.id), s.choose(who, [a])])
    const row = await s.row(who)
    expect(row.state === 'paid' ? [ok(passed).count, changed.code === 200, row.choices] : [ok(passed).count, changed.code, row.state]).toEqual(
      row.state === 'paid' ? [1, false, [b, a]] : [0, 200, 'draft'],
    )
  })
  it('30-EA4 is confirmed by a code by text message; 30-EA4 nothing is handed in after the end, drafts stay', async () => {
    const batch = await s.batch()
    const who = await s.entrant(batch.id)
    ok(await s.choose(who, batch.plans))
    const { id } = await s.db.insert(smsProvider, { name: '只记录', vendor: 'log', isEnabled: true })
    expect(ruleOf(await s.submit(who))).toBe('codeMissing')
    const limits = { resendSeconds: 0, perHour: 100, perDay: 100 }
    const code = await s.server.identity.codes.make({ tenantId: s.tenantId, scene: 'verify', mobile: INFO.phone }, limits, '127.0.0.1')
    expect(ruleOf(await s.submit(who, { code: code === '000000' ? '111111' : '000000' }))).toBe('code')
    expect(ruleOf(await s.submit(who, { code, choiceSeq: 9 }))).toBe('changed')
    expect(ok(await s.submit(who, { code })).state).toBe('pending')
    await s.db.update(smsProvider, id, { isEnabled: false })
    const late = await s.entrant(batch.id)
    ok(await s.choose(late, batch.plans))
    const { endTime } = await s.db.unscoped(examBatch).one(batch.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(endTime) })
    expect(ruleOf(await s.submit(late))).toBe('over')
    expect((await s.row(late)).state).toBe('draft')
    vi.setSystemTime(Date.parse(endTime) - 1)
    expect(ok(await s.submit(late)).state).toBe('pending')
  })
})
describe('30-EA5 the fee', () => {
  const lineOf = async (who: Entrant) => s.db.unscoped(billLine).one((await s.row(who)).billLineId ?? '')
  const pay = async (who: Entrant, sourceId: string) => {
    const line = await lineOf(who)
    await takeMoney(s.db, { sourceType: 'test', sourceId }, 'own', [{ lineId: line.id, amount: line.charged }])
    await s.server.settle()
  }
  it('30-EA5 is charged once when a row passes, paid by the applicant’s link, and whoever has not paid in time lapses', async () => {
    const batch = await s.batch({ fee: 120_00 })
    const [first, late, racing] = [await s.entered(batch), await s.entered(batch), await s.entered(batch)]
    expect(ok(await green(batch.id)).count).toBe(3)
    expect(await lineOf(first)).toMatchObject({ charged: 120_00, payerType: 'applicant', payerId: first.actor.userId })
    expect(ruleOf(await s.admissions.post('exam/examBatch/update', { id: batch.id, version: (await s.db.unscoped(examBatch).one(batch.id)).version, fee: 90_00 }))).toBe('feeFixed')
    const { path } = ok(await first.actor.post<{ path: string }>(`${PATH}/pay`, { id: first.id }))
    expect(path).toContain('/fee/help?')
    expect((await late.actor.post(`${PATH}/pay`, { id: first.id })).code).toBe(404)
    await pay(first, 'exam1')
    expect((await s.row(first)).state).toBe('paid')
    const { payTo } = await s.db.unscoped(examBatch).one(batch.id)
    expect(await lapseUnpaid(s.db, Date.parse(payTo) - 1)).toBe(0)
    const line = await lineOf(racing)
    await Promise.all([takeMoney(s.db, { sourceType: 'test', sourceId: 'exam2' }, 'own', [{ lineId: line.id, amount: line.charged }]), lapseUnpaid(s.db, Date.parse(payTo))])
    await s.server.settle()
    expect([(await s.row(first)).state, (await s.row(late)).state]).toEqual(['paid', 'lapsed'])
    expect((await lineOf(late)).charged).toBe(0)
    // paid first, it counts; lapsed first, nothing is owed and the money is a credit
    const [row, after] = [await s.row(racing), await lineOf(racing)]
    expect([row.state, after.charged]).toEqual(row.state === 'paid' ? ['paid', 120_00] : ['lapsed', 0])
    expect(await lapseUnpaid(s.db, Date.parse(payTo))).toBe(0)
  })
  it('30-EA5 is not owed by whoever is taken off, and a batch without a fee is complete at once', async () => {
    const batch = await s.batch({ fee: 120_00 })
    const who = await s.entered(batch)
    ok(await green(batch.id))
    ok(await s.admissions.post(`${PATH}/cancel`, { id: who.id, reason: '本人放弃' }))
    expect([(await s.row(who)).state, (await lineOf(who)).charged]).toEqual(['lapsed', 0])
    expect((await who.actor.post(`${PATH}/pay`, { id: who.id })).code).toBe(422)
    const free = await s.batch()
    const guest = await s.entered(free)
    ok(await green(free.id))
    expect(await s.row(guest)).toMatchObject({ state: 'paid', billLineId: null })
  })
})
describe('30-EA6 exemptions', () => {
  it('30-EA6 are shown and decided apart, before the row passes, and by two people', async () => {
    const batch = await s.batch()
    const who = await s.entered(batch, { exempt: 'culture', category: 'regular' })
    expect(await s.row(who)).toMatchObject({ exemptState: 'open', isGreen: false, doubts: ['proof', 'exempt'] })
    expect(ok(await green(batch.id)).count).toBe(0)
    ok(await hold(s.admissions, who.id))
    expect(ruleOf(await decide(s.admissions, who.id))).toBe('exemptOpen')
    const judge = (isGranted: boolean, reason?: string) => s.admissions.post(`${PATH}/decideExempt`, { id: who.id, isGranted, reason })
    expect(ruleOf(await judge(false))).toBe('reason')
    ok(await judge(false, '没有上传证明'))
    expect(ok(await decide(s.admissions, who.id)).state).toBe('pending')
    ok(await hold(s.second, who.id))
    expect(ok(await decide(s.second, who.id)).state).toBe('paid')
    expect((await mine(who, batch.id)).data.application).toMatchObject({ exempt: 'culture', exemptState: 'refused', exemptNote: '没有上传证明' })
    // other proofs are another request
    const back = await s.entered(batch, { exempt: 'culture' })
    ok(await hold(s.admissions, back.id))
    ok(await s.admissions.post(`${PATH}/decideExempt`, { id: back.id, isGranted: true }))
    ok(await decide(s.admissions, back.id, 'return', '照片不清楚'))
    const files = (proofs: readonly string[]) =>
      back.actor
        .get<{ applicant: { photoId: string[] } }>(`${PATH}/mine`, { batchId: batch.id })
        .then(of => back.actor.post(`${PATH}/saveFiles`, { id: back.id, photoId: ok(of).applicant.photoId, exempt: 'culture', proofs, special: null }))
    ok(await files([]))
    expect((await s.row(back)).exemptState).toBe('granted')
    ok(await files([await uploaded(back.actor, await face(), '获奖证书.jpg')]))
    expect(await s.row(back)).toMatchObject({ exemptState: 'open', exemptNote: null })
    const plain = await s.entered(batch, { special: '轮椅' })
    ok(await hold(s.admissions, plain.id))
    expect(ruleOf(await s.admissions.post(`${PATH}/decideExempt`, { id: plain.id, isGranted: true }))).toBe('noExempt')
  })
})
