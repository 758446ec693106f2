import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor, School } from '#testing/school.ts'
import { fakeStudents, openPlace, type Place } from './fixture.ts'
import { calendarDay, schoolYear, term } from './model/calendar.ts'
import { building, venue } from './model/places.ts'

let p: Place
let officer: Actor
let fdy: Actor
let student: Actor
let foreign: { school: School; officer: Actor }
let counsellor: string
beforeAll(async () => {
  p = await openPlace()
  fakeStudents(p, { [p.classes.A1 as string]: 38 })
  counsellor = await p.teacher('王海')
  await p.relation(p.classes.A1 as string, counsellor)
  const head = await p.teacher('刘芳', { departmentId: p.collegeB })
  await p.relation(p.classes.B1 as string, head, { role: 'bzr' })
  officer = await p.school.as({ roles: ['officer'] })
  fdy = await p.school.as({ roles: ['fdy'], teacherId: counsellor })
  student = await p.school.as({ roles: ['student'], studentId: '01900000-0000-7000-8000-0000000000aa' })
  const school = await p.school.another()
  foreign = { school, officer: await school.as({ roles: ['officer'] }) }
  const b = await p.db.insert(building, { code: 'J1', name: '一号楼', campusId: p.campusId, usage: 'teaching', floors: 5, isEnabled: true })
  await p.db.insert(venue, {
    code: 'J1-301',
    name: '一号楼 301',
    campusId: p.campusId,
    buildingId: b.id,
    floor: 3,
    type: 'classroom',
    capacity: 60,
    departmentId: p.collegeA,
    bookable: true,
    isEnabled: true,
  })
  await p.db.insert(schoolYear, { xn: '2026-2027', startDate: '2026-08-31', endDate: '2027-08-29' })
  await p.db.insert(term, {
    xn: '2026-2027',
    xqM: '1',
    name: '2026-2027学年第一学期',
    week1Start: '2026-08-31',
    weeks: 20,
    startDate: '2026-08-31',
    endDate: '2027-01-17',
    switchDate: '2026-08-24',
  })
  await p.db.insert(calendarDay, { date: '2026-10-14', xn: '2026-2027', xqM: '1', weekNo: 7, dayType: 'teaching' })
})
afterAll(() => p.school.close())

/** Every select call of the contract in this module: path, parameters, and the item fields besides id, value and label. */
const ROWS: ReadonlyArray<readonly [call: string, query: () => Record<string, unknown>, fields: string, shape?: 'object' | 'tree']> = [
  ['schoolCalendarItem/getOne', () => ({ riQiStr: '2026-10-14' }), 'date xn xqM weekNo weekday dayType name', 'object'],
  ['schoolCalendarItem/getZcSelect', () => ({ xn: '2026-2027', xqM: '1' }), 'weekNo startDate endDate isCurrent'],
  ['schoolCalendarItem/getMonthSelect', () => ({ xn: '2026-2027', xqM: '1' }), 'month isCurrent'],
  ['schoolCalendar/getXnXqSelect', () => ({ xn: '2026-2027' }), 'xn xqM startDate endDate weeks isCurrent'],
  ['schoolCalendar/getXnSelect', () => ({}), 'xn isCurrent'],
  ['schoolCalendar/getYear', () => ({ xn: '2026-2027' }), 'xn beginYear endYear startDate endDate', 'object'],
  ['campus/getSelect', () => ({}), 'code name address'],
  ['building/getSelect', () => ({ campusId: p.campusId }), 'code name campusId usage floors'],
  ['canton/getAreaList', () => ({}), 'code name children', 'tree'],
  ['canton/getProvince', () => ({}), 'code name'],
  ['canton/getCity', () => ({ province: '420000' }), 'code name'],
  ['canton/getArea', () => ({ city: '420100' }), 'code name'],
  ['department/getTree', () => ({}), 'code name deptType children'],
  ['department/getSelect', () => ({ deptType: '1' }), 'code name deptType parentId'],
  ['gradeMajor/getSelect', () => ({ grade: 2025 }), 'grade majorId majorName departmentId level duration'],
  ['major/getMajorSelect', () => ({ grade: 2025, departmentId: p.collegeA }), 'code name departmentId level duration'],
  ['stuClass/getClassSelect', () => ({ grade: 2025 }), 'classNo name grade majorId departmentId campusId studentCount'],
  ['stuClass/getClassFdySelectByUserId', () => ({ isFdy: 1, userId: fdy.userId }), 'classNo name grade majorId departmentId campusId studentCount fdyId fdyName bzrId bzrName'],
  ['venue/getSelect', () => ({ campusId: p.campusId, floor: 3 }), 'code name buildingId floor capacity type'],
  ['teacher/getSelect', () => ({ departmentId: p.collegeA }), 'userId gh name departmentId departmentName phone'],
  ['teacher/getFdySelect', () => ({}), 'userId gh name departmentId departmentName phone classIds'],
  ['teacher/getFdyBzrSelect', () => ({}), 'userId gh name departmentId departmentName phone classIds role'],
]
const CALLS = ROWS.map(([call, query, fields, shape]) => ({ call, query, fields, shape }))
const SCOPED = ['stuClass/getClassSelect', 'stuClass/getClassFdySelectByUserId', 'teacher/getSelect', 'teacher/getFdySelect', 'teacher/getFdyBzrSelect']

