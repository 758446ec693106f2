import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { today } from '#server/base/today.ts'
import { addRegistration } from '#testing/registrations.ts'
import type { Actor } from '#testing/school.ts'
import { openPlace, type Place } from './fixture.ts'
import { calendarDay } from './model/calendar.ts'
import { addDays } from './model/days.ts'
import { calendarOf, schoolDayAfter, schoolDaysBetween, termToday } from './server/api.ts'
import { calendarEffects } from './server/student-side.ts'

let p: Place
let officer: Actor
let anybody: Actor
beforeAll(async () => {
  p = await openPlace()
  officer = await p.school.as({ roles: ['officer'] })
  anybody = await p.school.as({ roles: [] })
  expect((await year('2026-2027', '2026-08-31', '2027-08-29')).msg).toBe('成功')
  expect((await term('1', '2026-08-31', 20)).msg).toBe('成功')
  expect((await term('2', '2027-02-22', 19)).msg).toBe('成功')
  await officer.post('base/schoolCalendarItem/generate', { xn: '2026-2027' })
})
afterAll(() => p.school.close())
const year = (xn: string, startDate: string, endDate: string) => officer.post<{ id: string }>('base/schoolYear/add', { xn, startDate, endDate })
const term = (xqM: string, startDate: string, weeks: number, more: Record<string, unknown> = {}) =>
  officer.post<{ id: string }>('base/schoolCalendar/add', { xn: '2026-2027', xqM, week1Start: startDate, weeks, startDate, endDate: addDays(startDate, weeks * 7 - 1), ...more })
const dayOf = async (riQiStr: string) =>
  (await anybody.get<{ xn: string; xqM: string; weekNo: number | null; weekday: number; dayType: string; name: string | null }>('base/schoolCalendarItem/getOne', { riQiStr })).data
const change = (days: unknown[], more: Record<string, unknown> = {}) => officer.post<{ done: number }>('base/schoolCalendarItem/change', { days, ...more })

