import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { snake } from '#model'
import { baseParams } from '#modules/system/model/params.ts'
import { today } from '#server/base/today.ts'
import type { Actor, Answer } from '#testing/school.ts'
import { COMPLETENESS_FIELDS } from './model/fields.ts'
import { student } from './model/student.ts'
import { moveStatus } from './server/api.ts'
import { addStudent, draftOf, type Saved, type SmallSchool, selfOf, smallSchool } from './testing.ts'

let s: SmallSchool
let officer: Actor
let college: Actor
let fdy: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'], nickName: '李主任' })
  college = await s.as({ roles: ['college'], departmentId: s.ids.info })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
})
afterAll(() => s.close())

const add = async (given: Record<string, unknown> = {}, classId = s.ids.s2301): Promise<Saved> => addStudent(officer, draftOf(classId, given))
const one = async (id: string) => (await officer.get<Record<string, unknown>>('base/student/getOne', { id })).data
const update = (who: Actor, row: Saved, patch: Record<string, unknown>) => who.post<Saved>('base/student/update', { ...row, ...patch })
const rule = (answer: Answer<unknown>): Array<[string | undefined, string]> => answer.errors.map(e => [e.field, e.rule.split('.').at(-1) as string])
const spans = (id: string) => officer.get<Array<Record<string, unknown>>>('base/student/timeline', { id })

describe('adding', () => {
  it('fills what follows from the class: grade, major, department, campus, level, length, expected end, reading of the name', async () => {
    const row = await one((await add()).id)
    expect(row).toMatchObject({
      grade: 2023,
      departmentName: '信息工程学院',
      majorName: '软件技术',
      campusName: '南校区',
      level: '5',
      duration: 3,
      status: 'active',
      fdyName: '林知夏',
    })
    expect(row).toMatchObject({
      expectedGraduation: '2026-07-01',
      namePinyin: 'zhouyutong zyt',
      nationalityCode: '156',
      sourceCantonName: expect.stringContaining('东城区'),
      completeness: 75,
    })
  })
  it('takes grade and major instead of a class, and refuses a place that contradicts itself', async () => {
    const { classId: _class, ...noClass } = draftOf('')
    const made = await officer.post<Saved>('base/student/add', { ...noClass, grade: 2024, majorId: s.ids.software })
    expect(await one(made.data.id)).toMatchObject({ gradeMajorId: s.ids.gm24, classId: null })
    expect(rule(await officer.post('base/student/add', { ...draftOf(''), classId: null }))).toEqual([['classId', 'placeMissing']])
    expect(rule(await officer.post('base/student/add', { ...noClass, grade: 2024, majorId: s.ids.network }))).toContainEqual(['majorId', 'noGradeMajor'])
    expect(rule(await officer.post('base/student/add', draftOf(s.ids.s2301, { gradeMajorId: s.ids.gmNet })))).toEqual([['classId', 'otherMajor']])
    const differs = await officer.post('base/student/add', draftOf(s.ids.s2301, { departmentId: s.ids.art }))
    expect(differs.errors[0]).toMatchObject({ field: 'departmentId', values: { given: '艺术设计学院', expected: '信息工程学院' } })
  })
  it('names every fault of a draft at once: check digit, birth date to come, unknown region, missing starred fields', async () => {
    const { phone: _phone, ...draft } = draftOf(s.ids.s2301, { idNo: '110101200503140001', birthDate: '2031-01-01', sourceCanton: '999999' })
    const refused = await officer.post('base/student/add', draft)
    expect(refused.code).toBe(422)
    expect(rule(refused).map(([, r]) => r)).toEqual(expect.arrayContaining(['idNoCheckDigit', 'birthDateFuture', 'cantonUnknown', 'binds']))
  })
  it('finds one person for one identity number, and refuses a second running record, naming its holder masked', async () => {
    const draft = draftOf(s.ids.s2301)
    const first = await officer.post<Saved>('base/student/add', draft)
    const again = await officer.post('base/student/add', { ...draft, studentNo: 'Z0001' })
    expect(again.errors[0]).toMatchObject({ field: 'idNo', rule: 'student.student.idNoHeld', values: { holder: '周**' } })
    await s.db.tx(db => moveStatus(db, { studentId: first.data.id, to: 'withdrawn', effectiveDate: today() }))
    const second = await officer.post<Saved>('base/student/add', { ...draft, studentNo: 'Z0002' })
    expect(second.code).toBe(200)
    const people = await s.db.query<{ n: number }>(sql`select count(distinct person_id)::int as n from student where id in (${first.data.id}, ${second.data.id})`)
    expect(people[0]?.n).toBe(1)
  })
  it('gives a number once for ever, and lets the index decide between two at the same instant', async () => {
    const draft = draftOf(s.ids.s2301, { studentNo: 'ONCE1' })
    const both = await Promise.all([officer.post('base/student/add', draft), college.post('base/student/add', { ...draft, idNo: draftOf('').idNo })])
    expect(both.map(a => a.code).sort()).toEqual([200, 422])
    const taken = await officer.post('base/student/add', draftOf(s.ids.s2301, { studentNo: 'ONCE1' }))
    expect(taken.errors[0]).toMatchObject({ field: 'studentNo', rule: 'student.student.studentNoTaken' })
  })
  it('stays inside the college for a college manager', async () => {
    expect((await college.post('base/student/add', draftOf(s.ids.a2301))).code).toBe(422)
  })
})

