import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draftOf } from '#modules/student/testing.ts'
import { type FeeSchool, feeSchool } from '../testing.ts'

let s: FeeSchool
let lines: Record<'a' | 'b', string>
beforeAll(async () => {
  s = await feeSchool()
  const officer = await s.as({ roles: ['officer'] })
  const { id } = (await officer.post<{ id: string }>('base/student/add', draftOf(s.ids.s2302, { name: '沈洲' }))).data
  lines = { a: await s.line(100_00), b: await s.line(200_00, { payer: { type: 'student', id, name: '沈洲' } }) }
  await s.line(300_00, { payer: { type: 'external', id, name: '校外单位' } })
})
afterAll(() => s.close())
const found = async (query: Record<string, unknown>, by = s.finance) => {
  const { code, data } = await by.get<{ result: Array<{ id: string }> }>('fee/billLine/list', query)
  return code === 200 ? data.result.map(r => r.id).sort() : code
}
const sorted = (...ids: string[]) => ids.sort()

describe('40 §1 the ledger of bills is filtered by where the payer studies', () => {
  it('by class, college and grade of the student, together with what is owed', async () => {
    expect(await found({ 'filters.studentId.classId': s.ids.s2301 })).toEqual([lines.a])
    expect(await found({ 'filters.studentId.classId.in': `${s.ids.s2301},${s.ids.s2302}` })).toEqual(sorted(lines.a, lines.b))
    const [one] = await s.db.query<{ departmentId: string; grade: number }>(sql`select department_id as "departmentId", grade from student where id = ${s.payer.id}`)
    expect(await found({ 'filters.studentId.departmentId': one?.departmentId, 'filters.owed.le': 150_00 })).toEqual([lines.a])
    expect(await found({ 'filters.studentId.grade.ge': one?.grade, 'filters.studentId.grade.le': one?.grade })).toEqual(sorted(lines.a, lines.b))
    expect(await found({ 'filters.studentId.grade.ge': (one?.grade ?? 0) + 1 })).toEqual([])
  })
  it('attack: by nothing else of the student, and within the reader’s scope', async () => {
    for (const key of ['studentId.idNumber', 'studentId.name', 'studentId.politicalCode', 'studentId.classId.like', 'studentId.classId.majorId', 'itemId.name'])
      expect([key, await found({ [`filters.${key}`]: s.ids.s2301 })]).toEqual([key, 400])
    expect(await found({ 'filters.studentId.grade': 'x' })).toBe(400)
    const college = await s.as({ roles: ['college'], userType: 2 })
    expect(await found({ 'filters.studentId.classId': s.ids.s2301 }, college)).toEqual([])
  })
})
