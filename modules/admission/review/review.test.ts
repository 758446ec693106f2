import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schoolDate } from '#model/school-time.ts'
import { addMonths } from '#modules/campus/model/days.ts'
import { statusChange } from '#modules/standing/changes/model/status-change.ts'
import { approveAs, proofOf } from '#modules/standing/testing.ts'
import { student } from '#modules/student/model/student.ts'
import { photoSides } from '#modules/student/server/photo-side.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import { captureNotifications } from '#testing/capture-notifications.ts'
import { replaceRegistrations } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { type AdmissionSchool, admissionSchool, day, type Newcomer, rulesOf } from '../testing.ts'
import { entryReexamination, ITEMS, type ItemCode } from './model/reexamination.ts'
import { admissionRetention } from './model/retention.ts'
import { unfinished } from './server/jobs.ts'

let s: AdmissionSchool
let second: Actor
beforeAll(async () => {
  s = await admissionSchool()
  second = await s.as({ roles: ['college'], departmentId: s.ids.info, nickName: '吴书记' })
})
afterAll(() => s.close())
let numbered = 0
interface Enrolled extends Newcomer {
  reviewId: string
}
/** Enrolled through the college, as of today: the three months run. */
async function enrolled(): Promise<Enrolled> {
  const who = await s.newcomer()
  await s.db.update(student, who.id, { studentNo: `2024B${String(++numbered).padStart(4, '0')}`, emergencyName: '林建国', enrolDate: day(0) })
  await s.college.post('admission/admittedStudent/review', { id: who.id, hasLetter: true, hasIdDocument: true, hasArchive: true })
  await s.college.post('admission/admittedStudent/enrolBatch', { ids: [who.id] })
  await s.server.settle()
  const row = await s.db.unscoped(entryReexamination).find({ studentId: who.id })
  return { ...who, reviewId: row?.id ?? '' }
}
const rowOf = (who: Enrolled) => s.db.unscoped(entryReexamination).one(who.reviewId)
const take = (by: Actor, who: Enrolled) => by.post<{ differs: string[]; admitted: { name: string } }>('admission/entryReexamination/take', { id: who.reviewId })
const itemsOf = (given: Partial<Record<ItemCode, 'doubt' | 'fail'>> = {}) =>
  Object.keys(ITEMS).map(code => ({ code, result: given[code as ItemCode] ?? 'pass', note: given[code as ItemCode] ? '与档案不符' : null }))
const judge = (by: Actor, who: Enrolled, items = itemsOf()) => by.post<{ state: string }>('admission/entryReexamination/judge', { id: who.reviewId, items })
async function judged(by: Actor, who: Enrolled, given: Partial<Record<ItemCode, 'doubt' | 'fail'>> = {}): Promise<string> {
  await take(by, who)
  const answer = await judge(by, who, itemsOf(given))
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data.state
}

