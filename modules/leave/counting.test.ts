import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSchoolTime } from '#model/school-time.ts'
import { weekdayOf } from '#modules/campus/model/days.ts'
import { besideHoliday, exceedsTerm, furthestEnd, gapDays, LEVELS, type Level, levelOf, nearLeaves, type Other, overlapping, raised, termLimit } from './model/counting.ts'
import { beginOf, coversNight, dateOf, datesOf, daysOf, endOf, type Half, halfOf, moved, nameOf, type Span, spanOf } from './model/half-days.ts'

const half = fc.integer({ min: 40_000, max: 42_000 })
const span = fc.tuple(half, fc.integer({ min: 0, max: 60 })).map(([from, length]): Span => ({ from, to: from + length }))
const isWeekend = (date: string): boolean => weekdayOf(date) > 5
const on = (text: string): Half => halfOf(text.slice(0, 10), text.endsWith('pm') ? 'pm' : 'am')
const other = (from: string, to: string, leaveNo = 'QJ1'): Other => ({ id: leaveNo, leaveNo, span: { from: on(from), to: on(to) }, days: daysOf({ from: on(from), to: on(to) }) })

describe('half days', () => {
  it('go from a span to moments and back without change', () => fc.assert(fc.property(span, s => void expect(spanOf(beginOf(s.from), endOf(s.to))).toEqual(s))))
  it('name their date and half', () =>
    expect([dateOf(on('2026-09-16 pm')), nameOf(on('2026-09-16 pm')), toSchoolTime('2026-09-15T16:30:00Z')]).toEqual(['2026-09-16', 'pm', { date: '2026-09-16', time: '00:30' }]))
  it('leave the afternoon alone where a leave ends at noon, and the morning where it begins then', () => {
    expect(spanOf('2026-09-16T08:00:00+08:00', '2026-09-16T12:00:00+08:00')).toEqual({ from: on('2026-09-16'), to: on('2026-09-16') })
    expect(spanOf('2026-09-16T12:00:00+08:00', '2026-09-17T00:00:00+08:00')).toEqual({ from: on('2026-09-16 pm'), to: on('2026-09-16 pm') })
  })
  it('add up to the days they touch, or to those of them that count', () =>
    fc.assert(
      fc.property(span, s => {
        expect(daysOf(s)).toBe((s.to - s.from + 1) / 2)
        const classDays = daysOf(s, date => !isWeekend(date))
        expect(classDays).toBe(daysOf(s) - daysOf(s, isWeekend))
      }),
    ))
  it('keep their length when the whole leave is moved', () =>
    fc.assert(fc.property(span, fc.integer({ min: -20, max: 20 }), (s, by) => void expect(daysOf(moved(s, by))).toBe(daysOf(s)))))
  it('20-L15 cover a night only from the evening before to the morning after', () => {
    const leave = { from: on('2026-09-16 pm'), to: on('2026-09-17') }
    expect([coversNight(leave, '2026-09-15'), coversNight(leave, '2026-09-16'), coversNight(leave, '2026-09-17')]).toEqual([false, true, false])
  })
})

describe('20-L1 the level', () => {
  const rules = { fdy: 3, college: 7 }
  it.each<[number, Level]>([
    [0.5, 'fdy'],
    [3, 'fdy'],
    [3.5, 'college'],
    [7, 'college'],
    [7.5, 'officer'],
  ])('of %d days is %s', (days, level) => expect(levelOf(days, rules)).toBe(level))
  it('never falls when the leave grows longer', () => {
    const order = Object.keys(LEVELS)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 80 }),
        fc.integer({ min: 0, max: 40 }),
        (a, more) => order.indexOf(levelOf((a + more) / 2, rules)) >= order.indexOf(levelOf(a / 2, rules)),
      ),
    )
  })
})