describe('the declaration', () => {
  it('counts completeness by the fields that the column is made of', async () => {
    const [column] = await s.db.query<{ expression: string }>(sql`
      select pg_get_expr(d.adbin, d.adrelid) as expression from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where d.adrelid = 'student'::regclass and a.attname = 'completeness'`)
    for (const name of COMPLETENESS_FIELDS) expect(column?.expression).toContain(snake(name))
    expect(COMPLETENESS_FIELDS).toHaveLength(20)
  })
  it('keeps identity numbers encrypted, with a hash that finds them', async () => {
    const draft = draftOf(s.ids.s2301)
    const { data } = await officer.post<Saved>('base/student/add', draft)
    const [stored] = await s.db.query<{ idNo: string }>(sql`select id_no as "idNo" from student where id = ${data.id}`)
    expect(stored?.idNo).toMatch(/^v1\./)
    const found = await officer.get<{ page: { total: number } }>('base/student/list', { idNo: draft.idNo })
    expect(found.data.page.total).toBe(1)
    expect((await officer.get('base/student/list', { 'idNo.like': '1101' })).code).toBe(400)
  })
})

describe('changing', () => {
  it('30-SR1 status moves by no edit, only by the call of the confirming modules, with row, history and event in one transaction', async () => {
    const row = await add()
    expect(rule(await update(officer, row, { status: 'graduated' }))).toEqual([['status', 'readonly']])
    expect((await officer.post('base/student/add', draftOf(s.ids.s2301, { status: 'graduated' }))).code).toBe(400)
    expect((await officer.post('base/student/batchUpdate', { ids: [row.id], status: 'graduated' })).code).toBe(400)
    await s.db.tx(db => moveStatus(db, { studentId: row.id, to: 'suspended', effectiveDate: '2024-03-01', until: '2025-03-01' }))
    expect(await one(row.id)).toMatchObject({ status: 'suspended', statusUntil: '2025-03-01', isAtSchool: false, hasRecord: true })
    expect((await spans(row.id)).data.map(x => [x.from, x.to, x.status])).toEqual([
      ['2024-03-01', null, 'suspended'],
      ['2023-09-01', '2024-03-01', 'active'],
    ])
    await expect(s.db.tx(db => moveStatus(db, { studentId: row.id, to: 'active', effectiveDate: '2024-01-01' }))).rejects.toThrow('早于上一次变动')
  })
  it('30-SR2 locked fields stay, for officers too, and the refusal says what stands and what was wanted', async () => {
    const row = await add()
    const refused = await update(officer, row, { name: '周雨彤', ethnicityCode: '06', enrolDate: '2023-09-02', idNo: draftOf('').idNo })
    expect(rule(refused).map(([field]) => field)).toEqual(['name', 'idNo', 'ethnicityCode', 'enrolDate'])
    expect(refused.errors[0]?.msg).toContain('周雨桐')
    expect(refused.errors[0]?.msg).toContain('周雨彤')
    expect(refused.errors.find(e => e.field === 'ethnicityCode')?.msg).toContain('汉族')
    expect(refused.errors.find(e => e.field === 'idNo')?.msg).not.toContain((await one(row.id)).birthDate as string)
    expect(rule(await update(officer, row, { majorId: s.ids.network }))).toEqual([['majorId', 'locked']])
    expect((await update(officer, row, { politicalCode: '01', phone: '13900001111' })).code).toBe(200)
  })
  it('corrects the class within the major, keeps its history, and refuses a class of another major or out of reach', async () => {
    const row = await add()
    const moved = await update(officer, row, { classId: s.ids.s2302 })
    expect(await one(row.id)).toMatchObject({ className: '软件2302', fdyName: null })
    expect((await spans(row.id)).data.map(x => [x.className, x.cause])).toEqual([
      ['软件2302', 'classChanged'],
      ['软件2301', 'enrolled'],
    ])
    const refused = await update(officer, moved.data, { classId: s.ids.n2301 })
    expect(refused.errors[0]).toMatchObject({ field: 'classId', rule: 'student.student.otherMajor', values: { className: '网络2301', classMajor: '2023级网络技术' } })
    const own = await add()
    expect(rule(await update(fdy, own, { classId: s.ids.s2302 }))).toEqual([['classId', 'classUnknown']])
  })
  it('refuses to empty what a student on the roll must have', async () => {
    expect(rule(await update(officer, await add(), { phone: null }))).toEqual([['phone', 'binds']])
  })
  it('answers a stale write with 409 and the row as it stands', async () => {
    const row = await add()
    await update(officer, row, { postcode: '100000' })
    const stale = await update(officer, row, { postcode: '200000' })
    expect(stale.code).toBe(409)
    expect(stale.data).toMatchObject({ postcode: '100000' })
  })
  it('10-P8 closes the direct way to one’s own contact data where the school wants an application', async () => {
    const row = await add()
    const self = await selfOf(s, row.id)
    const version = async (approval: boolean) => {
      await s.db.query(sql`insert into base_params (tenant_id, params_id, content, version) select ${s.tenantId}, 'student', ${JSON.stringify({ 'contact.approval': approval })}::jsonb,
        coalesce(max(version), 0) + 1 from base_params where tenant_id = ${s.tenantId} and params_id = 'student'`)
      await s.db.changed(baseParams)
    }
    await version(true)
    expect((await self.post('base/student/updateMine', { version: row.version, phone: '13900004444' })).errors[0]?.rule).toBe('student.student.approval')
    await version(false)
    expect((await self.post('base/student/updateMine', { version: row.version, phone: '13900004444' })).code).toBe(200)
  })
  it('30-SR4 keeps every field change with its source', async () => {
    const row = await add()
    const self = await selfOf(s, row.id)
    await update(officer, row, { postcode: '100000' })
    const mine = await self.post<Saved>('base/student/updateMine', { version: 2, phone: '13900002222', homeAddress: '人民路 1 号' })
    expect(mine.code).toBe(200)
    await officer.post('base/student/batchUpdate', { ids: [row.id], politicalCode: '02' })
    await s.db.tx(db => moveStatus(db, { studentId: row.id, to: 'suspended', effectiveDate: today(), changeId: 'SC-2026-0012' }))
    const { data } = await officer.get<Array<{ source: string; changes: Array<{ field: string }> }>>('base/student/history', { id: row.id })
    expect(data.map(h => h.source)).toEqual(['SC-2026-0012', 'batch', 'self', 'web', 'web'])
    expect(data[2]?.changes.map(c => c.field)).toEqual(expect.arrayContaining(['phone', 'homeAddress']))
  })
})