describe('30-AC5 the re-examination', () => {
  it('begins with the enrolment, for three months', async () => {
    const who = await enrolled()
    const row = await rowOf(who)
    expect(row).toMatchObject({ state: 'open', year: 2024 })
    expect(schoolDate(row.dueAt)).toBe(addMonths(day(0), 3))
  })
  it('asks for all five items and for words where one is not passed', async () => {
    const who = await enrolled()
    expect(rulesOf(await judge(s.college, who))).toEqual(['notHeld'])
    expect((await take(s.college, who)).data.differs).toEqual([])
    expect(rulesOf(await judge(s.college, who, itemsOf().slice(1)))).toEqual(['itemMissing'])
    expect(rulesOf(await judge(s.college, who, [...itemsOf().slice(1), { code: 'procedure', result: 'fail', note: null }]))).toEqual(['noteMissing'])
    expect((await judge(s.college, who)).data).toEqual({ state: 'passed' })
    expect(await rowOf(who)).toMatchObject({ state: 'passed', firstId: s.college.userId, holderId: null })
  })
  it('of two reviewers at once one gets the student, the second sees who holds it', async () => {
    const who = await enrolled()
    const answers = await Promise.all([take(s.college, who), take(second, who)])
    expect(answers.map(a => rulesOf(a).join()).sort()).toEqual(['', 'held'])
    const [holder, other] = answers[0]?.code === 200 ? [s.college, second] : [second, s.college]
    expect(answers.find(a => a.code !== 200)?.msg).toContain(holder === second ? '吴书记' : '陈书记')
    const queue = async (by: Actor) => (await by.get<{ rows: Array<{ id: string }> }>('admission/entryReexamination/queue')).data.rows.map(r => r.id)
    expect([(await queue(holder)).includes(who.reviewId), (await queue(other)).includes(who.reviewId)]).toEqual([true, false])
    expect(rulesOf(await judge(other, who))).toEqual(['notHeld'])
    await holder.post('admission/entryReexamination/release', { id: who.reviewId })
    expect((await take(other, who)).code).toBe(200)
    await s.db.update(entryReexamination, who.reviewId, { heldAt: new Date(Date.now() - 16 * 60_000).toISOString() })
    expect(rulesOf(await judge(other, who))).toEqual(['notHeld'])
    expect((await take(holder, who)).code).toBe(200)
  })
  it('hands a doubt to another reviewer, who has to decide', async () => {
    const who = await enrolled()
    expect(await judged(s.college, who, { identity: 'doubt' })).toBe('doubt')
    expect(rulesOf(await take(s.college, who))).toEqual(['sameReviewer'])
    const todos = () =>
      s.db.query<{ userId: string; state: string; link: string }>(
        sql`select user_id as "userId", state, link from todo where tenant_id = ${s.tenantId} and biz_type = 'entryReexamination' and biz_id = ${who.reviewId}`,
      )
    expect(await todos()).toEqual([{ userId: second.userId, state: 'open', link: `/admission/reexamine?id=${who.reviewId}` }])
    await take(second, who)
    expect(rulesOf(await judge(second, who, itemsOf({ identity: 'doubt' })))).toEqual(['stillDoubt'])
    expect((await judge(second, who)).data).toEqual({ state: 'passed' })
    expect(await rowOf(who)).toMatchObject({ firstId: s.college.userId, secondId: second.userId })
    expect((await todos()).map(todo => todo.state)).toEqual(['done'])
  })
  it('shows the photo of the roll beside the one of the arrival', async () => {
    const who = await enrolled()
    const photoOf = (kind?: string) => new Map([[who.id, kind === 'admission' ? 'A' : 'E']])
    const side = photoSides.make({ havePhoto: async () => new Set([who.id]), photosOf: async (_db, _ids, kind) => photoOf(kind), lockPhotos: async () => undefined })
    const restore = replaceRegistrations(s.server.core.registry, photoSides, [side])
    expect((await take(s.college, who)).data).toMatchObject({ photos: { admission: 'A', enrolment: 'E' } })
    restore()
  })
  it('ends the record of who fails, by a document: status change 18', async () => {
    const who = await enrolled()
    expect(await judged(s.college, who, { genuineness: 'fail', health: 'fail' })).toBe('failed')
    expect((await s.college.post('admission/entryReexamination/conclude', { id: who.reviewId, docNo: '校学〔2026〕1 号' })).code).toBe(403)
    const done = await s.officer.post<{ changeNo: string }>('admission/entryReexamination/conclude', { id: who.reviewId, docNo: '校学〔2026〕1 号' })
    expect(done.data).toMatchObject({ state: 'cancelled' })
    expect(await s.db.unscoped(statusChange).find({ changeNo: done.data.changeNo })).toMatchObject({ studentId: who.id, docNo: '校学〔2026〕1 号', effectState: 'effective' })
    await s.server.settle()
    expect([(await s.record(who.id)).status, (await s.onRoll(who.id)).state]).toEqual(['cancelled', 'disqualified'])
    expect((await s.officer.post('admission/entryReexamination/conclude', { id: who.reviewId, docNo: '2' })).code).not.toBe(200)
  })
  it('keeps the admission of who is unfit by a designated hospital: status change 14', async () => {
    const who = await enrolled()
    expect(await judged(s.college, who, { health: 'fail' })).toBe('unfit')
    const conclude = (more: object) => s.officer.post('admission/entryReexamination/conclude', { id: who.reviewId, docNo: '校学〔2026〕2 号', ...more })
    expect(rulesOf(await conclude({}))).toEqual(['hospitalMissing'])
    expect((await conclude({ hospital: '省人民医院', until: day(300) })).data).toMatchObject({ state: 'retained' })
    await s.server.settle()
    expect(await s.record(who.id)).toMatchObject({ status: 'reserved', statusUntil: day(300) })
    expect((await s.onRoll(who.id)).state).toBe('reserved')
  })
  it('unfinished at day 75 is escalated, once', async () => {
    const [who, done] = [await enrolled(), await enrolled()]
    await judged(s.college, done)
    const told = captureNotifications(s.server)
    const at = Date.parse((await rowOf(who)).warnAt)
    await unfinished(s.db, at - 60_000)
    expect((await rowOf(who)).warnedAt).toBeNull()
    await unfinished(s.db, at + 60_000)
    await unfinished(s.db, at + 120_000)
    expect([(await rowOf(who)).warnedAt, (await rowOf(done)).warnedAt]).toEqual([expect.any(String), null])
    expect(await told('admission.unfinished', s.college.userId)).toHaveLength(1)
  })
})
describe('30-AC6 retention of the admission', () => {
  const ask = async (who: Newcomer, more: object) =>
    who.actor.post<{ instanceId: string }>('admission/admissionRetention/apply', { cause: 'enlistment', reason: '应征入伍', proofs: await proofOf(who.actor), ...more })
  it('is asked for in the welcome realm, until two years after the discharge, and decided by college and office with a document', async () => {
    const who = await s.newcomer()
    expect(rulesOf(await ask(who, {}))).toEqual(['dischargeMissing'])
    expect(rulesOf(await ask(who, { cause: 'illness', until: day(400) }))).toEqual(['tooLong'])
    expect(rulesOf(await ask(who, { cause: 'other' }))).toEqual(['untilMissing'])
    const dischargedOn = addMonths(day(0), 24)
    const made = await ask(who, { dischargedOn })
    expect(made.msg).toBe('成功')
    expect(rulesOf(await ask(who, { dischargedOn }))).toEqual(['open'])
    expect((await approveAs(s.college, made.data.instanceId)).code).toBe(200)
    expect((await approveAs(s.officer, made.data.instanceId)).code).not.toBe(200)
    expect((await approveAs(s.officer, made.data.instanceId, { docNo: '校招〔2026〕3 号' })).code).toBe(200)
    await s.server.settle()
    const until = addMonths(dischargedOn, 24)
    expect(await s.record(who.id)).toMatchObject({ status: 'reserved', statusUntil: until })
    expect((await s.onRoll(who.id)).state).toBe('reserved')
    expect(await s.db.unscoped(statusChange).find({ studentId: who.id })).toMatchObject({ reasonCode: '13', docNo: '校招〔2026〕3 号', until })
    expect(rulesOf(await ask(who, { dischargedOn }))).toEqual(['studentState'])
  })
})
describe('30-AC6 a retention as an application', () => {
  const proofs = new Map<string, string[]>()
  expectApplication({ of: admissionRetention, path: 'admission/admissionRetention', taken: ['open'], files: 'proofs' }, () => ({
    db: s.db,
    async applicants() {
      const both = [(await s.newcomer()).actor, (await s.newcomer()).actor] as const
      for (const who of both) proofs.set(who.userId, await proofOf(who))
      return both
    },
    form: who => ({ cause: 'illness', until: day(200), reason: '住院治疗', proofs: proofs.get(who.userId) }),
    approvers: [s.college, s.officer],
    edits: { 1: { docNo: '校招〔2026〕4 号' } },
  }))
})
