import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { setParams } from '#modules/message/testing.ts'
import { studentPhoto } from '#modules/photo/model/photo.ts'
import { face, uploaded } from '#modules/photo/testing.ts'
import { makeRole } from '#modules/system/testing.ts'
import { today } from '#server/base/today.ts'
import { PIXEL, upload } from '#testing/roster.ts'
import { graduationAudit } from '../audit/model/audit.ts'
import { graduationBatch } from '../audit/model/batch.ts'
import { closed, day, endNotices, type GraduationSchool, graduationSchool, ok, type Pupil, rulesOf } from '../testing.ts'
import type { previewNumbers } from './model/actions.ts'
import { graduationCertificate } from './model/certificate.ts'

let s: GraduationSchool
beforeAll(async () => {
  s = await graduationSchool()
  await setParams(s, 'graduation', { schoolCode: '12345' })
})
afterAll(() => s.close())
const PATH = 'graduation/graduationCertificate'
const KEY = 'graduation:graduationCertificate'
const YEAR = today().slice(0, 4)
type Preview = OutputOf<typeof previewNumbers>
const preview = (batchId: string, kind = 'study') => s.officer.get<Preview>(`${PATH}/previewNumbers`, { batchId, kind })
async function run(batchId: string, kind = 'study', more: object = {}) {
  const { data } = await preview(batchId, kind)
  return s.officer.post<{ done: number }>(`${PATH}/number`, { batchId, kind, count: data?.count ?? 1, first: data?.first ?? 'x', ...more })
}
/** A batch whose results are certain: so many graduates, and completed ones. */
async function certain(graduates: number, completed = 0, given: (n: number) => object = () => ({})): Promise<{ batchId: string; pupils: Pupil[] }> {
  const pupils: Pupil[] = []
  for (let n = 0; n < graduates + completed; n++) {
    const pupil = await s.pupil(given(n) as Record<string, unknown>)
    await s.passes(pupil, n < graduates)
    pupils.push(pupil)
  }
  const batchId = await s.published(pupils)
  ok(await s.officer.post('graduation/graduationAudit/decide', { batchId }))
  ok(await s.officer.post('graduation/graduationAudit/approve', { batchId }))
  ok(await s.officer.post('graduation/graduationAudit/publicise', { batchId }))
  await endNotices(s)
  return { batchId, pupils }
}
const of = (batchId: string, more: object = {}) => s.db.unscoped(graduationCertificate).all({ batchId, ...more }, { sort: ['number'] })

