import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/school.ts'
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

describe('the family', () => {
  it('is the student’s own to keep, sensitive where it is, and out of other students’ reach', async () => {
    const [mine, other] = [await add(), await add()]
    const self = await selfOf(s, mine.id)
    const made = await self.post<Saved>('base/familyMember/add', {
      studentId: mine.id,
      relation: '51',
      name: '周建国',
      phone: '13700001111',
      isGuardian: true,
      incomeYearly: 6000000,
    })
    expect(made.code).toBe(200)
    expect((await self.post('base/familyMember/add', { studentId: other.id, relation: '52', name: '某人' })).code).toBe(422)
    const seen = await fdy.get<{ result: Array<Record<string, unknown>> }>('base/familyMember/list', { studentId: mine.id })
    expect(seen.data.result[0]).toMatchObject({ phone: '137****1111' })
    expect(seen.data.result[0]).not.toHaveProperty('incomeYearly')
    expect((await self.get<{ incomeYearly: number }>('base/familyMember/getOne', { id: made.data.id })).data.incomeYearly).toBe(6000000)
  })
  it('has schools one after the other', async () => {
    const { id } = await add()
    const school = (from: string, to: string) => officer.post('base/studyExperience/add', { studentId: id, from, to, school: '市一中' })
    expect((await school('2017-09-01', '2020-06-30')).code).toBe(200)
    expect((await school('2020-01-01', '2021-06-30')).errors[0]?.rule).toBe('student.studyExperience.overlap')
    expect((await school('2022-09-01', '2021-06-30')).errors[0]?.rule).toBe('student.studyExperience.spanReversed')
  })
})
