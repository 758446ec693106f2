import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutputOf } from '#model'
import { commit, type Job, settled, sheet, upload } from '#testing/roster.ts'
import type { Actor } from '#testing/school.ts'
import { openPlace, type Place } from './fixture.ts'
import { lesson, type lessonWeek } from './model/lesson.ts'
import { isInWeek, plainWeeks, weeksMeant } from './model/lesson-weeks.ts'
import { lessonTimes } from './server/api.ts'

type Week = OutputOf<typeof lessonWeek>

describe('weeks of a lesson', () => {
  it.each([
    ['1-4', [1, 2, 3, 4]],
    ['1-5单', [1, 3, 5]],
    ['第 2－6 周（双）', [2, 4, 6]],
    ['2、4,6-7', [2, 4, 6, 7]],
    ['1-3 odd', [1, 3]],
  ])('%s', (text, weeks) => expect(weeksMeant(text)).toEqual(weeks))
  it.each(['', '0-3', '5-2', '第三周', '1-31', '2单'])('refuses “%s”', text => expect(weeksMeant(text)).toBeUndefined())
  it('are written one way', () => expect(plainWeeks('第1～15周（单）')).toBe('1-15单'))
  it('hold a week or not', () => expect([isInWeek('1-16双', 3), isInWeek('1-16双', 4)]).toEqual([false, true]))
})

