import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { moveStatus } from './server/api.ts'
import { addStudent, draftOf, type Saved, type SmallSchool, selfOf, smallSchool } from './testing.ts'

let s: SmallSchool
let officer: Actor
let fdy: Actor
beforeAll(async () => {
  s = await smallSchool()
  officer = await s.as({ roles: ['officer'], nickName: '李主任' })
  fdy = await s.as({ roles: ['fdy'], teacherId: s.ids.lin })
})
afterAll(() => s.close())
const add = (given: Record<string, unknown> = {}) => addStudent(officer, draftOf(s.ids.s2301, given))
const one = async (id: string) => (await officer.get<Record<string, unknown>>('base/student/getOne', { id })).data
const update = (who: Actor, row: Saved, patch: Record<string, unknown>) => who.post<Saved>('base/student/update', { ...row, ...patch })
const spans = (id: string) => officer.get<Array<Record<string, unknown>>>('base/student/timeline', { id })

describe('ended students', () => {
  it('30-SR3 leave counsellor lists and selects at once and stay searchable for the officer', async () => {
    const row = await add({ name: '许沐阳' })
    const inList = async (who: Actor) => (await who.get<{ page: { total: number } }>('base/student/list', { id: row.id })).data.page.total
    const inSelect = async () => (await fdy.get<Array<{ id: string }>>('base/student/classStudent', { classId: s.ids.s2301 })).data.some(x => x.id === row.id)
    expect([await inList(fdy), await inSelect()]).toEqual([1, true])
    await s.db.tx(db => moveStatus(db, { studentId: row.id, to: 'withdrawn', effectiveDate: today() }))
    expect([await inList(fdy), await inSelect()]).toEqual([0, false])
    expect((await fdy.get('base/student/getOne', { id: row.id })).code).toBe(404)
    expect(await inList(officer)).toBe(1)
    expect((await officer.get<{ page: { total: number } }>('base/student/list', { keyword: 'xumuyang' })).data.page.total).toBe(1)
    const self = await selfOf(s, row.id)
    expect((await self.post('base/student/updateMine', { version: 2, phone: '13900003333' })).errors[0]?.rule).toBe('student.student.ended')
  })
})

describe('admitted students', () => {
  it('30-SR5 need only what the roll of admissions has; the same row comes onto the school roll and re-keys nothing', async () => {
    const { studentNo: _no, phone: _phone, emergencyName: _name, emergencyPhone: _ephone, category: _category, ...admitted } = draftOf(s.ids.s2401)
    const made = await officer.post<Saved>('base/student/preEnrol', admitted)
    expect(made.code).toBe(200)
    expect(await one(made.data.id)).toMatchObject({ status: 'preEnrolled', hasRecord: false, studentNo: null })
    const early = await officer.post('base/student/enrol', { ids: [made.data.id] })
    expect(early.errors[0]).toMatchObject({ rule: 'student.student.incomplete', values: { missing: expect.stringContaining('学号') } })
    const fixed = await update(officer, made.data, {
      name: '改过的名字',
      studentNo: 'N24001',
      phone: '13800001234',
      emergencyName: '父',
      emergencyPhone: '13800005678',
      category: '411',
    })
    expect(fixed.code).toBe(200)
    expect((await officer.post('base/student/enrol', { ids: [made.data.id] })).data).toEqual({ done: 1 })
    expect(await one(made.data.id)).toMatchObject({ id: made.data.id, status: 'active', name: '改过的名字' })
    expect((await officer.post('base/student/enrol', { ids: [made.data.id] })).errors[0]?.rule).toBe('student.student.notWaiting')
    expect((await spans(made.data.id)).data).toHaveLength(1)
  })
  it('may be removed with what hangs on them; enrolled ones only on the day they were entered', async () => {
    const { studentNo: _no, ...admitted } = draftOf(s.ids.s2401)
    const made = await officer.post<Saved>('base/student/preEnrol', admitted)
    expect((await officer.post('base/student/remove', { ids: made.data.id })).data).toEqual({ done: 1, failed: [] })
    const row = await add()
    await s.db.query(sql`update student set created_at = now() - interval '3 days' where id = ${row.id}`)
    const refused = await officer.post<{ failed: Array<{ msg: string }> }>('base/student/remove', { ids: row.id })
    expect(refused.data.failed[0]?.msg).toContain('请办理学籍异动')
  })
})
