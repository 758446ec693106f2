import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { billLine } from '#modules/fee/bills/model/bill-line.ts'
import { handIn } from '#modules/fee/bills/server/api.ts'
import { takeMoney } from '#modules/fee/bills/server/settle.ts'
import { chargeItem } from '#modules/fee/prices/model/charge-item.ts'
import { setParams } from '#modules/message/testing.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { expectTask } from '#modules/workflow/tasks/testing.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { approveAs, day, type Pupil, rulesOf } from '../testing.ts'
import { type Board, ELSEWHERE, type RegistrationSchool, registrationSchool, XN } from '../testing-registration.ts'
import { registrationBatch } from './model/batch.ts'
import { registrationDeferral } from './model/deferral.ts'
import { registrationRecord } from './model/record.ts'
import { endDeferrals } from './server/jobs.ts'

let s: RegistrationSchool
beforeAll(async () => {
  s = await registrationSchool()
  await s.db.insert(chargeItem, { code: 'tuition', name: '学费', nature: 'administrative', filingNo: 'JY1', period: 'year' })
  await s.db.insert(chargeItem, { code: 'insurance', name: '居民医保', nature: 'agency', period: 'year', optional: true })
})
afterAll(() => s.close())
let lines = 0
/** Something that the student owes for this school year. */
async function owing({ id }: Pupil, amount: number, item = 'tuition'): Promise<string> {
  const source = { sourceType: 'test', sourceId: `r${++lines}`, sourceSeq: '1' }
  const payer = { type: 'student' as const, id, name: '周雨桐' }
  const [lineId = ''] = await handIn(s.db, [{ ...source, payer, item, amount, xn: XN, dueDate: day(30), explain: {} }])
  return lineId
}
const scan = async (batchId: string, { id }: Pupil, by = s.fdy) => by.post('standing/registrationRecord/scan', { batchId, studentNo: (await s.record(id)).studentNo })

