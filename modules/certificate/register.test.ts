import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pupil, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { expectApplication } from '#modules/workflow/applications/testing.ts'
import type { Actor } from '#testing/school.ts'
import { certCatalog } from './model/cert-catalog.ts'
import { majorCert } from './model/major-cert.ts'
import { studentCert } from './model/student-cert.ts'
import { type CertSchool, certSchool, daysAgo, number } from './testing.ts'

let s: CertSchool
let he: Actor
beforeAll(async () => {
  s = await certSchool()
  he = await s.as({ roles: ['fdy'], teacherId: s.ids.he, departmentId: s.ids.info, nickName: '何文博' })
})
afterAll(() => s.close())
const elsewhere = (): Promise<Pupil> => s.pupil({ classId: s.ids.n2301 })
const alarms = async (of: string): Promise<string[]> =>
  (
    await s.db.query<{ userId: string }>(
      sql`select user_id as "userId" from todo where tenant_id = ${s.db.me.tenantId} and biz_type = 'studentCert' and biz_id = ${of} and node = 'claim' and state = 'open' order by 1`,
    )
  ).map(t => t.userId)
const both = () => [s.fdy.userId, he.userId].sort()

describe('a certificate', () => {
  it('is registered by counsellor and college, with what the school knows of its holder', async () => {
    const who = await s.pupil()
    const id = await s.registered(who, { certNo: ' 4420 1925 1100321 ' })
    expect((await s.cert(id)).certNo).toBe('442019251100321')
    expect(await s.cert(id)).toMatchObject({ state: 'approved', verifyState: 'unverified', inStudyPeriod: true, majorId: s.ids.software, grade: 2023, classId: s.ids.s2301 })
  })
  it('names what is wrong with it: level, format with an example, name, dates', async () => {
    const who = await s.pupil()
    const rules = async (more: object) => rulesOf(await s.add(who, more))
    expect(await rules({ level: null })).toEqual(['levelNeeded'])
    expect(await rules({ level: '八级' })).toEqual(['level'])
    const bad = await s.add(who, { certNo: '12-3' })
    expect([rulesOf(bad), bad.msg]).toEqual([['pattern'], expect.stringContaining('202600123456789')])
    expect(await rules({ holderName: '周雨' })).toEqual(['holder'])
    expect(await rules({ issuedOn: daysAgo(-1) })).toEqual(['future'])
    expect(await rules({ expiresOn: daysAgo(200) })).toEqual(['order'])
    expect(await rules({ expiresOn: daysAgo(1) })).toEqual(['expired'])
    expect(await rules({ files: [] })).toContain('noFile')
    expect(await s.db.unscoped(studentCert).count({ studentId: who.id })).toBe(0)
  })
  it('may carry a former name, and expires after the months of its entry', async () => {
    const who = await s.pupil({ formerName: '周雨、周小雨' })
    const { data } = await s.add(who, { catalogId: s.licence, level: null, holderName: '周小雨', issuedOn: daysAgo(10) })
    const { issuedOn, expiresOn } = await s.cert(data.id)
    expect(Number(expiresOn?.slice(0, 4)) - Number(issuedOn.slice(0, 4))).toBe(2)
    expect(rulesOf(await s.add(who, { catalogId: s.licence, level: null, issuedOn: daysAgo(800) }))).toContain('expired')
  })
})
describe('50-SK1 a number', () => {
  it('that another student has is blocked, and the counsellors of both learn of it, whatever else was wrong', async () => {
    const [who, other] = [await s.pupil(), await elsewhere()]
    const certNo = number()
    const id = await s.registered(who, { certNo })
    const refused = await s.add(other, { certNo: ` ${certNo.slice(0, 5)} ${certNo.slice(5)}` })
    expect(rulesOf(refused)).toEqual(['held'])
    expect(refused.msg).not.toContain(who.id)
    expect(await alarms(id)).toEqual(both())
    expect(await s.cert(id)).toMatchObject({ claimedById: other.id, claimNote: null })
    expect(await s.db.unscoped(studentCert).count({ studentId: other.id })).toBe(0)
    const settle = (by: Actor) => by.post('certificate/studentCert/settleClaim', { id, note: '原件在登记的学生手里' })
    expect((await settle(he)).code).toBe(404)
    expect((await settle(s.fdy)).code).toBe(200)
    expect(await alarms(id)).toEqual([])
    expect(rulesOf(await settle(s.fdy))).toEqual(['notClaimed'])
    expect(rulesOf(await s.add(other, { certNo, holderName: '别人' }))).toEqual(expect.arrayContaining(['held', 'holder']))
    expect(await alarms(id)).toEqual(both())
  })
  it('given by two students at once is stored for one and refused to the other', async () => {
    const [a, b] = [await s.pupil(), await elsewhere()]
    const certNo = number()
    const answers = await Promise.all([s.add(a, { certNo }), s.add(b, { certNo })])
    expect(answers.map(x => x.code).sort()).toEqual([200, 422])
    const rows = await s.db.unscoped(studentCert).all({ certNo })
    expect(rows).toHaveLength(1)
    expect(await alarms(rows[0]?.id ?? '')).toEqual(both())
  })
  it('that one has registered oneself is only named', async () => {
    const who = await s.pupil()
    const certNo = number()
    const id = await s.registered(who, { certNo })
    expect(rulesOf(await s.add(who, { certNo }))).toEqual(['twice'])
    expect(await alarms(id)).toEqual([])
  })
  it('is not tried out in the preview', async () => {
    const [who, other] = [await s.pupil(), await elsewhere()]
    const certNo = number()
    await s.registered(who, { certNo })
    const { files: _files, score: _score, ...asks } = await s.form(other, { certNo })
    const { data } = await other.actor.get<{ problems: unknown[] }>('certificate/studentCert/preview', asks as never)
    expect(data.problems).toEqual([])
  })
})
describe('what a major asks', () => {
  it('is met by a verified certificate of its level or higher; that of a grade stands before that of all', async () => {
    const who = await s.pupil()
    const asks = async () =>
      (await who.actor.get<{ asks: Array<{ catalogId: string; isMet: boolean; minLevel: string | null }> }>('certificate/studentCert/form', {})).data.asks
        .filter(a => a.catalogId === s.english)
        .map(a => [a.minLevel, a.isMet])
    const add = (draft: object) => s.officer.post('certificate/majorCert/add', { majorId: s.ids.software, catalogId: s.english, relation: 'required', ...draft })
    expect(rulesOf(await add({ minLevel: '八级' }))).toEqual(['level'])
    expect((await add({ minLevel: '四级' })).code).toBe(200)
    expect(await asks()).toEqual([['四级', false]])
    const id = await s.registered(who, { level: '四级' })
    expect(await asks()).toEqual([['四级', false]])
    await s.verify([id])
    expect(await asks()).toEqual([['四级', true]])
    expect((await add({ minLevel: '六级', grade: 2023 })).code).toBe(200)
    expect(await asks()).toEqual([['六级', false]])
    await s.verified(who, { level: '六级' })
    expect(await asks()).toEqual([['六级', true]])
    await s.db.removeWhere(majorCert, { majorId: s.ids.software })
  })
  it('keeps its levels: one that certificates have is not taken out of the catalogue', async () => {
    await s.registered(await s.pupil(), { level: '六级' })
    const { version } = await s.db.unscoped(certCatalog).one(s.english)
    const answer = await s.officer.post('certificate/certCatalog/update', { id: s.english, version, levels: [{ name: '四级' }] })
    expect(rulesOf(answer)).toEqual(['levelUsed'])
    expect((await s.officer.post('certificate/certCatalog/remove', { ids: [s.english] })).data).toMatchObject({ failed: [{ id: s.english }] })
  })
})
describe('as an application', () =>
  expectApplication({ of: studentCert, path: 'certificate/studentCert', files: 'files' }, () => ({
    db: s.db,
    applicants: async () => [await applicant(), await applicant()],
    form: who => ({ catalogId: s.english, level: '四级', certNo: number(), holderName: '周雨桐', issuedOn: daysAgo(30), files: given.get(who) }),
    approvers: [s.fdy, s.college],
  })))
const given = new Map<Actor, string[]>()
async function applicant(): Promise<Actor> {
  const { actor } = await s.pupil()
  given.set(actor, await proofOf(actor))
  return actor
}
