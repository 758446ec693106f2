import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { today } from '#server/base/today.ts'
import type { Actor } from '#testing/school.ts'
import { fakeStudents, openPlace, type Place } from './fixture.ts'
import { schoolYear } from './model/calendar.ts'
import { addDays } from './model/days.ts'
import { gradeMajor, stuClass } from './model/organisation.ts'

let p: Place
let officer: Actor
let college: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
  college = await p.school.as({ roles: ['college'], departmentId: p.collegeA })
})
afterAll(() => p.school.close())
const id = (key: string): string => p.classes[key] as string
const department = (more: Record<string, unknown>) =>
  officer.post<{ id: string; version: number }>('base/department/add', { code: 'D1', name: '某部门', deptType: '2', isEnabled: true, ...more })

describe('departments', () => {
  it('refuses a circle and a sixth level', async () => {
    let parentId = p.office
    for (const n of [2, 3, 4, 5]) {
      const made = await department({ code: `L${n}`, name: `第 ${n} 级`, parentId })
      expect(made.code).toBe(200)
      parentId = made.data.id
    }
    const deep = await department({ code: 'L6', name: '第 6 级', parentId })
    expect(deep.errors[0]).toMatchObject({ rule: 'campus.department.tooDeep', values: { max: 5, depth: 6 } })
    const top = await officer.get<{ version: number }>('base/department/getOne', { id: p.office })
    expect((await officer.post('base/department/update', { id: p.office, version: top.data.version, parentId })).errors[0]?.rule).toBe('campus.department.cycle')
  })
  it('refuses an unknown parent', async () => {
    expect((await department({ code: 'U1', parentId: '01900000-0000-7000-8000-000000000000' })).errors[0]).toMatchObject({ field: 'parentId', rule: 'record.noSuchReference' })
  })
})
describe('majors and entry years', () => {
  it('fills in the longest time of study and refuses one shorter than the length', async () => {
    const made = await officer.post<{ id: string }>('base/major/add', {
      code: '510201',
      name: '计算机应用技术',
      departmentId: p.collegeA,
      level: '5',
      duration: 3,
      nationalCode: '510201',
      isEnabled: true,
    })
    expect((await officer.get<{ maxYears: number }>('base/major/getOne', { id: made.data.id })).data.maxYears).toBe(5)
    expect((await officer.post('base/major/add', { code: '1', name: '短', departmentId: p.collegeA, level: '5', duration: 3, maxYears: 2, isEnabled: true })).errors[0]?.rule).toBe(
      'campus.major.yearsTooFew',
    )
    expect(
      (await officer.post('base/major/add', { code: '2', name: '错', departmentId: p.collegeA, level: '5', duration: 3, nationalCode: 'ABC', isEnabled: true })).errors[0]?.rule,
    ).toBe('campus.major.nationalCodeForm')
    expect((await officer.post('base/major/add', { code: '3', name: '处', departmentId: p.office, level: '5', duration: 3, isEnabled: true })).errors[0]?.rule).toBe(
      'campus.major.notCollege',
    )
  })
  it('30-BO3 the grade of a grade-major and of a class never changes', async () => {
    const gm = await officer.get<{ version: number }>('base/gradeMajor/getOne', { id: p.gradeMajors['2025A'] })
    expect((await officer.post('base/gradeMajor/update', { id: p.gradeMajors['2025A'], version: gm.data.version, grade: 2026 })).errors[0]?.rule).toBe('value.fixed')
    const cls = await officer.get<{ version: number }>('base/stuClass/getOne', { id: id('A1') })
    expect((await officer.post('base/stuClass/update', { id: id('A1'), version: cls.data.version, grade: 2026 })).errors[0]?.rule).toBe('value.readonly')
  })
  it('30-BO3 the year of study follows from the entry year and the calendar', async () => {
    const year = Number(today().slice(0, 4))
    await p.db.insert(schoolYear, { xn: `${year}-${year + 1}`, startDate: addDays(today(), -90), endDate: addDays(today(), 90) })
    const shown = async (key: string) => (await officer.get<{ studyYear: number | null; grade: number }>('base/stuClass/getOne', { id: id(key) })).data
    expect((await shown('A1')).studyYear).toBe(year - 2025 + 1)
    await p.db.update(stuClass, id('A2'), { state: 'ended' })
    expect((await shown('A2')).studyYear).toBeNull()
    await p.db.update(stuClass, id('A2'), { state: 'active' })
  })
  it('30-BO4 moving a major leaves existing grade-majors where they are', async () => {
    const row = await officer.get<{ version: number }>('base/major/getOne', { id: p.majorB })
    await officer.post('base/major/update', { id: p.majorB, version: row.data.version, departmentId: p.collegeA })
    expect((await p.db.unscoped(gradeMajor).one(p.gradeMajors['2025B'] as string)).departmentId).toBe(p.collegeB)
    const later = await officer.post<{ id: string }>('base/gradeMajor/add', {
      grade: 2026,
      majorId: p.majorB,
      departmentId: p.collegeA,
      duration: 3,
      level: '5',
      campusId: p.campusId,
    })
    expect(later.code).toBe(200)
    const direct = await officer.get<{ version: number }>('base/gradeMajor/getOne', { id: p.gradeMajors['2025B'] })
    expect((await officer.post('base/gradeMajor/update', { id: p.gradeMajors['2025B'], version: direct.data.version, departmentId: p.collegeA })).errors[0]?.rule).toBe(
      'campus.gradeMajor.departmentMoves',
    )
  })
  it('30-BO4 the move shows what it takes along and rewrites grade-majors, classes and students together', async () => {
    const moved: unknown[] = []
    fakeStudents(
      p,
      {},
      {
        countInGradeMajors: async () => 71,
        async gradeMajorsMoved(_db, ids, to) {
          moved.push([ids, to])
          return 71
        },
      },
    )
    const input = { gradeMajorIds: [p.gradeMajors['2025B']], departmentId: p.collegeA }
    expect((await officer.post('base/gradeMajor/previewMove', input)).data).toEqual({ gradeMajors: ['2025级机电一体化技术'], classes: 2, students: 71, from: ['机电学院'] })
    expect((await officer.post('base/gradeMajor/move', input)).data).toEqual({ gradeMajors: 1, classes: 2, students: 71 })
    expect((await p.db.unscoped(stuClass).one(id('B1'))).departmentId).toBe(p.collegeA)
    expect(moved).toEqual([[input.gradeMajorIds, p.collegeA]])
    expect((await officer.post('base/gradeMajor/move', input)).errors[0]?.rule).toBe('campus.gradeMajor.nothing')
    expect((await college.post('base/gradeMajor/move', input)).code).toBe(403)
    await officer.post('base/gradeMajor/move', { ...input, departmentId: p.collegeB })
  })
})
describe('classes', () => {
  it('30-BO5 a class ends only without active, suspended or retained students, and its counsellor ends with it', async () => {
    const t = await p.teacher('陈静')
    await p.relation(id('A2'), t)
    fakeStudents(p, { [id('A1')]: 38 })
    const answer = await officer.post<{ done: number; failed: Array<{ id: string; msg: string }> }>('base/stuClass/end', { ids: [id('A1'), id('A2')] })
    expect(answer.data).toEqual({ done: 1, failed: [{ id: id('A1'), msg: '“2025软件1班”还有 38 名在读、休学或保留学籍的学生，不能结束' }] })
    expect((await p.db.unscoped(stuClass).one(id('A2'))).state).toBe('ended')
    const held = await officer.get<{ result: Array<{ endDate: string | null }> }>('base/classStaff/list', { classId: id('A2') })
    expect(held.data.result[0]?.endDate).not.toBeNull()
    const row = await officer.get<{ version: number }>('base/stuClass/getOne', { id: id('A2') })
    expect((await officer.post('base/stuClass/update', { id: id('A2'), version: row.data.version, capacity: 50 })).errors[0]?.rule).toBe('campus.stuClass.endedFixed')
  })
  it('keeps a class with students in its major and above their number', async () => {
    fakeStudents(p, { [id('A1')]: 38 })
    const row = await officer.get<{ version: number }>('base/stuClass/getOne', { id: id('A1') })
    const update = (patch: Record<string, unknown>) => officer.post('base/stuClass/update', { id: id('A1'), version: row.data.version, ...patch })
    expect((await update({ capacity: 30 })).errors[0]).toMatchObject({ rule: 'campus.stuClass.belowCount', values: { count: 38, capacity: 30 } })
    expect((await update({ gradeMajorId: p.gradeMajors['2025B'] })).errors[0]?.rule).toBe('campus.stuClass.otherMajor')
    expect((await update({ expectedEnd: '2025-01-01' })).errors[0]?.rule).toBe('campus.stuClass.datesReversed')
  })
  it('30-BO6 organisation names are open to everybody, classes only within the data scope', async () => {
    const nobody = await p.school.as({ roles: [] })
    for (const name of ['campus/getSelect', 'department/getSelect', 'major/getMajorSelect', 'gradeMajor/getSelect'])
      expect((await nobody.get<unknown[]>(`base/${name}`)).data.length, name).toBeGreaterThan(0)
    expect((await nobody.get<unknown[]>('base/stuClass/getClassSelect')).data).toEqual([])
    const mine = await college.get<Array<{ name: string }>>('base/stuClass/getClassSelect', { flag: 0 })
    expect(mine.data.map(c => c.name).sort()).toEqual(['2025软件1班', '2025软件2班'])
    expect((await officer.get<unknown[]>('base/stuClass/getClassSelect', { flag: 0 })).data.length).toBe(4)
  })
  it('generates classes from a pattern, skips and lists names that exist', async () => {
    const input = { gradeMajorIds: [p.gradeMajors['2025A']], count: 3, pattern: '{grade}{short}{n}班', capacity: 45, startDate: '2025-09-01' }
    const preview = await college.post<{ fresh: number; skipped: number; classes: Array<{ name: string; exists: boolean }> }>('base/stuClass/previewBatch', input)
    expect(preview.data).toMatchObject({ fresh: 1, skipped: 2 })
    expect(preview.data.classes.map(c => [c.name, c.exists])).toEqual([
      ['2025软件1班', true],
      ['2025软件2班', true],
      ['2025软件3班', false],
    ])
    expect((await college.post('base/stuClass/generate', input)).data).toMatchObject({ fresh: 1 })
    expect((await college.post('base/stuClass/generate', input)).data).toMatchObject({ fresh: 0, skipped: 3 })
    expect((await college.post('base/stuClass/generate', { ...input, gradeMajorIds: [p.gradeMajors['2025B']] })).errors[0]?.rule).toBe('campus.stuClass.outOfScope')
    expect((await college.post('base/stuClass/previewBatch', { ...input, pattern: '{grade}{x}{n}' })).errors[0]?.rule).toBe('campus.stuClass.unknownPlace')
    expect((await college.post('base/stuClass/previewBatch', { ...input, pattern: '{grade}班' })).errors[0]?.rule).toBe('campus.stuClass.noNumber')
  })
  it('copies the last entry year with its grade-majors', async () => {
    const copy = { fromGrade: 2025, toGrade: 2027 }
    const preview = await officer.post<{ gradeMajors: string[]; fresh: number }>('base/stuClass/previewCopy', copy)
    expect(preview.data.gradeMajors.sort()).toEqual(['2027级机电一体化技术', '2027级软件技术'])
    expect((await officer.post<{ fresh: number }>('base/stuClass/copyGrade', copy)).data.fresh).toBe(preview.data.fresh)
    const made = await p.db.unscoped(stuClass).all({ grade: 2027 })
    expect(made.find(c => c.name === '2027软件1班')).toMatchObject({ startDate: '2027-09-01', expectedEnd: '2030-07-01', state: 'planned' })
    expect((await officer.post('base/stuClass/copyGrade', { fromGrade: 2025, toGrade: 2025 })).errors[0]?.rule).toBe('campus.stuClass.sameGrade')
    expect((await officer.post('base/stuClass/copyGrade', { fromGrade: 1999, toGrade: 2028 })).errors[0]?.rule).toBe('campus.stuClass.empty')
    expect((await officer.post('base/stuClass/start', { ids: made.map(c => c.id) })).data).toEqual({ done: made.length })
  })
})
