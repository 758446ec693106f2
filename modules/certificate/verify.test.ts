import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Pupil, proofOf, rulesOf } from '#modules/standing/testing.ts'
import { type CertSchool, certSchool, daysAgo, number } from './testing.ts'

let s: CertSchool
beforeAll(async () => {
  s = await certSchool()
})
afterAll(() => s.close())
/** What stands of a student’s evidence. */
const stands = async ({ id }: Pupil): Promise<string[]> => {
  await s.server.settle()
  const rows = await s.db.query<{ title: string }>(sql`select e.title from evidence e where e.student_id = ${id} and e.reverses_id is null
    and not exists (select from evidence r where r.tenant_id = e.tenant_id and r.reverses_id = e.id) order by 1`)
  return rows.map(r => r.title)
}
describe('50-SK2 verification', () => {
  it('needs a method and a proof, and each certificate keeps its own copy', async () => {
    const who = await s.pupil()
    const ids = [await s.registered(who), await s.registered(who, { level: '六级' })]
    const bare = await s.college.post('certificate/studentCert/verifyBatch', { ids, method: 'original', proof: [] })
    expect(bare.code).not.toBe(200)
    expect((await s.college.post('certificate/studentCert/verifyBatch', { ids, method: 'issuerList', proof: await proofOf(s.college) })).code).not.toBe(200)
    expect((await s.verify(ids)).data).toEqual({ done: 2 })
    const rows = [await s.cert(ids[0] ?? ''), await s.cert(ids[1] ?? '')]
    for (const row of rows) expect(row).toMatchObject({ verifyState: 'verified', verifyMethod: 'website', verifiedById: s.college.userId, verifyProof: [expect.any(String)] })
    expect(rows[0]?.verifyProof).not.toEqual(rows[1]?.verifyProof)
    expect(rulesOf(await s.verify(ids))).toContain('state')
  })
  it('is for what has been approved; of two who decide at once one finds it decided', async () => {
    const who = await s.pupil()
    const { data } = await s.add(who)
    expect(rulesOf(await s.verify([data.id]))).toContain('state')
    const id = await s.registered(who)
    const reject = () => s.officer.post('certificate/studentCert/rejectBatch', { ids: [id], reason: '官网查不到' })
    const answers = await Promise.all([s.verify([id]), reject()])
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  })
  it('that fails tells the student why and frees the number', async () => {
    const [who, other] = [await s.pupil(), await s.pupil()]
    const certNo = number()
    const id = await s.registered(who, { certNo })
    expect((await s.college.post('certificate/studentCert/rejectBatch', { ids: [id], reason: '官网查不到' })).code).toBe(200)
    await s.server.settle()
    const told = await s.db.query<{ title: string }>(sql`select title from message where recipient_id = ${who.actor.userId} and content like '%官网查不到%'`)
    expect(told).toHaveLength(1)
    expect((await s.add(other, { certNo })).code).toBe(200)
  })
})
describe('50-SK3 evidence', () => {
  it('is the highest valid level of an entry: a higher one takes its place, a lower one adds nothing', async () => {
    const who = await s.pupil()
    await s.verified(who, { level: '四级', issuedOn: daysAgo(300) })
    expect(await stands(who)).toEqual(['大学英语等级考试 四级'])
    const high = await s.verified(who, { level: '六级' })
    expect(await stands(who)).toEqual(['大学英语等级考试 六级'])
    await s.verified(who, { level: '四级', issuedOn: daysAgo(5) })
    await s.verified(who, { catalogId: s.licence, level: null })
    expect(await stands(who)).toEqual(['低压电工作业', '大学英语等级考试 六级'])
    const revoked = await s.officer.post('certificate/studentCert/revoke', { id: high, reason: '发证机构撤销' })
    expect([revoked.code, (await s.cert(high)).verifyState]).toEqual([200, 'revoked'])
    expect(await stands(who)).toEqual(['低压电工作业', '大学英语等级考试 四级'])
  })
  it('50-SK5 is reversed with a revocation, once', async () => {
    const who = await s.pupil()
    const id = await s.verified(who)
    expect(await stands(who)).toHaveLength(1)
    const revoke = () => s.officer.post('certificate/studentCert/revoke', { id, reason: '伪造' })
    const answers = await Promise.all([revoke(), revoke()])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    expect(await stands(who)).toEqual([])
    const all = await s.db.query(sql`select id from evidence where student_id = ${who.id}`)
    expect(all).toHaveLength(2)
  })
})
