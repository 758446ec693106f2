import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approveAs } from '#modules/standing/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { captureEvents } from '#testing/capture-events.ts'
import { admittedStudent } from '../roll/model/admitted-student.ts'
import { type AdmissionSchool, admissionSchool, day, type Newcomer, rulesOf, setParams } from '../testing.ts'
import { lateArrival } from './model/late-arrival.ts'

let s: AdmissionSchool
beforeAll(async () => {
  s = await admissionSchool()
})
afterAll(() => s.close())
const arrival = (to: string, more: object = {}) => setParams(s, 'admission', { 'arrival.to': to, 'intent.deadline': '', ...more })
const form = (until: string) => ({ until, cause: 'illness', reason: '住院，医生建议休息' })
const ask = (who: Newcomer, until: string) => who.actor.post<{ id: string; instanceId: string }>('admission/lateArrival/apply', form(until))
const review = (who: Newcomer, more: object = {}) =>
  s.college.post<{ state: string }>('admission/admittedStudent/review', { id: who.id, hasLetter: true, hasIdDocument: true, hasArchive: true, ...more })
const enrol = (...who: Newcomer[]) =>
  s.college.post<{ enrolled: number; blocked: Array<{ name: string; why: string }> }>('admission/admittedStudent/enrolBatch', { ids: who.map(w => w.id) })
const overdue = async () => (await s.officer.get<Array<{ id: string; dueOn: string; days: number }>>('admission/admittedStudent/overdue')).data
let numbered = 0
const complete = (who: Newcomer) => s.db.update(student, who.id, { studentNo: `2024A${String(++numbered).padStart(4, '0')}`, emergencyName: '林建国' })

describe('30-AC3 late arrival', () => {
  it('is asked before the end of arrival and for fourteen days at most; the college decides', async () => {
    await arrival(day(2))
    const who = await s.newcomer()
    expect(rulesOf(await ask(who, day(17)))).toEqual(['tooLong'])
    expect(rulesOf(await ask(who, day(2)))).toEqual(['tooSoon'])
    const made = await ask(who, day(16))
    expect(made.msg).toBe('成功')
    expect(rulesOf(await ask(who, day(10)))).toEqual(['open'])
    expect((await approveAs(s.college, made.data.instanceId)).code).toBe(200)
    expect(await s.onRoll(who.id)).toMatchObject({ state: 'late', lateUntil: day(16) })
    expect((await who.actor.get<Array<{ state: string }>>('admission/lateArrival/mine')).data).toMatchObject([{ state: 'approved' }])
    await arrival(day(-1))
    expect(rulesOf(await ask(await s.newcomer(), day(5)))).toEqual(['over'])
  })
  it('beyond it without a cause one is listed, and gives up only when an officer confirms', async () => {
    await arrival(day(2))
    const [late, absent, asking, declined, here] = [await s.newcomer(), await s.newcomer(), await s.newcomer(), await s.newcomer(), await s.newcomer()]
    const { data } = await ask(late, day(10))
    await approveAs(s.college, data.instanceId)
    await ask(asking, day(9))
    await s.db.update(admittedStudent, declined.id, { state: 'declined', declineReason: '复读' })
    await review(here)
    await arrival(day(-1))
    const due = await overdue()
    expect(due.find(r => r.id === absent.id)).toMatchObject({ dueOn: day(-1), days: 1 })
    expect(due.map(r => r.id)).toEqual(expect.arrayContaining([absent.id, declined.id]))
    for (const one of [late, asking, here]) expect(due.map(r => r.id)).not.toContain(one.id)
    expect((await s.record(absent.id)).status).toBe('preEnrolled')
    expect(rulesOf(await s.officer.post('admission/admittedStudent/giveUp', { ids: [absent.id, late.id] }))).toEqual(['notWaiting'])
    expect((await s.college.post('admission/admittedStudent/giveUp', { ids: [absent.id] })).code).toBe(403)
    await s.server.settle() // what the late arrivals have told
    const heard = captureEvents(s.server, 'student.admissionChanged')
    expect((await s.officer.post('admission/admittedStudent/giveUp', { ids: [absent.id, declined.id] })).data).toEqual({ done: 2 })
    await s.server.settle()
    expect([(await s.onRoll(absent.id)).state, (await s.record(absent.id)).status]).toEqual(['notReported', 'notReported'])
    expect([(await s.onRoll(declined.id)).state, (await s.record(declined.id)).status]).toEqual(['declined', 'notReported'])
    expect(heard).toMatchObject([{ studentId: absent.id, state: 'notReported' }])
    expect((await overdue()).map(r => r.id)).not.toContain(absent.id)
  })
})
describe('30-AC4 arrival', () => {
  it('with letter, document and archive passes the initial review; what lacks is brought later', async () => {
    const who = await s.newcomer()
    expect((await review(who, { hasArchive: false, note: '档案在途' })).data).toEqual({ state: 'arrived' })
    const first = await s.onRoll(who.id)
    expect(first).toMatchObject({ state: 'arrived', hasArchive: false, reviewNote: '档案在途' })
    expect((await review(who)).data).toEqual({ state: 'reviewed' })
    expect((await s.onRoll(who.id)).arrivedAt).toBe(first.arrivedAt)
    const art = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect((await art.post('admission/admittedStudent/review', { id: who.id, hasLetter: true, hasIdDocument: true, hasArchive: true })).code).toBe(404)
  })
  it('the batch of the college enrols who is complete and names what the others lack', async () => {
    const [ready, lacking, waiting] = [await s.newcomer({ name: '赵一鸣' }), await s.newcomer({ name: '钱多多' }), await s.newcomer({ name: '孙悦' })]
    await complete(ready)
    await review(ready)
    await review(lacking)
    expect((await enrol(ready, lacking, waiting)).data).toEqual({
      enrolled: 1,
      blocked: expect.arrayContaining([
        { name: '钱多多', why: '学号、紧急联系人' },
        { name: '孙悦', why: '待确认' },
      ]),
    })
    await s.server.settle()
    expect(await s.record(ready.id)).toMatchObject({ status: 'active', hasRecord: true })
    expect(await s.onRoll(ready.id)).toMatchObject({ state: 'enrolled', enrolledOn: expect.any(String) })
    expect((await enrol(ready)).data).toEqual({ enrolled: 0, blocked: [] })
  })
  it('two batches at once enrol each new student once', async () => {
    const both = [await s.newcomer(), await s.newcomer()]
    for (const one of both) {
      await complete(one)
      await review(one)
    }
    const heard = captureEvents(s.server, 'student.enrolled')
    const done = await Promise.all([enrol(...both), enrol(...both.toReversed())])
    expect(done.map(d => d.data.enrolled).sort()).toEqual([0, 2])
    await s.server.settle()
    expect(heard.map(h => h.studentId).sort()).toEqual(both.map(b => b.id).sort())
  })
})
describe('30-AC3 a late arrival as an application', () => {
  expectApplication({ of: lateArrival, path: 'admission/lateArrival', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      await arrival(day(2))
      return [(await s.newcomer()).actor, (await s.newcomer()).actor]
    },
    form: () => form(day(10)),
    approvers: [s.college],
  }))
})