describe('20-L2 leaves near to each other', () => {
  const earlier = other('2026-09-10', '2026-09-11 pm')
  it('count together over a weekend and two days: 3 + 2 days are 5', () => {
    const now = { from: on('2026-09-16'), to: on('2026-09-18 pm') }
    const near = nearLeaves(now, [earlier], isWeekend, 2)
    expect([daysOf(now), ...near.map(o => o.days)]).toEqual([3, 2])
    expect(nearLeaves({ from: on('2026-09-17'), to: on('2026-09-18 pm') }, [earlier], isWeekend, 2)).toEqual([])
  })
  it('are followed from one to the next, on both sides', () => {
    const all = [
      other('2026-09-03', '2026-09-04 pm', 'A'),
      other('2026-09-08', '2026-09-08 pm', 'B'),
      other('2026-09-14', '2026-09-14', 'D'),
      other('2026-10-20', '2026-10-20', 'E'),
    ]
    expect(nearLeaves({ from: on('2026-09-10'), to: on('2026-09-11 pm') }, all, isWeekend, 2).map(o => o.leaveNo)).toEqual(['A', 'B', 'D'])
  })
  it('never count less with a wider gap, and never one twice', () =>
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 8 }), fc.integer({ min: 0, max: 5 }), (now, spans, gap) => {
        const all = spans.map((s, n): Other => ({ id: `${n}`, leaveNo: `${n}`, span: s, days: daysOf(s) }))
        const narrow = nearLeaves(now, all, isWeekend, gap)
        const wide = nearLeaves(now, all, isWeekend, gap + 1)
        expect(new Set(narrow.map(o => o.id)).size).toBe(narrow.length)
        expect(narrow.every(o => wide.includes(o))).toBe(true)
      }),
    ))
  it('do not depend on the order they are read in', () =>
    fc.assert(
      fc.property(span, fc.uniqueArray(span, { maxLength: 8, selector: s => s.from }), (now, spans) => {
        const all = spans.map((s, n): Other => ({ id: `${n}`, leaveNo: `${n}`, span: s, days: daysOf(s) }))
        const ids = (list: readonly Other[]) => nearLeaves(now, list, isWeekend, 2).map(o => o.id)
        expect(ids(all.toReversed())).toEqual(ids(all))
      }),
    ))
  it('have no weekend between them counted', () => expect(gapDays(on('2026-09-11 pm'), on('2026-09-14'), isWeekend)).toBe(0))
})

describe('20-L3 holidays', () => {
  const isHoliday = (date: string): boolean => date >= '2026-10-01' && date <= '2026-10-07'
  it('are touched by the day before and the day after, by nothing else', () => {
    expect(besideHoliday({ from: on('2026-09-29'), to: on('2026-09-30') }, isHoliday)).toEqual(['2026-09-30'])
    expect(besideHoliday({ from: on('2026-10-08 pm'), to: on('2026-10-09') }, isHoliday)).toEqual(['2026-10-08'])
    expect(besideHoliday({ from: on('2026-09-28'), to: on('2026-09-29 pm') }, isHoliday)).toEqual([])
  })
  it('raise a short leave to the college and lower none', () => expect([raised('fdy', true), raised('fdy', false), raised('officer', true)]).toEqual(['college', 'fdy', 'officer']))
})

describe('other limits', () => {
  it('20-L4 more than a third of the term is too much, exactly a third is not', () =>
    expect([exceedsTerm(33, 99, 3), exceedsTerm(33.5, 99, 3), exceedsTerm(9, 0, 3), termLimit(100, 3)]).toEqual([false, true, false, 33]))
  it('20-L8 a leave that shares one half day is in the way', () =>
    fc.assert(
      fc.property(span, span, (a, b) => {
        const shares = [...Array(b.to - b.from + 1)].some((_, n) => b.from + n >= a.from && b.from + n <= a.to)
        expect(overlapping(a, [{ id: 'x', leaveNo: 'x', span: b, days: 1 }]) !== undefined).toBe(shares)
      }),
    ))
  it('20-L9 an extension reaches to the next leave and as far as its type allows, never back', () =>
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 5 }), fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }), (now, spans, maxDays) => {
        const others = spans.map((s, n): Other => ({ id: `${n}`, leaveNo: `${n}`, span: s, days: daysOf(s) }))
        const end = furthestEnd(now, others, maxDays)
        const ahead = others.filter(o => o.span.from > now.to)
        if (end === null) return maxDays === null && ahead.length === 0
        expect(end).toBeGreaterThanOrEqual(now.to)
        if (end > now.to) expect(overlapping({ from: now.from, to: end }, ahead)).toBeUndefined()
        if (end > now.to && maxDays !== null) expect(daysOf({ from: now.from, to: end })).toBeLessThanOrEqual(maxDays)
        return true
      }),
    ))
  it('list each date once', () => fc.assert(fc.property(span, s => void expect(datesOf(s)).toEqual([...new Set(datesOf(s))].sort()))))
})
