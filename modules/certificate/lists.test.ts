import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import type { Pupil } from '#modules/standing/testing.ts'
import { today } from '#server/base/today.ts'
import { commit, settled, sheet, upload } from '#testing/roster.ts'
import { certListRow } from './model/cert-list-row.ts'
import { majorCert } from './model/major-cert.ts'
import { studentCert } from './model/student-cert.ts'
import { askMissing, expiring } from './server/jobs.ts'
import { type CertSchool, certSchool, daysAgo, number } from './testing.ts'

let s: CertSchool
beforeAll(async () => {
  s = await certSchool()
})
afterAll(() => s.close())
const HEADERS = ['证书', '证书编号', '姓名', '等级']
async function load(rows: string[][]): Promise<void> {
  const answer = await upload<{ jobId: string }>(s.officer, 'certificate/certListRow/import', await sheet(HEADERS, rows), '名单.xlsx', { mode: 'upsert' })
  const job = await settled(s.officer, answer.data.jobId)
  expect([job.bad, job.errors]).toEqual([0, []])
  expect((await commit(s.officer, job)).state).toBe('done')
}
const outcomeOf = async (certNo: string) => (await s.db.unscoped(certListRow).find({ certNo }))?.outcome
const ENTRY = '大学英语等级考试'
const told = async ({ actor }: Pupil, title: string): Promise<number> => {
  await s.server.settle()
  const rows = await s.db.query(sql`select id from message where tenant_id = ${s.db.me.tenantId} and recipient_id = ${actor.userId} and title like ${`%${title}%`}`)
  return rows.length
}
describe('50-SK2 a list of an issuer', () => {
  it('verifies by number and name, and leaves the rest with reasons', async () => {
    const [a, b, c, d] = [await s.pupil(), await s.pupil(), await s.pupil(), await s.pupil({ name: '艾力·买买提' })]
    const numbers = [number(), number(), number(), number(), number(), number()] as const
    const [fits, otherName, otherLevel, pending, transcribed, stray] = numbers
    const id = await s.registered(a, { certNo: fits })
    const named = await s.registered(b, { certNo: otherName })
    await s.registered(a, { certNo: otherLevel, level: '六级' })
    await s.add(c, { certNo: pending })
    const dotted = await s.registered(d, { certNo: transcribed, holderName: '艾力·买买提' })
    await load([
      [ENTRY, ` ${fits} `, '周雨桐', '四级'],
      [ENTRY, otherName, '张三', '四级'],
      [ENTRY, otherLevel, '周雨桐', '四级'],
      [ENTRY, pending, '周雨桐', ''],
      [ENTRY, transcribed, '艾力 • 买买提', ''],
      [ENTRY, stray, '周雨桐', ''],
    ])
    expect(await Promise.all(numbers.map(outcomeOf))).toEqual(['verified', 'name', 'level', 'pending', 'verified', 'unknown'])
    expect(await s.cert(id)).toMatchObject({ verifyState: 'verified', verifyMethod: 'issuerList', verifiedById: s.officer.userId })
    expect([(await s.cert(named)).verifyState, (await s.cert(dotted)).verifyState]).toEqual(['unverified', 'verified'])
    expect(await told(a, '已核验')).toBe(1)
    const evidence = await s.db.query(sql`select id from evidence where student_id = ${a.id}`)
    expect(evidence).toHaveLength(1)
  })
  it('that is loaded again finds what has been registered since, and verifies nothing twice', async () => {
    const [a, b] = [await s.pupil(), await s.pupil()]
    const [first, later] = [number(), number()]
    await s.registered(a, { certNo: first })
    const rows = [first, later].map(no => [ENTRY, no, '周雨桐', '四级'])
    await load(rows)
    expect([await outcomeOf(first), await outcomeOf(later)]).toEqual(['verified', 'unknown'])
    await s.registered(b, { certNo: later })
    await load(rows)
    expect([await outcomeOf(first), await outcomeOf(later)]).toEqual(['already', 'verified'])
    expect(await told(a, '已核验')).toBe(1)
    expect(await s.db.unscoped(certListRow).count({ certNo: [first, later] })).toBe(2)
  })
})
describe('50-SK6 a certificate that expires', () => {
  it('is reminded of 60 and 7 days before, each once; one that was missed is none', async () => {
    const who = await s.pupil()
    const at = (days: number): number => Date.parse(`${addDays(today(), days)}T08:20:00+08:00`)
    const id = await s.verified(who, { catalogId: s.licence, level: null, expiresOn: addDays(today(), 100) })
    const runs: number[] = []
    for (const days of [39, 40, 41, 92, 93, 94]) runs.push(await expiring(s.db, at(days)))
    expect([runs, (await s.cert(id)).told]).toEqual([[0, 1, 0, 0, 1, 0], '7'])
    expect(await told(who, '天到期')).toBeGreaterThan(0)
    const late = await s.verified(who, { catalogId: s.licence, level: null, expiresOn: addDays(today(), 5) })
    await s.registered(who, { catalogId: s.licence, level: null, expiresOn: addDays(today(), 6) })
    expect([await expiring(s.db), await expiring(s.db), (await s.cert(late)).told]).toEqual([1, 0, '7'])
  })
})
describe('a required certificate', () => {
  it('that is missing in the last year is a to-do until it is held, told once', async () => {
    await s.db.insert(majorCert, { majorId: s.ids.software, catalogId: s.english, relation: 'required', minLevel: '四级' })
    const [last, early] = [await s.pupil({ expectedGraduation: addDays(today(), 200) }), await s.pupil({ expectedGraduation: addDays(today(), 500) })]
    const open = async ({ actor }: Pupil) => (await s.db.query(sql`select id from todo where user_id = ${actor.userId} and biz_type = 'certMissing' and state = 'open'`)).length
    await askMissing(s.db)
    await askMissing(s.db)
    expect([await open(last), await open(early), await told(last, '毕业前要取得'), await told(early, '毕业前要取得')]).toEqual([1, 0, 1, 0])
    await s.verified(last, { issuedOn: daysAgo(20) })
    await askMissing(s.db)
    expect(await open(last)).toBe(0)
  })
  it('is looked at before graduation, and by conditions', async () => {
    const who = await s.pupil()
    const { default: item } = await import('./server/graduation-items.ts')
    const { default: facts } = await import('./server/facts.ts')
    const one = sql`select ${who.id}::uuid as id`
    const judged = async () => s.db.query<{ actual: string }>((await item.judge(s.db, one, today())) ?? sql`select`)
    const known = async () => (await s.db.query((await facts.values(s.db, one, today())) ?? sql`select`))[0]
    expect([await judged(), await known()]).toEqual([[{ id: who.id, pass: false, actual: ENTRY }], { id: who.id, count: 0, lacking: 1 }])
    const id = await s.verified(who, { expiresOn: addDays(today(), 30) })
    expect([await judged(), await known()]).toEqual([[], { id: who.id, count: 1, lacking: 0 }])
    await s.db.updateWhere(studentCert, { id }, { expiresOn: daysAgo(1) })
    expect(await known()).toEqual({ id: who.id, count: 0, lacking: 1 })
  })
})