describe('the timetable', () => {
  let p: Place
  let officer: Actor
  const HEADER = ['学年', '学期', '课程号', '课程名称', '任课教师', '上课班级', '星期', '开始节次', '结束节次', '周次']
  const JAVA = ['2026-2027', '第一学期', 'RJ101', 'Java 应用开发', 'T00001', '25A2、25A1', 1, 1, 2, '第1-15周(单)']
  const MATHS = ['2026-2027', '1', 'GG102', '高等数学', '', '25A1', 4, 3, 4, '1-16']
  const check = async (rows: ReadonlyArray<ReadonlyArray<string | number | null>>): Promise<Job> => {
    const answer = await upload<{ jobId: string }>(officer, 'base/lesson/import', await sheet(HEADER, rows), '课表.xlsx')
    expect(answer.msg).toBe('成功')
    return settled(officer, answer.data.jobId)
  }
  const add = async (path: string, body: object): Promise<void> => {
    const answer = await officer.post(`base/${path}/add`, body)
    expect([path, answer.msg]).toEqual([path, '成功'])
  }
  beforeAll(async () => {
    p = await openPlace()
    officer = await p.school.as({ roles: ['officer'] })
    await add('schoolYear', { xn: '2026-2027', startDate: '2026-08-31', endDate: '2027-08-29' })
    await add('schoolCalendar', { xn: '2026-2027', xqM: '1', week1Start: '2026-08-31', weeks: 20, startDate: '2026-08-31', endDate: '2027-01-17' })
    await officer.post('base/schoolCalendarItem/generate', { xn: '2026-2027' })
    await p.teacher('李洋')
    for (const [no, begin, end] of [
      [1, '08:00', '08:45'],
      [2, '08:55', '09:40'],
      [3, '10:00', '10:45'],
      [4, '10:55', '11:40'],
    ] as const)
      await add('lessonSection', { campusId: p.campusId, no, begin, end })
  })
  afterAll(() => p.school.close())

  it('is imported; the same sheet again doubles nothing, in whatever order its classes stand', async () => {
    const job = await check([JAVA, MATHS])
    expect(job.errors).toEqual([])
    expect(await commit(officer, job)).toMatchObject({ state: 'done', toAdd: 2 })
    expect((await p.db.unscoped(lesson).find({ courseNo: 'RJ101' }))?.weeks).toBe('1-15单')
    expect(await check([[...JAVA.slice(0, 5), '25A1、25A2', ...JAVA.slice(6)], MATHS])).toMatchObject({ state: 'ready', toAdd: 0, unchanged: 2 })
  })
  it('refuses what nobody can sit in, row by row', async () => {
    const bad = (at: number, value: string | number) => JAVA.map((cell, i) => (i === at ? value : cell))
    const job = await check([bad(0, '2030-2031'), bad(9, '三到五周'), bad(9, '1-25'), bad(8, 0)])
    const outcome = job.state === 'ready' ? await commit(officer, job) : job
    expect(outcome.state).toBe('invalid')
    expect(outcome.errors.map(e => e.row)).toEqual(expect.arrayContaining([3, 5]))
    expect(await p.db.unscoped(lesson).count()).toBe(2)
    expect(
      (await officer.post('base/lesson/add', { xn: '2026-2027', xqM: '1', courseNo: 'X', courseName: 'X', classIds: [], weekday: 1, sectionFrom: 1, sectionTo: 2, weeks: '1' }))
        .code,
    ).not.toBe(200)
  })
  it('shows a class its week: this week’s lessons, holidays without any, make-up days with another day’s', async () => {
    const of = async (weekNo: number): Promise<Week> => (await officer.get<Week>('base/lesson/getWeek', { classId: p.classes.A1, weekNo })).data
    const third = await of(3)
    expect(third).toMatchObject({ whose: 'class', className: '2025软件1班', weekNo: 3, weeks: 20 })
    expect(third.sections).toHaveLength(4)
    expect(third.lessons.map(l => [l.courseName, l.isThisWeek])).toEqual([
      ['Java 应用开发', true],
      ['高等数学', true],
    ])
    expect((await of(4)).lessons.filter(l => l.isThisWeek).map(l => l.courseName)).toEqual(['高等数学'])
    await officer.post('base/schoolCalendarItem/change', {
      days: [
        { date: '2026-10-01', dayType: 'holiday', name: '国庆节' },
        { date: '2026-10-10', dayType: 'makeup', asWeekday: 4 },
      ],
      reason: '按国务院通知',
    })
    expect((await of(5)).days.find(d => d.date === '2026-10-01')).toMatchObject({ asWeekday: null, name: '国庆节' })
    const times = await lessonTimes(p.db, { classIds: [p.classes.A1 as string] }, '2026-09-28', '2026-10-11')
    expect(times.map(x => [x.date, x.courseName, x.begin, x.end])).toEqual([
      ['2026-09-28', 'Java 应用开发', '08:00', '09:40'],
      ['2026-10-08', '高等数学', '10:00', '11:40'],
      ['2026-10-10', '高等数学', '10:00', '11:40'],
    ])
  })
  it('shows a teacher the own courses, and nobody a class out of reach', async () => {
    const [row] = await p.db.query<{ id: string }>({ text: 'select id from teacher where tenant_id = $1', values: [p.school.tenantId] } as never)
    const teacher = await p.school.as({ roles: ['teacher'], teacherId: row?.id ?? null })
    const week = (await teacher.get<Week>('base/lesson/getWeek', { weekNo: 1 })).data
    expect([week.whose, week.lessons.map(l => l.classNames)]).toEqual(['teacher', ['2025软件1班、2025软件2班']])
    const fdy = await p.school.as({ roles: ['fdy'] })
    expect((await fdy.get('base/lesson/getWeek', { classId: p.classes.B1 })).code).toBe(404)
    const nobody = await p.school.as({})
    expect((await nobody.get<Week>('base/lesson/getWeek')).data.whose).toBe('nobody')
  })
  it('keeps the sections of a day apart', async () => {
    const at = (no: number, begin: string, end: string) => officer.post('base/lessonSection/add', { campusId: p.campusId, no, begin, end })
    expect((await at(5, '11:30', '12:15')).errors[0]?.rule).toBe('campus.lessonSection.overlap')
    expect((await at(5, '15:00', '14:00')).errors[0]?.rule).toBe('campus.lessonSection.reversed')
  })
})