describe('30-GR3 the number', () => {
  it('has 18 digits: school, type, year, level, serial; the degree’s has 16', async () => {
    const { batchId, pupils } = await certain(1)
    await s.db.updateWhere(graduationAudit, { batchId }, { degree: true })
    ok(await run(batchId))
    const [row] = await of(batchId)
    expect(row?.number).toMatch(new RegExp(`^123451${YEAR}06\\d{6}$`))
    expect(rulesOf(await preview(batchId, 'degree'))).toEqual(['levelCode'])
    await setParams(s, 'graduation', { degreeLevels: '1:2,2:3,4:4,5:4' })
    ok(await run(batchId, 'degree'))
    expect((await of(batchId, { kind: 'degree' }))[0]?.number).toMatch(new RegExp(`^123454${YEAR}\\d{6}$`))
    const { data } = await s.officer.get<{ result: Array<{ certNo: string }> }>('graduation/graduationAudit/list', { batchId, studentId: pupils[0]?.id })
    expect(data.result[0]?.certNo).toBe(row?.number)
  })
  it('follows the school’s pattern, and is refused without school code or code of the level', async () => {
    const { batchId } = await certain(1)
    await setParams(s, 'graduation', { schoolCode: '' })
    expect(rulesOf(await preview(batchId))).toEqual(['schoolCode'])
    await setParams(s, 'graduation', { schoolCode: '12345', certLevels: '4:05' })
    expect(rulesOf(await preview(batchId))).toEqual(['levelCode'])
    await setParams(s, 'graduation', { certLevels: '5:06', certPattern: 'BY{year}' })
    expect(rulesOf(await preview(batchId))).toEqual(['noSerial'])
    await setParams(s, 'graduation', { certPattern: 'BY{year}-{serial}' })
    expect((await preview(batchId)).data.first).toBe(`BY${YEAR}-000001`)
    await setParams(s, 'graduation', { certPattern: '{school}{type}{year}{level}{serial}' })
  })
})
describe('30-GR4 serials', () => {
  it('run without gaps by department, major and student number, as previewed', async () => {
    const classes = [s.ids.a2301, s.ids.s2301, s.ids.n2301, s.ids.n2301]
    const { batchId, pupils } = await certain(4, 0, n => ({ classId: classes[n], studentNo: `23GR${90 - n}` }))
    const { data } = await preview(batchId)
    ok(await run(batchId))
    const rows = await of(batchId)
    expect(rows.map(r => r.number)).toEqual(data.lines.map(l => l?.number))
    expect(rows.map(r => r.majorId)).toEqual([s.ids.network, s.ids.network, s.ids.software, s.ids.design])
    expect(rows.map(r => r.studentId)).toEqual(pupils.map(p => p.id).reverse()) // the last one entered has the lowest number
    expect(rows.map(r => r.serial - (rows[0]?.serial ?? 0))).toEqual([0, 1, 2, 3])
    expect(rulesOf(await preview(batchId))).toEqual(['nobody'])
  })
  it('of two runs together go to one: the other is refused, and nothing is doubled or left out', async () => {
    const { batchId } = await certain(6)
    const { data } = await preview(batchId)
    const input = { batchId, kind: 'study', count: data.count, first: data.first }
    const answers = await Promise.all([1, 2, 3].map(() => s.officer.post(`${PATH}/number`, input)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
    for (const refused of answers.filter(a => a.code !== 200)) expect(['running', 'nobody', 'stale']).toContain(rulesOf(refused)[0])
    const serials = (await of(batchId)).map(r => r.serial)
    expect(serials).toEqual(Array.from({ length: 6 }, (_, n) => (serials[0] ?? 0) + n))
  })
  it('are refused where the list is another one than previewed; nothing is used up', async () => {
    const { batchId } = await certain(2)
    const { data } = await preview(batchId)
    expect(rulesOf(await run(batchId, 'study', { count: 3 }))).toEqual(['stale'])
    expect((await preview(batchId)).data.first).toBe(data.first)
  })
  it('are never used again once void, and keep the reason', async () => {
    const { batchId } = await certain(1)
    ok(await run(batchId))
    const [old] = await of(batchId)
    ok(await s.officer.post(`${PATH}/voidNumber`, { id: old?.id, reason: '姓名印错' }))
    expect(rulesOf(await s.officer.post(`${PATH}/voidNumber`, { id: old?.id, reason: '再来' }))).toEqual(['state'])
    ok(await run(batchId))
    const rows = await of(batchId)
    expect(rows.map(r => [r.state, r.voidReason])).toEqual([
      ['void', '姓名印错'],
      ['valid', null],
    ])
    expect(rows[1]?.serial).toBe((old?.serial ?? 0) + 1)
  })
  it('are not given to a result that is not certain, nor before the approval', async () => {
    const { batchId, pupils } = await certain(1)
    const open = await s.pupil()
    await s.passes(open, true)
    const other = await s.published([open])
    const { id } = await s.audit(other, open)
    expect(rulesOf(await s.officer.get(`${PATH}/previewNumbers`, { batchId: other, kind: 'study', auditIds: id }))).toEqual(['unapproved'])
    await s.db.update(graduationBatch, batchId, { certDate: day(-1) })
    expect(rulesOf(await preview(batchId))).toEqual(['early'])
    expect(pupils).toHaveLength(1)
  })
})
describe('30-GR6 papers', () => {
  it('are handed out once, by scan and signature, and printed once', async () => {
    const { batchId, pupils } = await certain(1)
    ok(await run(batchId))
    const { studentNo } = await s.record((pupils[0] as Pupil).id)
    const [row] = await of(batchId)
    const picture = await upload<{ fileId: string }>(s.college, 'oss/oss/endpoint/put-file', PIXEL, '签名.png')
    const give = () => s.college.post<{ numbers: string[] }>(`${PATH}/handOut`, { batchId, studentNo, signature: [picture.data.fileId] })
    const answers = await Promise.all([give(), give()])
    expect(answers.map(a => rulesOf(a).join()).sort()).toEqual(['', 'nothing'])
    expect(await s.db.unscoped(graduationCertificate).one(row?.id ?? '')).toMatchObject({ receiver: '周雨桐', signature: [picture.data.fileId] })
    const print = () => s.officer.post('sheet/print/issue', { code: 'graduationCertificate', ids: [row?.id] })
    expect((await print()).status).toBe(200)
    expect((await print()).errors.map(e => e.rule)).toEqual(['print.once'])
  })
  it('a lost one is proved by a paper with its own number', async () => {
    const { batchId, pupils } = await certain(1)
    ok(await run(batchId))
    const [row] = await of(batchId)
    const prove = (id = row?.id) => s.officer.post<{ number: string }>(`${PATH}/prove`, { id })
    expect(rulesOf(await prove())).toEqual(['notIssued'])
    ok(await s.officer.post(`${PATH}/handOut`, { batchId, studentNo: (await s.record((pupils[0] as Pupil).id)).studentNo }))
    expect(ok(await prove()).number).toMatch(new RegExp(`^12345证${YEAR}\\d{6}$`))
    expect((await prove()).code).not.toBe(200)
    const [proof] = await of(batchId, { kind: 'proof' })
    expect([proof?.ofId, rulesOf(await prove(proof?.id))]).toEqual([row?.id, ['proofOf']])
    expect((await s.db.unscoped(graduationCertificate).one(row?.id ?? '')).state).toBe('valid')
  })
})
it('30-PH4 the graduation photo of whoever has the certificate in hand is locked', async () => {
  const { batchId, pupils } = await certain(2)
  ok(await run(batchId))
  const [held, waiting] = pupils as [Pupil, Pupil]
  const put = async ({ id }: Pupil) =>
    s.officer.post<{ id: string }>('photo/studentPhoto/put', { studentId: id, kind: 'graduation', source: 'school', fileId: await uploaded(s.officer, await face(), 'a.jpg') })
  const [photo, other] = [ok(await put(held)).id, ok(await put(waiting)).id]
  ok(await s.college.post(`${PATH}/handOut`, { batchId, studentNo: (await s.record(held.id)).studentNo }))
  expect(rulesOf(await put(held))).toEqual(['locked'])
  expect([(await s.db.unscoped(studentPhoto).one(photo)).state, (await s.db.unscoped(studentPhoto).one(other)).state]).toEqual(['locked', 'accepted'])
})
describe('30-GR5 whoever only completed', () => {
  it('turns graduate within the years, with a new certificate of that day', async () => {
    const { batchId, pupils } = await certain(0, 1)
    ok(await run(batchId))
    const [old] = await of(batchId)
    expect(old?.kind).toBe('completion')
    const convert = (date: string) => s.officer.post<{ number: string }>(`${PATH}/convert`, { id: old?.id, date, reason: '补考合格' })
    expect(rulesOf(await convert(today()))).toEqual(['notClosed'])
    ok(await s.officer.post('graduation/graduationBatch/closeStudies', { id: batchId }))
    await closed(s, batchId)
    expect((await s.record((pupils[0] as Pupil).id)).status).toBe('completed')
    expect(rulesOf(await convert(day(800)))).toEqual(['over'])
    expect(rulesOf(await convert(day(1)))).toEqual(['date'])
    ok(await convert(today()))
    expect((await of(batchId)).map(r => [r.kind, r.state])).toEqual([
      ['completion', 'void'],
      ['graduation', 'valid'],
    ])
    expect((await s.record((pupils[0] as Pupil).id)).status).toBe('graduated')
    expect(await s.audit(batchId, pupils[0] as Pupil)).toMatchObject({ result: 'graduate', convertedOn: today() })
  })
})
it('30-GR the register of certificates has a line for each that holds, with its conclusion', async () => {
  const { batchId } = await certain(2, 1)
  ok(await run(batchId))
  const [first] = await of(batchId)
  ok(await s.officer.post(`${PATH}/voidNumber`, { id: first?.id, reason: '印错' }))
  const keys = ['exchange:exportProfile:add', 'exchange:exportProfile:make', 'student:student:export', 'student:student:reveal', `${KEY}:list`, `${KEY}:export`]
  await makeRole(s, 'registrar', keys)
  const registrar = await s.as({ roles: ['registrar'] })
  const columns = ['number', 'idNo', 'result'].map(field => ({ title: field, source: 'field', field }))
  const profile = await registrar.post<{ id: string }>('exchange/exportProfile/add', {
    ...{ code: 'chsi', name: '学历注册', target: 'custom', dataset: 'graduationRegister', format: 'csv', columns, validFrom: '2020-01-01' },
  })
  const made = await registrar.post('exchange/exportProfile/make', { profileId: ok(profile).id, filter: { batchId } })
  const lines = made.raw
    .toString()
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.split(','))
  expect(lines.map(([number, , result]) => [number, result])).toEqual((await of(batchId, { state: 'valid' })).map(r => [r.number, r.kind === 'graduation' ? '毕业' : '结业']))
  expect(lines.every(([, idNo]) => /^\d{17}[\dX]$/.test(idNo ?? ''))).toBe(true)
})