describe('30-SG registration as a task', () => {
  expectTask(() => ({
    school: s,
    round: registrationBatch,
    rounds: 'standing/registrationBatch',
    answers: 'standing/registrationRecord',
    published: () => s.published(),
    answer: (id, who) => s.register(id, who),
    officer: s.officer,
    counsellor: s.fdy,
    students: [s.first.actor, s.other.actor],
    reminder: 'registration.remind',
  }))
})
describe('30-SG1 each term', () => {
  it('is registered for by active students only; who is away is exempt, and asked again on the return', async () => {
    const away = await s.pupil()
    await moveStatus(s.db, { studentId: away.id, to: 'suspended', effectiveDate: today(), until: day(90) })
    await s.server.settle()
    const batchId = await s.published()
    expect(await s.stateOf(batchId, away.id)).toEqual(['exempt', null])
    expect(rulesOf(await s.register(batchId, away.actor))).toEqual(['exempt'])
    await moveStatus(s.db, { studentId: away.id, to: 'active', effectiveDate: today() })
    await s.server.settle()
    expect(await s.stateOf(batchId, away.id)).toEqual(['unregistered', null])
    await moveStatus(s.db, { studentId: away.id, to: 'retained', effectiveDate: today(), until: day(90) })
    await s.server.settle()
    expect(await s.stateOf(batchId, away.id)).toEqual(['exempt', null])
    // one batch a term
    const [row] = await s.db.unscoped(registrationBatch).all({ id: batchId })
    await expect(s.published({ xn: row?.xn })).rejects.toThrow('已有注册批次')
    await expect(s.published({ xqM: null })).rejects.toThrow('请填写学年和学期')
  })
  it('knows who is away before it begins, while it is paused, and after it was closed and extended', async () => {
    const [leaver, back] = [await s.pupil(), await s.pupil()]
    const move = async ({ id }: Pupil, to: 'suspended' | 'active') => {
      await moveStatus(s.db, { studentId: id, to, effectiveDate: today(), ...(to === 'suspended' ? { until: day(90) } : {}) })
      await s.server.settle()
    }
    const act = (verb: string, more: object = { reason: '核对名单' }) => s.officer.post(`standing/registrationBatch/${verb}`, { id: batchId, ...more })
    const extend = (days: number) => act('extend', { endTime: `${day(days)}T18:00:00+08:00`, reason: '还有人没有注册' })
    const states = async () => [(await s.stateOf(batchId, leaver.id))[0], (await s.stateOf(batchId, back.id))[0]]
    await move(back, 'suspended')
    const batchId = await s.published({ beginTime: `${day(1)}T08:00:00+08:00`, endTime: `${day(9)}T18:00:00+08:00` })
    expect(await states()).toEqual(['unregistered', 'exempt'])
    await move(back, 'active')
    await move(leaver, 'suspended')
    expect(await states()).toEqual(['exempt', 'unregistered'])
    await act('pause')
    await move(leaver, 'active')
    expect(await states()).toEqual(['unregistered', 'unregistered'])
    await act('resume', {})
    await act('close')
    await move(leaver, 'suspended')
    expect(await states()).toEqual(['unregistered', 'unregistered'])
    expect((await extend(20)).code).toBe(200)
    expect(await states()).toEqual(['exempt', 'unregistered'])
    await act('close')
    await move(leaver, 'active')
    await extend(30)
    expect(await states()).toEqual(['unregistered', 'unregistered'])
  })
})
describe('30-SG2 the conditions', () => {
  it('show what is asked and what there is; a money block offers the way to aid', async () => {
    const heard = captureEvents(s.server, 'student.registered')
    const pupil = await s.pupil()
    await owing(pupil, 4200_00)
    const batchId = await s.published()
    expect(await s.mine(pupil.actor, batchId)).toMatchObject({
      state: 'unregistered',
      checks: [
        { name: '本学年费用已缴或已落实', isMet: false, actual: '4200 元', remedies: [{ link: '/fee/mine' }, { link: '/fee/request' }] },
        { name: '档案信息已核对', isMet: true, actual: null, remedies: [] },
        { name: '手机号已验证', isMet: true, actual: null, remedies: [] },
      ],
    })
    const tried = await s.register(batchId, pupil.actor)
    expect([tried.code, tried.data.state]).toEqual([200, 'unregistered'])
    const board = (await s.officer.get<Board>('standing/registrationRecord/board', { id: batchId })).data
    expect([board.blocked, board.byReason]).toEqual([1, [{ label: '本学年费用已缴或已落实', count: 1 }]])
    const named = await s.fdy.post<{ registered: number; blocked: Array<{ why: string }> }>('standing/registrationRecord/registerFor', {
      batchId,
      studentIds: [pupil.id, s.first.id],
    })
    expect(named.data).toMatchObject({ registered: 1, blocked: [{ why: '本学年费用已缴或已落实' }] })
    await s.server.settle()
    expect(heard.map(h => [h.studentId, h.state])).toEqual([[s.first.id, 'registered']])
  })
  it('ask for nothing that a student may choose not to pay', async () => {
    const pupil = await s.pupil()
    await owing(pupil, 400_00, 'insurance')
    expect((await s.register(await s.published(), pupil.actor)).data.state).toBe('registered')
  })
  it('30-SG6 that are met by a payment after the refusal register at once; without one, nothing happens', async () => {
    const [tried, idle] = [await s.pupil(), await s.pupil()]
    const owed = [await owing(tried, 100_00), await owing(idle, 100_00)]
    const batchId = await s.published()
    await s.register(batchId, tried.actor)
    for (const [n, lineId] of owed.entries()) await takeMoney(s.db, { sourceType: 'test', sourceId: `p${n}${batchId}` }, 'own', [{ lineId, amount: 100_00 }])
    await s.server.settle()
    expect([await s.stateOf(batchId, tried.id), await s.stateOf(batchId, idle.id)]).toEqual([
      ['registered', 'system'],
      ['unregistered', null],
    ])
  })
})
it('30-SG6 who has left since and pays is not registered, and the payment is done with', async () => {
  const pupil = await s.pupil()
  const lineId = await owing(pupil, 100_00)
  const batchId = await s.published()
  await s.register(batchId, pupil.actor)
  await moveStatus(s.db, { studentId: pupil.id, to: 'withdrawn', effectiveDate: today() })
  await s.server.settle()
  await takeMoney(s.db, { sourceType: 'test', sourceId: `left${batchId}` }, 'own', [{ lineId, amount: 100_00 }])
  await s.server.settle()
  expect(await s.stateOf(batchId, pupil.id)).toEqual(['exempt', null])
  expect(await s.db.query(sql`select listener, error from event_delivery where tenant_id = ${s.tenantId} and event = 'fee.paid'`)).toEqual([])
})
it('30-SG6 what is owed and deferred after the refusal does not keep from registering, either', async () => {
  const pupil = await s.pupil()
  const lineId = await owing(pupil, 100_00)
  const batchId = await s.published()
  expect((await s.register(batchId, pupil.actor)).data.state).toBe('unregistered')
  await s.db.update(billLine, lineId, { deferUntil: day(30) })
  await s.db.emit('fee.deferralChanged', { studentId: pupil.id, lineIds: [lineId], until: day(30) })
  await s.server.settle()
  expect(await s.stateOf(batchId, pupil.id)).toEqual(['registered', 'system'])
})
it('30-SG6 a reduction after the refusal, with no money moving, does not keep from registering, either', async () => {
  const pupil = await s.pupil()
  const lineId = await owing(pupil, 100_00)
  const batchId = await s.published()
  expect((await s.register(batchId, pupil.actor)).data.state).toBe('unregistered')
  const [maker, checker] = [await s.as({ roles: ['finance'], userType: 2 }), await s.as({ roles: ['finance'], userType: 2 })]
  const asked = await maker.post<{ adjustmentId: string }>('fee/adjustment/adjustLine', { lineId, kind: 'reduce', amount: 100_00, reason: '退役复学减免' })
  expect((await checker.post('fee/adjustment/approve', { id: asked.data.adjustmentId })).code).toBe(200)
  await s.server.settle()
  expect(await s.stateOf(batchId, pupil.id)).toEqual(['registered', 'system'])
})
describe('30-SG3 presence', () => {
  it('lets students register inside the campus, or by the counsellor’s scan', async () => {
    const pupil = await s.pupil()
    const batchId = await s.published()
    expect(rulesOf(await s.register(batchId, pupil.actor, ELSEWHERE))).toEqual(['away'])
    expect(rulesOf(await s.register(batchId, pupil.actor, {}))).toEqual(['noPosition'])
    expect(rulesOf(await scan(batchId, s.other))).toEqual(['unknown'])
    expect((await scan(batchId, pupil)).data).toMatchObject({ state: 'registered', className: '软件2301' })
    expect(rulesOf(await s.register(batchId, pupil.actor))).toEqual(['already'])
    await setParams(s, 'standing', { 'registration.selfNeedsPresence': false })
    const free = await s.pupil()
    expect((await s.register(batchId, free.actor, {})).data.state).toBe('registered')
    await setParams(s, 'standing', { 'registration.selfNeedsPresence': true })
    const closed = await s.published({ selfAllowed: false })
    expect(rulesOf(await s.register(closed, free.actor))).toEqual(['selfOff'])
  })
  it('leaves one record of a tap and a scan in the same second: the first wins, the second reads that it is done', async () => {
    const pupil = await s.pupil()
    const batchId = await s.published()
    const answers = await Promise.all([s.register(batchId, pupil.actor), scan(batchId, pupil), s.register(batchId, pupil.actor)])
    expect(answers.map(a => rulesOf(a).join('')).sort()).toEqual(['', 'already', 'already'])
    expect(await s.db.unscoped(registrationRecord).count({ batchId, studentId: pupil.id })).toBe(1)
  })
})
describe('30-SG4 a deferral', () => {
  it('is applied for, holds for its days, and leaves the student unregistered after them', async () => {
    const pupil = await s.pupil()
    const batchId = await s.published({ deferTo: day(20) })
    const form = { batchId, reason: '在外地实习，月底返校' }
    const made = await pupil.actor.post<{ id: string; instanceId: string }>('standing/registrationDeferral/apply', form)
    expect(made.msg).toBe('成功')
    expect(rulesOf(await pupil.actor.post('standing/registrationDeferral/apply', form))).toEqual(['open'])
    for (const by of [s.fdy, s.college]) await approveAs(by, made.data.instanceId)
    expect(await s.mine(pupil.actor, batchId)).toMatchObject({ state: 'deferred', deferUntil: day(20) })
    expect(await endDeferrals(s.db, day(20))).toBe(0)
    const told = captureNotifications(s.server)
    await endDeferrals(s.db, day(21))
    await endDeferrals(s.db, day(21))
    expect(await s.stateOf(batchId, pupil.id)).toEqual(['unregistered', null])
    expect(await told('registration.deferralOver', pupil.actor.userId)).toHaveLength(1)
    expect((await s.register(batchId, pupil.actor)).data.state).toBe('registered')
    expect(rulesOf(await pupil.actor.post('standing/registrationDeferral/apply', form))).toEqual(['settled'])
  })
})
it('30-SG4 a deferral holds for 30 days where its batch names no last day, and for no longer than the batch allows', async () => {
  const pupil = await s.pupil()
  const untilIn = async (deferTo: string | null) => {
    const batchId = await s.published({ deferTo })
    return (await pupil.actor.get<{ until: string }>('standing/registrationDeferral/preview', { batchId })).data.until
  }
  expect([await untilIn(null), await untilIn(day(29)), await untilIn(day(31))]).toEqual([day(30), day(29), day(30)])
})
describe('30-SG5 past the end', () => {
  it('lists who has not registered and withdraws nobody', async () => {
    const pupil = await s.pupil()
    const batchId = await s.published()
    await s.register(batchId, s.first.actor)
    await s.officer.post('standing/registrationBatch/close', { id: batchId, reason: '注册结束' })
    await s.server.settle()
    expect([await s.stateOf(batchId, pupil.id), (await s.record(pupil.id)).status]).toEqual([['unregistered', null], 'active'])
    const { data } = await s.fdy.get<{ result: Array<{ studentId: string }> }>('standing/registrationRecord/list', { batchId, state: 'unregistered', size: 100 })
    expect(data.result.map(r => r.studentId)).toContain(pupil.id)
    expect(data.result.map(r => r.studentId)).not.toContain(s.first.id)
  })
})
describe('30-SG4 a deferral as an application', () => {
  let batchId = ''
  expectApplication({ of: registrationDeferral, path: 'standing/registrationDeferral', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      const both = [(await s.pupil()).actor, (await s.pupil()).actor] as const
      batchId = await s.published({ deferTo: day(20) })
      return both
    },
    form: () => ({ batchId, reason: '在外地实习，月底返校' }),
    approvers: [s.fdy, s.college],
  }))
})
