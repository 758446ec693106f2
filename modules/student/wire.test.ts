import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#testing/school.ts'
import { stuInfo } from './model/wire.ts'
import { draftOf, type SmallSchool, selfOf, smallSchool } from './testing.ts'

type Item = Record<string, unknown> & { id: string; xh: string }
let s: SmallSchool
let readers: Record<'officer' | 'college' | 'fdy' | 'bzr' | 'student' | 'teacher' | 'nobody', Actor>
/** Own class of 林, another class of the college, another college. */
let ids: Record<'mine' | 'near' | 'far', string>
let firstNo: string
beforeAll(async () => {
  s = await smallSchool()
  const officer = await s.as({ roles: ['officer'] })
  const add = async (classId: string): Promise<string> => (await officer.post<{ id: string }>('base/student/add', draftOf(classId))).data.id
  ids = { mine: await add(s.ids.s2301), near: await add(s.ids.n2301), far: await add(s.ids.a2301) }
  firstNo = (await officer.get<{ studentNo: string }>('base/student/getOne', { id: ids.mine })).data.studentNo
  readers = {
    officer,
    college: await s.as({ roles: ['college'], departmentId: s.ids.info }),
    fdy: await s.as({ roles: ['fdy'], teacherId: s.ids.lin }),
    bzr: await s.as({ roles: ['bzr'], teacherId: s.ids.he }),
    student: await selfOf(s, ids.mine),
    teacher: await s.as({ roles: ['teacher'] }),
    nobody: await s.as(),
  }
})
afterAll(() => s.close())

/** Visible students by user. */
const REACH = {
  officer: ['mine', 'near', 'far'],
  college: ['mine', 'near'],
  fdy: ['mine'],
  bzr: [],
  student: ['mine'],
  teacher: [],
  nobody: [],
} as const
const names = (found: readonly string[]): string[] => Object.entries(ids).flatMap(([name, id]) => (found.includes(id) ? [name] : []))

describe.each(Object.entries(REACH))('10-U4 rows that %s reaches', (role, reach) => {
  const who = (): Actor => readers[role as keyof typeof REACH]
  const select = async (path: string, query = {}): Promise<string[]> => (await who().get<Item[]>(`base/${path}`, query)).data.map(x => x.id)
  it('are the same in every select', async () => {
    expect(names(await select('baseStudentInfo/getSelect'))).toEqual(reach)
    expect(names(await select('baseStudentInfo/getSelect', { departmentId: s.ids.art }))).toEqual(reach.filter(x => x === 'far'))
    const byClass = await Promise.all([s.ids.s2301, s.ids.n2301, s.ids.a2301].map(classId => select('student/classStudent', { classId })))
    expect(names(byClass.flat())).toEqual(reach)
    expect(names(await select('student/fdyStudent', { fdyId: s.ids.lin }))).toEqual(reach.filter(x => x === 'mine'))
  })
  it('are the same in list, single read, history, timeline and reveal; a foreign id answers 404', async () => {
    const list = await who().get<{ result: Item[] }>('base/student/list')
    const mayList = !['teacher', 'nobody'].includes(role)
    expect(list.code).toBe(mayList ? 200 : 403)
    if (!mayList) return
    expect(names(list.data.result.map(r => r.id))).toEqual(reach)
    for (const [name, id] of Object.entries(ids)) {
      const expected = (reach as readonly string[]).includes(name) ? 200 : 404
      const codes = await Promise.all(['getOne', 'history', 'timeline'].map(async verb => (await who().get(`base/student/${verb}`, { id })).code))
      expect([name, codes]).toEqual([name, [expected, expected, expected]])
    }
  })
  it('are the same in getStuInfo by account', async () => {
    for (const [name, id] of Object.entries(ids)) {
      const account = (await readers.officer.get<Item[]>('base/baseStudentInfo/getSelect')).data.find(x => x.id === id)?.userId
      const answer = await who().get('base/baseStudentInfo/getStuInfo', { userId: account ?? id })
      expect([name, answer.code]).toEqual([name, (reach as readonly string[]).includes(name) ? 200 : 404])
    }
  })
})

describe('the customer’s reads', () => {
  it('answer exactly their fields', async () => {
    const { data } = await readers.officer.get<Item[]>('base/student/classStudent', { classId: s.ids.s2301 })
    expect(Object.keys(data[0] as Item).sort()).toEqual(['classId', 'className', 'genderCode', 'grade', 'id', 'label', 'name', 'status', 'userId', 'value', 'xh'])
    expect(data[0]).toMatchObject({ value: data[0]?.id, label: data[0]?.name, className: '软件2301' })
    expect(data[0]?.userId).toBe(readers.student.userId)
  })
  it('describe one student with staff and masked personal columns, without an account the caller', async () => {
    const { data } = await readers.student.get<Record<string, unknown>>('base/baseStudentInfo/getStuInfo')
    expect(Object.keys(data).sort()).toEqual(Object.keys(stuInfo.output).sort())
    expect(data).toMatchObject({
      userId: readers.student.userId,
      xh: firstNo,
      className: '软件2301',
      fdyName: '林知夏',
      phone: '138****2071',
      idNo: expect.stringMatching(/^1\*{17}$/),
    })
    expect((await readers.officer.get('base/baseStudentInfo/getStuInfo')).data).toBeNull()
  })
  it('answer an empty array for unknown ids and 400 for nonsense', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect((await readers.officer.get('base/student/classStudent', { classId: unknown })).data).toEqual([])
    expect((await readers.officer.get('base/student/classStudent')).data).toEqual([])
    expect((await readers.officer.get('base/student/fdyStudent', { fdyId: unknown })).data).toEqual([])
    expect((await readers.officer.get('base/student/classStudent', { classId: 'x' })).code).toBe(400)
    expect((await readers.officer.get('base/baseStudentInfo/getSelect', { nonsense: 1 })).code).toBe(400)
    expect((await readers.officer.get('base/baseStudentInfo/getStuInfo', { userId: unknown })).code).toBe(404)
  })
  it('match xh by prefix, literally', async () => {
    const found = async (xh: string) => (await readers.officer.get<Item[]>('base/baseStudentInfo/getSelect', { xh })).data.map(x => x.xh)
    expect(await found(firstNo.slice(0, -1))).toContain(firstNo)
    expect(await found(firstNo.slice(1))).toEqual([])
    expect(await found('%')).toEqual([])
  })
  it('give 50 rows unless narrowed to one class or department', async () => {
    for (let i = 0; i < 60; i++) await readers.officer.post('base/student/add', draftOf(s.ids.s2401))
    const count = async (query: Record<string, unknown>) => (await readers.officer.get<Item[]>('base/baseStudentInfo/getSelect', query)).data.length
    expect([await count({}), await count({ grade: 2024 }), await count({ classId: s.ids.s2401 }), await count({ departmentId: s.ids.info })]).toEqual([50, 50, 60, 62])
  })
})