describe('school years and terms', () => {
  it('fills in name and switch date', async () => {
    const rows = await officer.get<{ result: Array<{ name: string; switchDate: string }> }>('base/schoolCalendar/list', { xqM: '1' })
    expect(rows.data.result[0]).toMatchObject({ name: '2026-2027学年第一学期', switchDate: '2026-08-24' })
  })
  it('30-BC1 terms do not overlap and lie inside their year', async () => {
    expect((await term('3', '2027-01-11', 4)).errors[0]?.rule).toBe('campus.term.overlap')
    expect((await term('3', '2027-08-02', 8)).errors[0]?.rule).toBe('campus.term.outsideYear')
    expect((await term('1', '2027-07-12', 4)).errors[0]).toMatchObject({ rule: 'record.duplicate', field: 'xn', msg: '学年、学期与已有的记录重复' })
    expect(
      (await officer.post('base/schoolCalendar/add', { xn: '2030-2031', xqM: '1', week1Start: '2030-09-02', weeks: 20, startDate: '2030-09-02', endDate: '2031-01-19' })).errors[0]
        ?.rule,
    ).toBe('campus.term.yearUnknown')
    expect((await year('2027-2028', '2027-08-01', '2028-08-27')).errors[0]?.rule).toBe('campus.schoolYear.overlap')
    expect((await year('2027-2029', '2027-08-30', '2028-08-27')).errors[0]?.rule).toBe('campus.schoolYear.xnForm')
  })
  it('30-BC1 days after a term belong to it as vacation without a week', async () => {
    expect(await dayOf('2027-01-25')).toMatchObject({ xn: '2026-2027', xqM: '1', weekNo: null, dayType: 'vacation', weekday: 1 })
    expect(await dayOf('2026-10-14')).toMatchObject({ xqM: '1', weekNo: 7, dayType: 'teaching', weekday: 3 })
    expect(await dayOf('2026-10-17')).toMatchObject({ weekNo: 7, dayType: 'weekend' })
    expect(await dayOf('2019-10-17')).toMatchObject({ xn: null, dayType: null })
  })
  it('wants week 1 on the day weeks begin, and switch dates in the order of the terms', async () => {
    expect((await term('3', '2027-07-13', 3)).errors[0]).toMatchObject({ rule: 'campus.term.week1Weekday', values: { label: '周一' } })
    expect((await term('3', '2027-07-12', 3, { switchDate: '2027-01-01' })).errors[0]?.rule).toBe('campus.term.switchOrder')
  })
  it('30-BC2 the current term follows switch date and today alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const [at, xqM] of [
        ['2027-02-14T23:59:00+08:00', '1'],
        ['2027-02-15T00:01:00+08:00', '2'],
      ] as const) {
        vi.setSystemTime(new Date(at))
        const current = await anybody.get<Array<{ xqM: string; isCurrent: boolean }>>('base/schoolCalendar/getXnXqSelect', { isCurrent: true })
        expect(current.data.map(t => t.xqM)).toEqual([xqM])
        expect((await termToday(p.db))?.xqM).toBe(xqM)
        const all = await anybody.get<Array<{ isCurrent: boolean }>>('base/schoolCalendar/getXnXqSelect')
        expect(all.data.filter(t => t.isCurrent)).toHaveLength(1)
      }
    } finally {
      vi.useRealTimers()
    }
  })
  it('copies a year to the same weekdays', async () => {
    const copy = await officer.post<{ xn: string; terms: number }>('base/schoolYear/copy', { fromXn: '2026-2027' })
    expect(copy.data).toEqual({ xn: '2027-2028', terms: 2 })
    const terms = await officer.get<{ result: Array<{ week1Start: string }> }>('base/schoolCalendar/list', { xn: '2027-2028', sort: 'startDate' })
    expect(terms.data.result.map(t => t.week1Start)).toEqual(['2027-08-30', '2028-02-21'])
    expect((await officer.post('base/schoolYear/copy', { fromXn: '2026-2027' })).errors[0]?.rule).toBe('campus.schoolYear.exists')
  })
  it('tells of a gap above ten weeks when days are generated, and generates', async () => {
    await year('2029-2030', '2029-09-03', '2030-09-01')
    await officer.post('base/schoolCalendar/add', { xn: '2029-2030', xqM: '1', week1Start: '2029-09-03', weeks: 10, startDate: '2029-09-03', endDate: '2029-11-11' })
    await officer.post('base/schoolCalendar/add', { xn: '2029-2030', xqM: '2', week1Start: '2030-03-04', weeks: 18, startDate: '2030-03-04', endDate: '2030-07-07' })
    const made = await officer.post<{ added: number; gaps: Array<{ days: number }> }>('base/schoolCalendarItem/generate', { xn: '2029-2030' })
    expect(made.data).toMatchObject({ added: 364, gaps: [{ days: 112 }] })
    expect((await officer.post<{ added: number; kept: number }>('base/schoolCalendarItem/generate', { xn: '2029-2030' })).data).toMatchObject({ added: 0, kept: 364 })
  })
})
describe('days', () => {
  it('30-BC3 imports the statutory list; a make-up day takes another weekday’s timetable', async () => {
    const list = await officer.get<Array<{ date: string; dayType: string; asWeekday: number | null; name: string }>>('base/schoolCalendarItem/holidayList', { year: 2026 })
    const autumn = list.data.filter(d => d.date >= '2026-08-31')
    const done = await change(autumn, { reason: '按国务院通知' })
    expect(done.data.done).toBe(autumn.length)
    expect(await dayOf('2026-10-01')).toMatchObject({ dayType: 'holiday', name: '国庆节' })
    expect(await dayOf('2026-10-10')).toMatchObject({ dayType: 'makeup' })
    expect((await change(autumn, { reason: '再来一次' })).errors[0]?.rule).toBe('campus.calendarDay.nothing')
    expect((await change([{ date: '2027-05-08', dayType: 'makeup' }])).errors[0]?.rule).toBe('campus.calendarDay.asWeekdayMissing')
    expect((await change([{ date: '2027-05-08', dayType: 'holiday', asWeekday: 3 }])).errors[0]?.rule).toBe('campus.calendarDay.asWeekdayOnlyMakeup')
  })
  it('30-BC3 generating again keeps what was marked', async () => {
    await officer.post('base/schoolCalendarItem/generate', { xn: '2026-2027', reason: '核对' })
    expect(await dayOf('2026-10-01')).toMatchObject({ dayType: 'holiday' })
  })
  it('30-BC4 a change to past days needs a reason', async () => {
    const past = [{ date: '2026-09-08', dayType: 'exam', name: '补考' }]
    expect((await officer.post<{ needsReason: boolean }>('base/schoolCalendarItem/previewChange', { days: past })).data.needsReason).toBe(true)
    expect((await change(past)).errors[0]).toMatchObject({ rule: 'campus.calendarDay.pastReason' })
    expect((await change(past, { reason: '补录' })).data.done).toBe(1)
    const row = (await p.db.unscoped(calendarDay).all({ date: '2026-09-09' }))[0]
    expect((await officer.post('base/schoolCalendarItem/update', { id: row?.id, version: row?.version, dayType: 'exam' })).errors[0]?.rule).toBe('campus.calendarDay.pastReason')
  })
  it('30-BC4 a change to future days first names what it touches', async () => {
    addRegistration(p.school.server.core.registry, calendarEffects, {
      find: async (_db, dates) => dates.filter(d => d === '2027-04-06').map(date => ({ date, label: '签到任务', name: '清明返校签到' })),
    })
    const preview = await officer.post<{ changes: unknown[]; effects: unknown[] }>('base/schoolCalendarItem/previewChange', {
      days: [{ date: '2027-04-06', dayType: 'holiday', name: '清明节' }],
    })
    expect(preview.data.effects).toEqual([{ date: '2027-04-06', label: '签到任务', name: '清明返校签到' }])
    expect(preview.data.changes).toEqual([{ date: '2027-04-06', from: 'teaching', to: 'holiday', fromName: null, toName: '清明节', isPast: false }])
    expect(await dayOf('2027-04-06')).toMatchObject({ dayType: 'teaching' })
  })
  it('30-BC5 school days are counted here: without weekends, holidays and vacations, with make-up days', async () => {
    expect(await schoolDaysBetween(p.db, '2026-09-14', '2026-09-20')).toBe(6)
    expect(await schoolDaysBetween(p.db, '2026-09-28', '2026-10-11')).toBe(6)
    const book = await calendarOf(p.db)
    expect([0, 3, 4].map(n => schoolDayAfter(book, '2026-09-27', n))).toEqual(['2026-09-27', '2026-09-30', '2026-10-08'])
    expect(await schoolDaysBetween(p.db, '2027-01-18', '2027-02-21')).toBe(0)
    expect(await schoolDaysBetween(p.db, '2026-10-12', '2026-10-11')).toBe(0)
    expect(await schoolDaysBetween(p.db, '2040-01-02', '2040-01-08')).toBe(5) // outside every school year: an ordinary week
  })
  it('follows a term that is moved', async () => {
    const rows = await officer.get<{ result: Array<{ id: string; version: number }> }>('base/schoolCalendar/list', { xn: '2026-2027', xqM: '2' })
    const { id, version } = rows.data.result[0] as { id: string; version: number }
    await officer.post('base/schoolCalendar/update', { id, version, week1Start: '2027-03-01', startDate: '2027-03-01', endDate: '2027-07-11', switchDate: '2027-02-22' })
    expect((await dayOf('2027-03-03')).weekNo).toBe(1)
    expect((await dayOf('2027-02-24')).weekNo).toBeNull()
  })
})
describe('reads for everybody', () => {
  it('week, month, term and year selects answer the named term, or the current one', async () => {
    const weeks = await anybody.get<Array<{ label: string; weekNo: number; startDate: string }>>('base/schoolCalendarItem/getZcSelect', { xn: '2026-2027', xqM: '1' })
    expect(weeks.data).toHaveLength(20)
    expect(weeks.data[6]).toMatchObject({ weekNo: 7, value: '7', label: '第7周', startDate: '2026-10-12', endDate: '2026-10-18' })
    const months = await anybody.get<Array<{ month: string; label: string }>>('base/schoolCalendarItem/getMonthSelect', { xn: '2026-2027', xqM: '1' })
    expect(months.data.map(m => m.month)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01'])
    const years = await anybody.get<Array<{ xn: string }>>('base/schoolCalendar/getXnSelect')
    expect(years.data[0]?.xn).toBe('2029-2030')
    expect((await anybody.get('base/schoolCalendar/getYear', { xn: '2026-2027' })).data).toEqual({
      xn: '2026-2027',
      beginYear: 2026,
      endYear: 2027,
      startDate: '2026-08-31',
      endDate: '2027-08-29',
    })
    expect((await anybody.get('base/schoolCalendar/getYear', { xn: '1900-1901' })).data).toBeNull()
    expect((await anybody.get('base/schoolCalendarItem/getOne', { riQiStr: '2026-13-01' })).errors[0]?.rule).toBe('campus.calendarDay.badDate')
    expect((await anybody.get<{ date: string }>('base/schoolCalendarItem/getOne')).data.date).toBe(today())
  })
})
