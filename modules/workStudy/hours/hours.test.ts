import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#model/days.ts'
import { schoolMs } from '#model/school-time.ts'
import { weekOf } from '#model/week.ts'
import { schoolYear, term } from '#modules/campus/model/calendar.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { ruleOf } from '#modules/hardship/testing.ts'
import { codeAt } from '#server/base/rotating-code.ts'
import { today } from '#server/base/today.ts'
import { captureEvents } from '#testing/capture-events.ts'
import type { Actor } from '#testing/school.ts'
import { hoursOn, ok, type WorkSchool, workSchool } from '../testing.ts'
import { hourEntry, hourMonth } from './model/hour-entry.ts'
import { hoursBetween, limitsOf, plannedHours } from './model/rules.ts'
import { workScan } from './model/work-scan.ts'
import { confirmBySilence, forget, remind } from './server/jobs.ts'

let s: WorkSchool
beforeAll(async () => {
  s = await workSchool()
})
afterAll(() => s.close())
const yesterday = addDays(today(), -1)
const enter = (by: Actor, engagementId: string, more: object = {}) =>
  by.post<{ id: string; hours: number; overWeek: boolean }>('workStudy/hourEntry/enter', { engagementId, date: yesterday, start: '09:00', end: '11:00', work: '整理', ...more })
const entryOf = (id: string) => s.db.unscoped(hourEntry).one(id)

