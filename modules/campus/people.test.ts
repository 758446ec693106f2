import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/school.ts'
import { idNumber, openPlace, type Place } from './fixture.ts'
import { person } from './model/people.ts'

let p: Place
let officer: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
})
afterAll(() => p.school.close())

describe('staff and human beings', () => {
  const draft = (more: Record<string, unknown> = {}) => ({
    staffNo: `N${Math.random().toString(36).slice(2, 9)}`,
    name: '张伟',
    genderCode: '1',
    idType: '1',
    idNo: idNumber({ male: true }),
    departmentId: p.collegeA,
    staffCategory: 'teacher',
    phone: '13912345678',
    ...more,
  })
  it('takes the birth date from the number, and refuses what contradicts it', async () => {
    const made = await officer.post<{ id: string }>('base/teacher/add', draft({ idNo: '11010519491231002X', genderCode: '2' }))
    expect((await officer.get<{ birthDate: string; idNo: string; phone: string }>('base/teacher/getOne', { id: made.data.id })).data).toMatchObject({
      birthDate: '1949-12-31',
      idNo: '1*****************',
      phone: '139****5678',
    })
    expect((await officer.post('base/teacher/add', draft({ idNo: '110105194912310021' }))).errors[0]?.rule).toBe('campus.teacher.idNoFault')
    expect((await officer.post('base/teacher/add', draft({ birthDate: '1980-01-01' }))).errors[0]?.rule).toBe('campus.teacher.birthDateDiffers')
    expect((await officer.post('base/teacher/add', draft({ genderCode: '2' }))).errors[0]?.rule).toBe('campus.teacher.genderDiffers')
  })
  it('gives two rows of one human being one person', async () => {
    const idNo = idNumber({ male: true })
    await p.db.insert(person, { idType: '1', idNo, name: '张伟' })
    await officer.post('base/teacher/add', draft({ idNo }))
    expect(await p.db.unscoped(person).count({ idNo })).toBe(1)
  })
  it('merges two persons: previews the rows, moves them, keeps the reason', async () => {
    const made = await officer.post<{ id: string }>('base/teacher/add', draft())
    const mergeId = (await officer.get<{ personId: string }>('base/teacher/getOne', { id: made.data.id })).data.personId
    const keepId = (await p.db.insert(person, { idType: 'A', idNo: 'E12345678', name: '张伟' })).id
    await p.school.server.settle()
    const preview = await officer.post<{ rows: Array<{ label: string; count: number }> }>('base/person/previewMerge', { keepId, mergeId })
    expect(preview.data.rows).toContainEqual({ label: '教职工', count: 1 })
    expect((await officer.post('base/person/merge', { keepId, mergeId, reason: '护照和身份证是同一人' })).data).toEqual({
      moved: preview.data.rows.reduce((n, r) => n + r.count, 0),
    })
    expect((await officer.get<{ personId: string }>('base/teacher/getOne', { id: made.data.id })).data.personId).toBe(keepId)
    expect((await officer.post('base/person/merge', { keepId, mergeId: keepId, reason: '自己' })).errors[0]?.rule).toBe('campus.person.sameRow')
    const [entry] = await p.db.query<{ detail: { reason: string } }>(sql`select detail from audit_log where action = 'merge' and biz_id = ${keepId}`)
    expect(entry?.detail.reason).toBe('护照和身份证是同一人')
  })
})