describe('the wire contract of base data', () => {
  it.each(CALLS)('$call answers its fields under both prefixes', async ({ call, query, fields, shape }) => {
    for (const prefix of ['flySource-base', 'base-resource']) {
      const answer = await officer.get<unknown>(`/api/${prefix}/${call}`, query())
      expect([answer.status, answer.code]).toEqual([200, 200])
      const first = (shape === 'object' ? answer.data : (answer.data as unknown[])[0]) as Record<string, unknown>
      expect(Object.keys(first)).toEqual(expect.arrayContaining([...fields.split(' '), ...(shape ? [] : ['id', 'value', 'label'])]))
    }
  })
  it.each(CALLS)('$call refuses who is not signed in', async ({ call, query }) => {
    const answer = await p.school.anonymous.get(`base/${call}`, query())
    expect([answer.status, answer.code]).toEqual([401, 401])
  })
  it.each(CALLS)('$call shows nothing of another school', async ({ call, query, shape }) => {
    if (call.startsWith('canton/')) return // all schools share the seeded regions
    const own = JSON.stringify((await officer.get(`base/${call}`, query())).data)
    const theirs = await foreign.officer.get<unknown>(`base/${call}`, query())
    expect(theirs.code).toBe(200)
    for (const id of own.match(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{22}/g) ?? []) expect(JSON.stringify(theirs.data)).not.toContain(id)
    if (!shape) expect(theirs.data).toEqual([])
  })
  it.each(SCOPED)('%s answers a student with nothing, and an unknown id with an empty list', async call => {
    expect((await student.get(`base/${call}`)).data).toEqual([])
    expect(
      (
        await officer.get(
          `base/${call}`,
          call.startsWith('stuClass')
            ? { majorId: '01900000-0000-7000-8000-000000000000', ...(call.includes('ByUser') ? { majorId: undefined, userId: 'nobody' } : {}) }
            : { gh: 'none' },
        )
      ).data,
    ).toEqual([])
  })
  it('isFdy tells counselled classes from headed ones, for me and for a named user', async () => {
    const names = async (who: Actor, call: string, query: Record<string, unknown>) => (await who.get<Array<{ name: string }>>(`base/stuClass/${call}`, query)).data.map(c => c.name)
    expect(await names(fdy, 'getClassFdySelect', { isFdy: 1 })).toEqual(['2025软件1班'])
    expect(await names(fdy, 'getClassFdySelect', { isFdy: 0 })).toEqual([])
    expect(await names(officer, 'getClassFdySelectByUserId', { isFdy: 1, userId: fdy.userId, bhOrBjmc: '软件' })).toEqual(['2025软件1班'])
    expect(await names(officer, 'getClassFdySelectByUserId', { isFdy: 1, userId: fdy.userId, bhOrBjmc: '机电' })).toEqual([])
  })
  it('flag 0 also answers what is switched off, root 1 puts the school on top, an id gives that node alone', async () => {
    const row = await officer.get<{ version: number }>('base/department/getOne', { id: p.office })
    await officer.post('base/department/update', { id: p.office, version: row.data.version, isEnabled: false })
    const codes = async (flag?: number) => (await officer.get<Array<{ code: string }>>('base/department/getSelect', { flag })).data.map(d => d.code)
    expect([await codes(), await codes(1), await codes(0)]).toEqual([
      ['01', '02'],
      ['01', '02'],
      ['01', '02', '90'],
    ])
    const tree = (root?: string) => officer.get<Array<{ id: string; children: unknown[] }>>('base/department/getTree', { root })
    expect((await tree('1')).data).toMatchObject([{ id: '1', label: '测试学校100001', children: [{ name: '信息学院' }, { name: '机电学院' }] }])
    expect((await tree(p.collegeA)).data).toMatchObject([{ id: p.collegeA, children: [] }])
    expect((await tree('01900000-0000-7000-8000-000000000000')).data).toEqual([])
  })
  it('gh matches by prefix, phones are masked, and people selects stop at fifty unless narrowed', async () => {
    for (let i = 0; i < 60; i++) await p.teacher(`教师${i}`, { departmentId: p.collegeB })
    const select = (query: Record<string, unknown>) => officer.get<Array<{ gh: string; phone: string }>>('base/teacher/getSelect', query)
    expect((await select({})).data).toHaveLength(50)
    expect((await select({ departmentId: p.collegeB })).data.length).toBeGreaterThan(60)
    const found = (await select({ gh: 'T0000' })).data
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(t => t.gh.startsWith('T0000') && t.phone === '138****0000')).toBe(true)
  })
})