describe('limits', () => {
  it('40-W1 of 39.0 hours and two of 1.0 entered at once by two units, one passes', async () => {
    const one = await s.onDuty(await s.post(), '两处')
    const canteenPost = await s.post({ unitId: s.units.canteen, title: '收餐' }, s.canteen)
    const { id } = ok(await s.apply(one.actor, canteenPost))
    ok(await s.canteen.post('workStudy/postApplication/offer', { id }))
    ok(await one.actor.post('workStudy/postApplication/accept', { id }))
    const second = await s.engagementOf(id)
    await hoursOn(s, one.id, 39, yesterday)
    const answers = await Promise.all([enter(s.library, one.id, { start: '09:00', end: '10:00' }), enter(s.canteen, second, { start: '14:00', end: '15:00' })])
    expect(answers.map(a => a.code).sort()).toEqual([200, 422])
    const refused = answers.find(a => a.code !== 200)
    expect([refused && ruleOf(refused), refused?.errors[0]?.values]).toEqual(['month', { month: yesterday.slice(0, 7), limit: '40.0', used: '40.0', asked: '1.0', left: '0.0' }])
    expect(await s.db.unscoped(hourMonth).find({ studentId: one.studentId, month: yesterday.slice(0, 7) })).toMatchObject({ hours: 40 })
  })
  it('40-W1 over 8.0 in a week waits for the office, over all posts', async () => {
    const { id, actor } = await s.onDuty(await s.post(), '超周')
    const day = yesterday
    const [from] = weekOf(day)
    const first = ok(await enter(s.library, id, { date: day, start: '08:00', end: '16:00' }))
    const next = ok(await enter(s.library, id, { date: day, start: '18:00', end: '19:00' }))
    expect([first.overWeek, next.overWeek, from <= day]).toEqual([false, true, true])
    ok(await actor.post('workStudy/hourEntry/confirm', { ids: [first.id, next.id] }))
    expect([(await entryOf(first.id)).state, (await entryOf(next.id)).state]).toEqual(['approved', 'studentConfirmed'])
    expect((await s.library.post('workStudy/hourEntry/tick', { id: next.id })).code).toBe(403)
    expect(ruleOf(await s.officer.post('workStudy/hourEntry/tick', { id: first.id }))).toBe('state')
    ok(await s.officer.post('workStudy/hourEntry/tick', { id: next.id }))
    expect(await entryOf(next.id)).toMatchObject({ state: 'approved', tickedById: s.officer.userId })
  })
  it('40-W1 of a month of vacation are its own, of weeks and of the month', async () => {
    const away = await workSchool()
    // the only term ended before the month of the hours began
    const year = { startDate: addDays(yesterday, -200), endDate: addDays(yesterday, 100) }
    await away.db.insert(schoolYear, { xn: '2026-2027', ...year })
    const [week1Start] = weekOf(year.startDate)
    await away.db.insert(term, {
      xn: '2026-2027',
      xqM: '1',
      name: '第一学期',
      week1Start,
      weeks: 10,
      startDate: year.startDate,
      endDate: addDays(yesterday, -100),
      switchDate: year.startDate,
    })
    const { id } = await away.onDuty(await away.post({ hoursPerWeek: 40 }), '假期')
    await hoursOn(away, id, 30, yesterday, { date: `${yesterday.slice(0, 7)}-${yesterday.endsWith('28') ? '27' : '28'}` })
    const long = (more: object) => away.library.post<{ overWeek: boolean; limit: number }>('workStudy/hourEntry/enter', { engagementId: id, date: yesterday, ...more })
    const entered = ok(await long({ start: '06:00', end: '16:00' }))
    expect([entered.overWeek, entered.limit]).toEqual([false, 200])
    await away.close()
  })
  it('40-W1 of a vacation are its own', () => {
    const figure = { week: 8, month: 40, vacationWeek: 40 }
    expect([limitsOf(figure, false), limitsOf(figure, true), plannedHours(4, figure)]).toEqual([{ week: 8, month: 40 }, { week: 40, month: 200 }, 20])
  })
})
describe('hours', () => {
  it('40-W2 are whole half hours, in order, not in the future and at most seven days late', async () => {
    const { id } = await s.onDuty(await s.post(), '守时')
    expect([hoursBetween('09:00', '10:29'), hoursBetween('09:10', '11:00'), hoursBetween('10:00', '09:00')]).toEqual([1, 1.5, 0])
    expect(ruleOf(await enter(s.library, id, { start: '11:00', end: '09:00' }))).toBe('order')
    expect(ruleOf(await enter(s.library, id, { start: '09:00', end: '09:20' }))).toBe('short')
    expect((await enter(s.library, id, { start: '00:00', end: '25:00' })).code).toBe(400)
    expect(ruleOf(await enter(s.library, id, { date: addDays(today(), 1) }))).toBe('future')
    const late = await enter(s.library, id, { date: addDays(today(), -8) })
    expect([ruleOf(late), late.errors[0]?.values]).toEqual(['late', { date: addDays(today(), -8), days: 7, first: addDays(today(), -7) }])
    expect((await enter(s.library, id, { date: addDays(today(), -7) })).code).toBe(200)
  })
  it('40-W2 overlap neither each other nor a lesson nor leave', async () => {
    const { id, studentId } = await s.onDuty(await s.post(), '不重叠')
    // a day that no other test uses: its weekday has a lesson from here on
    const date = addDays(today(), -3)
    const enterThen = (start: string, end: string) => enter(s.library, id, { date, start, end })
    ok(await enterThen('09:00', '11:00'))
    const twice = await enterThen('10:30', '12:00')
    expect([ruleOf(twice), twice.errors[0]?.values]).toEqual(['overlap', { date, start: '09:00', end: '11:00', post: '图书整理' }])
    expect((await enterThen('11:00', '12:00')).code).toBe(200)
    await s.lessonOn(date, '14:00', '15:40')
    const lesson = await enterThen('15:00', '16:00')
    expect([ruleOf(lesson), lesson.errors[0]?.values]).toEqual(['lesson', { date, start: '14:00', end: '15:40', course: '数据结构' }])
    await s.leaveOn(studentId, date)
    expect(ruleOf(await enterThen('19:00', '20:00'))).toBe('leave')
  })
  it('of another unit are not found', async () => {
    const { id } = await s.onDuty(await s.post(), '别家')
    expect((await enter(s.canteen, id)).code).toBe(404)
  })
  it('of an external unit ask for the agreement of three parties', async () => {
    const given = { name: '校门口书店', kind: 'external', licenceNo: '91110000000000000X', contact: '李店长', phone: '13900001111', userIds: [s.library.userId] }
    const unitId = ok(await s.officer.post<{ id: string }>('workStudy/employUnit/add', given)).id
    const { id } = await s.onDuty(await s.post({ unitId, title: '理货' }), '校外')
    expect(ruleOf(await enter(s.library, id))).toBe('noAgreement')
    ok(await s.library.post('workStudy/engagement/sign', { id }))
    expect((await enter(s.library, id)).code).toBe(200)
  })
})
describe('confirmation', () => {
  it('40-W6 silence of three days confirms, told a day before', async () => {
    const heard = captureEvents(s.server, 'workStudy.hoursApproved')
    const { id, studentId } = await s.onDuty(await s.post(), '沉默')
    const { id: entryId } = ok(await enter(s.library, id))
    expect([await remind(s.db, Date.now() + 1.9 * DAY_MS), await remind(s.db, Date.now() + 2.1 * DAY_MS)]).toEqual([0, expect.any(Number)])
    await confirmBySilence(s.db, Date.now() + 2.9 * DAY_MS)
    expect((await entryOf(entryId)).state).toBe('entered')
    await confirmBySilence(s.db, Date.now() + 3.1 * DAY_MS)
    expect(await entryOf(entryId)).toMatchObject({ state: 'approved', confirmedBy: 'silence' })
    await s.server.settle()
    expect(heard.filter(h => h.studentId === studentId)).toMatchObject([{ engagementId: id, studentId, hours: 2 }])
  })
  it('40-W6 a dispute goes to the office, which says how many hours stand', async () => {
    const { id, actor, studentId } = await s.onDuty(await s.post(), '有异议')
    const [one, two] = [ok(await enter(s.library, id)), ok(await enter(s.library, id, { start: '14:00', end: '16:00' }))]
    for (const e of [one, two]) ok(await actor.post('workStudy/hourEntry/dispute', { id: e.id, note: '只做了一小时' }))
    await confirmBySilence(s.db, Date.now() + 9 * DAY_MS)
    expect((await entryOf(one.id)).state).toBe('disputed')
    const todos = ok(await s.officer.get<{ result: Array<{ title: string }> }>('base/todo/mine', {}))
    expect(todos.result.some(t => t.title.includes('有异议'))).toBe(true)
    expect(ruleOf(await s.officer.post('workStudy/hourEntry/settle', { id: one.id, hours: 3, answer: '核实' }))).toBe('atMost')
    ok(await s.officer.post('workStudy/hourEntry/settle', { id: one.id, hours: 1, answer: '核实一小时' }))
    ok(await s.officer.post('workStudy/hourEntry/settle', { id: two.id, hours: 0, answer: '没有上岗' }))
    expect(await entryOf(one.id)).toMatchObject({ state: 'approved', hours: 1 })
    expect(await s.db.unscoped(hourMonth).find({ studentId, month: yesterday.slice(0, 7) })).toMatchObject({ hours: 1 })
  })
  it('hours of one student are not confirmed by another', async () => {
    const [one, two] = [await s.onDuty(await s.post(), '甲'), await s.onDuty(await s.post(), '乙')]
    const { id } = ok(await enter(s.library, one.id))
    expect((await two.actor.post('workStudy/hourEntry/confirm', { ids: [id] })).code).toBe(404)
    expect((await two.actor.post('workStudy/hourEntry/dispute', { id, note: '不是我' })).code).toBe(404)
  })
  it('pages show the week of a unit and the month of a student', async () => {
    const { id, actor } = await s.onDuty(await s.post(), '看板')
    ok(await enter(s.library, id, { start: '13:00', end: '14:30' }))
    const week = ok(await s.library.get<{ people: Array<{ engagementId: string; monthHours: number; entries: unknown[] }> }>('workStudy/hourEntry/week', { week: yesterday }))
    expect(week.people.find(p => p.engagementId === id)).toMatchObject({ name: '看板', monthHours: 1.5, limit: 40, entries: [{ start: '13:00', hours: 1.5 }] })
    const mine = ok(await actor.get<object>('workStudy/hourEntry/mine'))
    expect(mine).toMatchObject({ limit: 40, engagements: [{ id, isActive: true, totalHours: 1.5 }], entries: [{ post: '图书整理', state: 'entered' }] })
  })
  it('the week of a unit counts the month of the day that is asked for, though the week goes on into the next', async () => {
    const { id, studentId } = await s.onDuty(await s.post(), '跨月')
    for (const [month, hours] of [
      ['2026-08', 5],
      ['2026-09', 9],
    ] as const)
      await s.db.insert(hourMonth, { studentId, month, hours })
    const monthHours = async (week: string) =>
      ok(await s.library.get<{ people: Array<{ engagementId: string; monthHours: number }> }>('workStudy/hourEntry/week', { week })).people.find(p => p.engagementId === id)
        ?.monthHours
    expect([await monthHours('2026-08-31'), await monthHours('2026-09-01')]).toEqual([5, 9])
  })
  it('own hours wait for the unit', async () => {
    const { id, actor } = await s.onDuty(await s.post(), '补登')
    const made = ok(await actor.post<{ id: string }>('workStudy/hourEntry/enterOwn', { engagementId: id, date: yesterday, start: '19:00', end: '20:00' }))
    expect((await entryOf(made.id)).state).toBe('studentConfirmed')
    ok(await s.library.post('workStudy/hourEntry/approve', { ids: [made.id] }))
    expect((await entryOf(made.id)).state).toBe('approved')
  })
})
describe('the code on the screen', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] })) // stands still: no code changes between its screen and its scan
  afterEach(() => void vi.useRealTimers())
  const scan = (who: Actor, code: string) => who.post<{ what: string; hours: number | null }>('workStudy/workScan/scan', { code })
  const code = async (by = s.library) => ok(await by.get<{ code: string; seconds: number }>('workStudy/workScan/code', {}))
  const old = (unitId: string) => codeAt(`${s.db.key('workStudy codes').toString('base64url')} ${unitId}`, unitId, 30, Date.now() - 31_000)
  it('changes every 30 seconds; an older one, and that of another unit, is refused', async () => {
    const { actor } = await s.onDuty(await s.post(), '扫码')
    expect((await code()).seconds).toBe(30)
    expect(ruleOf(await scan(actor, old(s.units.library)))).toBe('codeOld')
    expect(ruleOf(await scan(actor, (await code(s.canteen)).code))).toBe('notHere')
    expect(ok(await scan(actor, (await code()).code)).what).toBe('in')
    expect(ruleOf(await scan(actor, (await code()).code))).toBe('soon')
  })
  it('ends work with the hours between, and asks the unit where the end was forgotten', async () => {
    const { id, actor, studentId } = await s.onDuty(await s.post(), '签退')
    // a night in the week before, which has no other hours
    const inAt = new Date(schoolMs(addDays(today(), -2), '08:00')).toISOString()
    ok(await scan(actor, (await code()).code))
    const open = await s.db.unscoped(workScan).find({ studentId, state: 'open' })
    await s.db.update(workScan, open?.id ?? '', { inAt })
    expect(ok(await scan(actor, (await code()).code))).toMatchObject({ what: 'out', hours: 15.5 })
    expect(await s.db.unscoped(hourEntry).find({ engagementId: id })).toMatchObject({ source: 'scan', state: 'studentConfirmed', hours: 15.5, start: '08:00', end: '23:59' })
    ok(await scan(actor, (await code()).code))
    expect(await forget(s.db, Date.now() + 11 * HOUR_MS)).toBeLessThanOrEqual(1)
    await forget(s.db, Date.now() + 13 * HOUR_MS)
    const forgotten = await s.db.unscoped(workScan).find({ studentId, state: 'forgotten' })
    const todos = ok(await s.library.get<{ result: Array<{ title: string }> }>('base/todo/mine', {}))
    expect(todos.result.some(t => t.title.includes('签退'))).toBe(true)
    ok(await s.library.post('workStudy/workScan/settle', { id: forgotten?.id }))
    expect(await s.db.unscoped(workScan).one(forgotten?.id ?? '')).toMatchObject({ state: 'settled' })
  })
})