describe('many at once', () => {
  it('changes all or nobody, names who stopped it, and leaves locked fields out of reach', async () => {
    const rows = [await add(), await add()]
    const ids = rows.map(r => r.id)
    expect((await college.post('base/student/batchUpdate', { ids, politicalCode: '01' })).data).toEqual({ done: 2 })
    const foreign = await add({}, s.ids.a2301)
    const outside = await college.post('base/student/batchUpdate', { ids: [...ids, foreign.id], politicalCode: '03' })
    expect(outside.errors[0]).toMatchObject({ rule: 'student.student.outside', values: { count: 3, missing: 1 } })
    const refused = await officer.post('base/student/batchUpdate', { ids: [...ids, foreign.id], classId: s.ids.s2302 })
    expect(refused.errors[0]?.msg).toContain('视觉设计')
    expect(await one(ids[0] as string)).toMatchObject({ politicalCode: '01', className: '软件2301' })
    expect((await officer.post('base/student/batchUpdate', { ids, name: '张三' })).code).toBe(400)
    expect((await officer.post('base/student/batchUpdate', { ids, politicalCode: '77' })).code).toBe(422)
    expect((await officer.post('base/student/batchUpdate', { ids })).errors[0]?.rule).toBe('student.student.nothing')
  })
})

it('fields that never leave the server stay inside', async () => {
  const row = await one((await add()).id)
  for (const name of ['personId', 'counselledClassId', 'healthCode']) expect(row).not.toHaveProperty(name)
  expect(student.fields.healthCode.options.sensitivity).toBe('S2')
})
describe('10-H8 a student found by the search', () => {
  it('is found by number, name, pinyin and initials, and opened within the own reach only; that is written down', async () => {
    const mine = await add({ studentNo: '2023880001', name: '上官若曦' })
    const other = await add({ studentNo: '2023880002', name: '上官若晨' }, s.ids.a2301)
    const found = async (who: Actor, keyword: string) =>
      (await who.get<{ result: Array<{ id: string }> }>('base/student/list', { keyword, size: 6, sort: '-studentNo' })).data.result.map(r => r.id)
    for (const typed of ['2023880001', '上官若曦', 'sgrx', 'shangguanruoxi']) expect(await found(fdy, typed)).toEqual([mine.id])
    expect(await found(fdy, '上官若晨')).toEqual([])
    expect((await fdy.post('base/student/open', { id: mine.id })).code).toBe(200)
    expect((await fdy.post('base/student/open', { id: other.id })).code).toBe(404)
    const rows = await s.db.query<{ biz_id: string }>(sql`select biz_id from audit_log where action = 'open' and biz_type = 'student' and user_id = ${fdy.userId}`)
    expect(rows.map(r => r.biz_id)).toEqual([mine.id])
  })
})
