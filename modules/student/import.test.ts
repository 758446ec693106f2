import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { moveStatus } from './server/api.ts'
import { citizenNo, draftOf, type SmallSchool, smallSchool } from './testing.ts'

const HEADER = ['学号', '姓名', '性别', '证件号', '出生日期', '民族', '生源地', '班级', '学生类别', '入学方式', '入学日期', '手机号', '紧急联系人', '紧急联系电话']
let s: SmallSchool
let officer: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'] })
})
afterAll(() => s.close())

let serial = 0
/** A line of a roster; `given` by header. */
function line(given: Readonly<Record<string, string>> = {}): Record<string, string> {
  const n = ++serial
  return {
    学号: `R${String(n).padStart(5, '0')}`,
    姓名: '陈思远',
    性别: '男',
    证件号: citizenNo(`52010220040615${String(n * 2 + 1).padStart(3, '0')}`),
    出生日期: '2004-06-15',
    民族: '苗族',
    生源地: '520102',
    班级: '软件2301',
    学生类别: '普通专科生',
    入学方式: '普通入学',
    入学日期: '2023-09-01',
    手机号: '15912346630',
    紧急联系人: '陈父',
    紧急联系电话: '15900001111',
    ...given,
  }
}
async function send(who: Actor, lines: ReadonlyArray<Record<string, string>>, header: readonly string[] = HEADER, mode = 'upsert'): Promise<Job> {
  const file = await sheet(
    header,
    lines.map(l => header.map(h => l[h] ?? '')),
  )
  const answer = await upload<{ jobId: string }>(who, 'base/student/import', file, '名册.xlsx', { mode })
  expect(answer.msg).toBe('成功')
  return settled(who, answer.data.jobId)
}
const faults = (job: Job): Array<[number, string | null, string]> => job.errors.map(e => [e.row, e.field, e.rule.split('.').at(-1) as string])
const byNo = async (studentNo: string) =>
  (await officer.get<{ result: Array<Record<string, unknown> & { id: string; version: number }> }>('base/student/list', { studentNo })).data.result[0]
const count = async (): Promise<number> => (await s.db.query<{ n: number }>(sql`select count(*)::int as n from student`))[0]?.n ?? 0

