import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { moveStatus } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { auditItems } from '#server/extensions/graduation-items.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { addRegistration } from '#testing/registrations.ts'
import { closed, day, endNotices, type GraduationSchool, graduationSchool, ok, type Pupil, rulesOf } from '../testing.ts'
import type { auditBatches, auditStatistics, myAudit } from './model/actions.ts'
import { graduationAudit } from './model/audit.ts'
import { graduationItem } from './model/item.ts'
import { lookAgain, tellMissing } from './server/jobs.ts'

let s: GraduationSchool
let told: ReturnType<typeof captureNotifications>
let graduated: Array<Record<string, unknown>>
beforeAll(async () => {
  s = await graduationSchool()
  told = captureNotifications(s.server)
  graduated = captureEvents(s.server, 'student.graduated')
})
afterAll(() => s.close())
const PATH = 'graduation/graduationAudit'
const post = (verb: string, body: object, by = s.college) => by.post<{ done: number }>(`${PATH}/${verb}`, body)
/** So many students who passed, and one who did not. */
async function group(passing = 1, failing = 1): Promise<{ good: Pupil[]; bad: Pupil[]; batchId: string }> {
  const good = await Promise.all(Array.from({ length: passing }, () => s.pupil()))
  const bad = await Promise.all(Array.from({ length: failing }, () => s.pupil()))
  for (const one of good) await s.passes(one, true)
  for (const one of bad) await s.passes(one, false, '2 门不及格')
  return { good, bad, batchId: await s.published([...good, ...bad]) }
}
describe('30-GR1 items', () => {
  it('are judged by who declares them or by import, and block or warn as the school says', async () => {
    addRegistration(s.server.core.registry, auditItems, {
      ...{ code: 'test.fee', title: '欠费', order: 50, isWarningOnly: true, need: { text: '无欠费' } },
      judge: (_db, students) => sql`select id, false as pass, '120' as actual from (${students}) x(id)`,
      said: actual => ({ text: '{actual} 元', values: { actual } }),
    })
    await s.db.insert(graduationItem, { code: 'test.fee', use: 'audit', name: '欠费', isDeclared: true, isWarningOnly: true, sort: 50 })
    const { good, bad, batchId } = await group()
    const [fine, missing] = [await s.audit(batchId, good[0] as Pupil), await s.audit(batchId, bad[0] as Pupil)]
    expect([fine.missed, fine.warned, fine.suggest]).toEqual([0, 1, 'graduate'])
    expect([missing.missed, missing.warned, missing.suggest]).toEqual([1, 1, 'complete'])
    expect(missing.items?.filter(i => !i.pass).map(i => [i.code, i.blocking])).toEqual([
      ['academic', true],
      ['test.fee', false],
    ])
    const item = await s.db.unscoped(graduationItem).find({ code: 'test.fee' })
    expect(rulesOf(await s.officer.post('graduation/graduationItem/update', { id: item?.id, version: item?.version, isBlocking: true }))).toEqual(['warningOnly'])
    await s.db.remove(graduationItem, item?.id ?? '')
  })
  it('without a result are not met, and are looked at again at night', async () => {
    const late = await s.pupil()
    const batchId = await s.published([late])
    expect((await s.audit(batchId, late)).items?.find(i => i.code === 'academic')).toMatchObject({ pass: false, actual: { text: '没有结果' } })
    await s.passes(late, true)
    await lookAgain(s.db)
    expect(await s.audit(batchId, late)).toMatchObject({ missed: 0, suggest: 'graduate' })
  })
  it('take in extended students of the majors, and nobody who is in another open batch', async () => {
    const [own, extended] = [await s.pupil(), await s.pupil({ classId: s.ids.s2302, expectedGraduation: day(-300) })]
    const batchId = await s.published([own], { includesLate: true })
    expect(await s.audit(batchId, extended)).toMatchObject({ state: 'open' })
    const second = await s.officer.post<{ id: string }>('graduation/graduationBatch/add', {
      ...{
        name: '补',
        beginTime: new Date().toISOString(),
        endTime: new Date(Date.now() + 9e6).toISOString(),
        certDate: today(),
        includesLate: false,
        audience: { userIds: [own.actor.userId] },
      },
    })
    expect(rulesOf(await s.officer.post('graduation/graduationBatch/publish', { id: ok(second).id }))).toEqual(['nobody'])
  })
})
describe('30-GR2 a person decides', () => {
  it('with a reason where it is against the suggestion; the office approves, and may send back', async () => {
    const { good, bad, batchId } = await group()
    const [fine, missing] = [await s.audit(batchId, good[0] as Pupil), await s.audit(batchId, bad[0] as Pupil)]
    expect(rulesOf(await post('decide', { batchId, ids: [missing.id], result: 'graduate' }))).toEqual(['reasonMissing'])
    expect(rulesOf(await post('decide', { batchId, ids: [missing.id], result: 'complete', degree: true }))).toEqual(['degreeWithout'])
    expect(rulesOf(await post('approve', { batchId }, s.officer))).toEqual(['nobody'])
    ok(await post('decide', { batchId, ids: [missing.id], result: 'extend', reason: '本人申请再读一年' }))
    ok(await post('decide', { batchId }))
    expect([(await s.audit(batchId, good[0] as Pupil)).result, (await s.audit(batchId, bad[0] as Pupil)).result]).toEqual(['graduate', 'extend'])
    expect((await post('approve', { batchId })).code).toBe(403)
    ok(await post('returnResult', { batchId, ids: [fine.id], reason: '核对成绩' }, s.officer))
    expect(await told('graduation.returned', s.college.userId)).toHaveLength(1)
    expect(await s.audit(batchId, good[0] as Pupil)).toMatchObject({ state: 'returned', returnReason: '核对成绩' })
    expect(ok(await post('approve', { batchId }, s.officer)).done).toBe(1)
  })
  it('as two of the office do at once: each result is approved once', async () => {
    const { batchId } = await group(2, 0)
    ok(await post('decide', { batchId }))
    const answers = await Promise.all([1, 2, 3].map(() => post('approve', { batchId }, s.officer)))
    expect(answers.map(a => a.data?.done ?? 0).reduce((a, b) => a + b)).toBe(2)
  })
  it('only for students in scope, and only within the window', async () => {
    const stranger = await s.pupil({ classId: s.ids.a2301 })
    await s.passes(stranger, true)
    const batchId = await s.published([stranger])
    expect(rulesOf(await post('decide', { batchId }))).toEqual(['nobody'])
    ok(await s.officer.post('graduation/graduationBatch/close', { id: batchId, reason: '审核结束' }))
    expect(rulesOf(await post('decide', { batchId }, s.officer))).toEqual(['notOpen'])
  })
  it('students see their items a term earlier, and the result once it is certain; who misses one is told', async () => {
    const { good, bad, batchId } = await group()
    const mine = async (who: Pupil) => (await who.actor.get<Array<OutputOf<typeof myAudit>>>(`${PATH}/mine`)).data[0]
    const before = await mine(bad[0] as Pupil)
    expect(before).toMatchObject({ state: 'open', result: null })
    expect((before?.total ?? 0) - (before?.met ?? 0)).toBe(1)
    expect((await s.fdy.get<{ result: Array<{ shown: unknown[] }> }>(`${PATH}/list`, { batchId, missed: 1 })).data.result.map(r => r.shown.length)).toEqual([before?.total])
    await tellMissing(s.db)
    expect(await told('graduation.missing', (bad[0] as Pupil).actor.userId)).toHaveLength(1)
    expect(await told('graduation.missing', (good[0] as Pupil).actor.userId)).toHaveLength(0)
    await s.confirmed(batchId)
    expect(await mine(good[0] as Pupil)).toMatchObject({ result: 'graduate' })
    expect(await told('graduation.result', (good[0] as Pupil).actor.userId)).toHaveLength(1)
    const [own] = (await s.college.get<Array<OutputOf<typeof auditBatches>>>(`${PATH}/batches`)).data.filter(b => b.id === batchId)
    expect(own).toMatchObject({ total: 2, met: 1, oneMissing: 1, confirmed: 2 })
  })
  it('graduates go on notice; an upheld objection sends the result back', async () => {
    const { good, bad, batchId } = await group()
    ok(await post('decide', { batchId }))
    ok(await post('approve', { batchId }, s.officer))
    expect(ok(await s.officer.post<object>(`${PATH}/publicise`, { batchId }))).toEqual({ graduates: 1, others: 1 })
    expect([(await s.audit(batchId, good[0] as Pupil)).state, (await s.audit(batchId, bad[0] as Pupil)).state]).toEqual(['publicised', 'confirmed'])
    await s.db.emit('publicNotice.objectionDecided', { bizType: 'graduationAudit', bizId: (await s.audit(batchId, good[0] as Pupil)).id, upheld: true })
    await s.server.settle()
    expect(await s.audit(batchId, good[0] as Pupil)).toMatchObject({ state: 'returned', approvedAt: null })
    await endNotices(s)
    expect((await s.audit(batchId, good[0] as Pupil)).state).toBe('returned')
  })
})
describe('30-GR7 closing', () => {
  it('sets the status from the day of the certificate, ends empty classes and tells once who graduated', async () => {
    const { good, bad, batchId } = await group(2, 1)
    const close = () => s.officer.post<{ done: number }>('graduation/graduationBatch/closeStudies', { id: batchId })
    expect(rulesOf(await close())).toEqual(['open'])
    await s.confirmed(batchId)
    await moveStatus(s.db, { studentId: (bad[0] as Pupil).id, to: 'active', effectiveDate: today() })
    const answers = await Promise.all([close(), close()])
    expect(answers.map(a => rulesOf(a).join()).sort()).toEqual(['', 'running'])
    await closed(s, batchId)
    expect([(await s.record((good[0] as Pupil).id)).status, (await s.record((bad[0] as Pupil).id)).status]).toEqual(['graduated', 'completed'])
    expect(
      graduated
        .filter(g => g.batchId === batchId)
        .flatMap(g => g.studentIds as string[])
        .sort(),
    ).toEqual(good.map(p => p.id).sort())
    expect(await s.audit(batchId, good[0] as Pupil)).toMatchObject({ state: 'closed', closedOn: today() })
    expect(rulesOf(await close())).toEqual(['running'])
    expect(await s.db.unscoped(graduationAudit).count({ batchId, state: 'closed' })).toBe(3)
  })
  it('ends the class nobody is left in', async () => {
    const last = await s.pupil({ classId: s.ids.n2301 })
    await s.passes(last, true)
    const batchId = await s.published([last])
    await s.confirmed(batchId)
    ok(await s.officer.post('graduation/graduationBatch/closeStudies', { id: batchId }))
    await closed(s, batchId)
    expect((await s.db.unscoped(stuClass).one(s.ids.n2301)).state).toBe('ended')
  })
  it('waits for the day of the certificate', async () => {
    const one = await s.pupil()
    await s.passes(one, true)
    const batchId = await s.published([one], { certDate: day(5) })
    expect(rulesOf(await s.officer.post('graduation/graduationBatch/closeStudies', { id: batchId }))).toEqual(['early'])
  })
})
it('30-GR statistics count who graduates by major and origin, and what is missed most', async () => {
  const { data } = await s.officer.get<OutputOf<typeof auditStatistics>>(`${PATH}/statistics`, { from: day(-300), to: day(300) })
  expect(data.students).toBeGreaterThan(data.graduates)
  expect(data.byMajor.reduce((sum, g) => sum + (g?.students ?? 0), 0)).toBe(data.students)
  expect(data.missed[0]).toMatchObject({ code: 'academic' })
})