describe('a roster', () => {
  it('takes sex and day of birth from the citizen’s number where the sheet leaves them out, of new students alone', async () => {
    const header = HEADER.filter(h => h !== '性别' && h !== '出生日期')
    const [a, b] = [line(), line({ 性别: '', 出生日期: '' })]
    expect((await commit(officer, await send(officer, [a], header))).state).toBe('done')
    expect((await commit(officer, await send(officer, [b]))).state).toBe('done')
    for (const { 学号: no = '' } of [a, b]) expect(await byNo(no)).toMatchObject({ genderCode: '1', birthDate: '2004-06-15' })
    await s.db.query(sql`update student set birth_date = '2004-07-01' where student_no = ${a.学号 ?? ''}`)
    expect((await commit(officer, await send(officer, [{ ...a, 手机号: '15912340000' }], header))).state).toBe('done')
    expect(await byNo(a.学号 ?? '')).toMatchObject({ birthDate: '2004-07-01' })
    const passport = await send(officer, [line({ 证件类型: '护照', 证件号: 'E12345678' })], [...header, '证件类型'])
    expect(faults(passport).map(([, field]) => field)).toContain('genderCode')
  })
  it('adds students with everything that follows from the class, their person and their history', async () => {
    const lines = [line(), line({ 姓名: '阿依古丽·买买提', 性别: '女', 民族: '维吾尔族' })]
    const job = await send(officer, lines)
    expect(job).toMatchObject({ state: 'ready', toAdd: 2, bad: 0 })
    expect(await byNo(lines[0]?.学号 ?? '')).toBeUndefined()
    expect((await commit(officer, job)).state).toBe('done')
    const row = await byNo(lines[1]?.学号 ?? '')
    expect(row).toMatchObject({
      name: '阿依古丽·买买提',
      status: 'active',
      majorName: '软件技术',
      departmentName: '信息工程学院',
      campusName: '南校区',
      grade: 2023,
      level: '5',
      duration: 3,
      expectedGraduation: '2026-07-01',
    })
    expect(row?.namePinyin).toMatch(/^ayiguli/)
    const timeline = await officer.get<Array<Record<string, unknown>>>('base/student/timeline', { id: row?.id })
    expect(timeline.data).toMatchObject([{ from: '2023-09-01', to: null, status: 'active', className: '软件2301', cause: 'enrolled' }])
    const history = await officer.get<Array<{ source: string }>>('base/student/history', { id: row?.id })
    expect(history.data.map(h => h.source)).toEqual(['import'])
    const people = await s.db.query<{ n: number }>(sql`select count(distinct person_id)::int as n from student where student_no = any(${lines.map(l => l.学号 ?? '')})`)
    expect(people[0]?.n).toBe(2)
  })
  it('30-SR1 30-SR2 refuses the status column, and locked values that differ, with what stands and what was wanted', async () => {
    const file = await sheet([...HEADER, '学籍状态'], [[...HEADER.map(h => line()[h] ?? ''), '毕业']])
    const answer = await upload<{ jobId: string }>(officer, 'base/student/import', file, '名册.xlsx')
    const job = answer.code === 200 ? await settled(officer, answer.data.jobId) : undefined
    expect(JSON.stringify(job?.message ?? answer.errors)).toContain('学籍状态')
    const known = line()
    await commit(officer, await send(officer, [known]))
    const changed = await send(officer, [{ ...known, 姓名: '陈思源', 民族: '汉族', 手机号: '15900009999' }])
    expect(faults(changed)).toEqual([
      [2, 'name', 'locked'],
      [2, 'ethnicityCode', 'locked'],
    ])
    expect(changed.errors[1]?.msg).toContain('苗族')
    expect(changed.errors[1]?.msg).toContain('汉族')
    expect((await byNo(known.学号 ?? ''))?.phone).toBe('159****6630')
  })
  it('30-SR4 updates only the columns present, keeps the history, and the same file twice changes nothing', async () => {
    const known = [line(), line()]
    await commit(officer, await send(officer, known))
    const before = await count()
    const header = ['学号', '班级', '手机号']
    const moved = known.map(l => ({ ...l, 班级: '软件2302', 手机号: '15900008888' }))
    const job = await commit(officer, await send(officer, moved, header))
    expect(job).toMatchObject({ state: 'done', toAdd: 0, toChange: 2 })
    const row = await byNo(known[0]?.学号 ?? '')
    expect(row).toMatchObject({ className: '软件2302', name: '陈思远', ethnicityCode: '06' })
    const timeline = await officer.get<Array<Record<string, unknown>>>('base/student/timeline', { id: row?.id })
    expect(timeline.data.map(x => [x.className, x.cause])).toEqual([
      ['软件2302', 'classChanged'],
      ['软件2301', 'enrolled'],
    ])
    expect(await send(officer, moved, header)).toMatchObject({ state: 'ready', toAdd: 0, toChange: 0, unchanged: 2 })
    expect(await count()).toBe(before)
  })
  it('finds old students by identity number where the line has no student number', async () => {
    const known = line()
    await commit(officer, await send(officer, [known]))
    const job = await commit(officer, await send(officer, [{ ...known, 学号: '', 手机号: '15900007777' }], ['学号', '证件号', '手机号']))
    expect(job).toMatchObject({ state: 'done', toAdd: 0, toChange: 1 })
  })
  it('places students by grade and major where there is no class yet', async () => {
    const one = line({ 年级: '2024', 专业: '软件技术' })
    const header = [...HEADER.filter(h => h !== '班级'), '年级', '专业']
    expect((await commit(officer, await send(officer, [one], header))).state).toBe('done')
    expect(await byNo(one.学号 ?? '')).toMatchObject({ gradeMajorName: '2024级软件技术', classId: null, expectedGraduation: '2026-07-01' })
  })
  it('writes nothing when lines are wrong, and says of each which rule and which values', async () => {
    const before = await count()
    const twice = line()
    const job = await send(officer, [
      line({ 证件号: '520102200406150010' }),
      line({ 出生日期: '2031-01-01' }),
      line({ 班级: '软件9999' }),
      line({ 生源地: '999999' }),
      line({ 手机号: '' }),
      twice,
      { ...twice, 学号: 'R99999' },
      line({ 性别: '男人' }),
    ])
    expect(job).toMatchObject({ state: 'invalid', bad: 7 })
    expect(faults(job)).toEqual(
      expect.arrayContaining([
        [2, 'idNo', 'idNoCheckDigit'],
        [3, 'birthDate', 'birthDateFuture'],
        [4, 'classId', 'refMissing'],
        [5, 'sourceCanton', 'cantonUnknown'],
        [6, 'phone', 'binds'],
        [8, 'idNo', 'idNoTwice'],
        [9, 'genderCode', 'choice'],
      ]),
    )
    expect(await count()).toBe(before)
  })
  it('refuses a class of another major, a number that is held, and rows outside the college', async () => {
    const known = line()
    await commit(officer, await send(officer, [known]))
    expect(faults(await send(officer, [{ ...known, 班级: '网络2301' }], ['学号', '班级']))).toEqual([[2, 'classId', 'otherMajor']])
    const held = await send(officer, [line({ 证件号: known.证件号 ?? '' })])
    expect(held.errors[0]).toMatchObject({ field: 'idNo', msg: expect.stringContaining('陈**') })
    const college = await s.as({ roles: ['college'], departmentId: s.ids.art })
    expect(faults(await send(college, [line()]))).toEqual([[2, null, 'outOfScope']])
    const elsewhere = await send(college, [line({ 证件号: known.证件号 ?? '', 班级: '视觉2301' })])
    expect([faults(elsewhere), JSON.stringify(elsewhere.errors)]).toEqual([[[2, 'idNo', 'idNoUsed']], expect.not.stringMatching(/陈\*\*|R\d{5}/)])
  })
  it('leaves ended students’ identity free for a new record', async () => {
    const known = line()
    await commit(officer, await send(officer, [known]))
    const row = await byNo(known.学号 ?? '')
    await s.db.tx(db => moveStatus(db, { studentId: row?.id ?? '', to: 'graduated', effectiveDate: '2026-07-01' }))
    expect((await commit(officer, await send(officer, [{ ...known, 学号: 'R2SECOND' }]))).state).toBe('done')
  })
})

describe('an export', () => {
  it('30-SR acceptance: a counsellor gets exactly the own classes’ rows, personal values masked', async () => {
    await officer.post('base/student/add', draftOf(s.ids.n2301))
    const fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
    const mine = (await fdy.get<{ page: { total: number } }>('base/student/list')).data.page.total
    const answer = await fdy.post('base/student/export', {
      fileName: '学生名单',
      params: {},
      header: { studentNo: '学号', name: '姓名', className: '班级', phone: '手机号', idNo: '证件号' },
    })
    expect(answer.headers['content-type']).toContain('sheet')
    expect(Number(answer.headers['x-export-rows'])).toBe(mine)
    const texts = await textsOf(answer.raw)
    expect(texts.filter(t => /^(软件|网络|视觉)\d{4}$/.test(t)).every(t => t === '软件2301')).toBe(true)
    expect(texts.some(t => /^1\d{10}$/.test(t) || /^\d{17}[\dX]$/.test(t))).toBe(false)
    expect(texts.some(t => /^1\d{2}\*{4}\d{4}$/.test(t))).toBe(true)
    expect((await fdy.post('base/student/export', { fileName: 'x', params: {}, header: { idNo: '证件号' }, plain: true, reason: '核对' })).code).toBe(403)
  })
})
/** All texts of an .xlsx, read with the product's own reader. */
async function textsOf(file: Buffer): Promise<string[]> {
  const { mkdtempSync, writeFileSync } = await import('node:fs')
  const { join } = await import('node:path')
  const { tmpdir } = await import('node:os')
  const { openWorkbook } = await import('#server/spreadsheets/read.ts')
  const path = join(mkdtempSync(join(tmpdir(), 'qinglan-export-')), 'a.xlsx')
  writeFileSync(path, file)
  const book = await openWorkbook(path, 'a.xlsx')
  const texts: string[] = []
  for await (const row of book.rows(book.sheets[0] as never))
    texts.push(
      ...(JSON.stringify(row)
        .match(/"(?:[^"\\]|\\.)*"/g)
        ?.map(t => JSON.parse(t) as string) ?? []),
    )
  book.close()
  return texts
}
