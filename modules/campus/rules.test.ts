import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citizenBirthDate, citizenGender, citizenIdCheck, citizenIdFault } from '#model'
import { currentTerm, daysOfYear, isSchoolDay, longGaps, nextXn, type TermSpan, termOf, weekNo, weeksOf, yearsOf } from './model/calendar-rules.ts'
import { addDays, daysBetween, eachDay, monthsBetween, weekdayOf } from './model/days.ts'
import { className, examColumns, hasFloor, overRatio, patternFault } from './model/organisation-rules.ts'
import { compareEditions, completeRegions, levelOf, orphans, parentOf } from './model/regions.ts'
import { inGrade } from './server/generate-classes.ts'
import { codeBook, regions } from './server/region-seed.ts'
import { holidaysOf } from './server/seed-holidays.ts'

const aDate = fc.integer({ min: 0, max: 40_000 }).map(n => addDays('1990-01-01', n))
const term = (xn: string, xqM: TermSpan['xqM'], startDate: string, weeks: number): TermSpan => ({
  xn,
  xqM,
  week1Start: startDate,
  weeks,
  startDate,
  endDate: addDays(startDate, weeks * 7 - 1),
  switchDate: addDays(startDate, -7),
})
const YEAR = { xn: '2026-2027', startDate: '2026-08-31', endDate: '2027-08-29' }
const TERMS = [term('2026-2027', '1', '2026-08-31', 20), term('2026-2027', '2', '2027-02-22', 19)]

describe('plain dates', () => {
  it('add and count without knowing a time zone', () => {
    fc.assert(fc.property(aDate, fc.integer({ min: -5000, max: 5000 }), (date, n) => daysBetween(date, addDays(date, n)) === n))
    fc.assert(fc.property(aDate, date => weekdayOf(addDays(date, 7)) === weekdayOf(date) && weekdayOf(date) >= 1 && weekdayOf(date) <= 7))
    expect([weekdayOf('2026-11-21'), weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual([6, 7, 1])
    expect(eachDay('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
    expect(monthsBetween('2026-08-31', '2027-01-17')).toEqual(['2026-08', '2026-09', '2026-10', '2026-11', '2026-12', '2027-01'])
  })
})
describe('the calendar', () => {
  it('30-BC1 every day of a year belongs to it, days after a term are its vacation and have no week', () => {
    const days = daysOfYear(YEAR, TERMS)
    expect(days).toHaveLength(daysBetween(YEAR.startDate, YEAR.endDate) + 1)
    for (const d of days) {
      const inside = TERMS.some(t => t.startDate <= d.date && d.date <= t.endDate)
      expect(inside || (d.dayType === 'vacation' && d.weekNo === null)).toBe(true)
      expect(d.xqM).toBe(termOf(TERMS, d.date)?.xqM ?? null)
    }
  })
  it('counts teaching weeks from the first Monday', () => {
    const [first] = TERMS as [TermSpan]
    expect([weekNo(first, '2026-08-31'), weekNo(first, '2026-09-06'), weekNo(first, '2026-09-07'), weekNo(first, '2027-01-17'), weekNo(first, '2027-01-18')]).toEqual([
      1,
      1,
      2,
      20,
      null,
    ])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 139 }), n => {
        const week = weekNo(first, addDays(first.startDate, n))
        const span = weeksOf(first).find(w => w.weekNo === week)
        return span !== undefined && span.startDate <= addDays(first.startDate, n) && addDays(first.startDate, n) <= span.endDate
      }),
    )
  })
  it('30-BC2 there is never more than one current term, and it never goes back', () => {
    fc.assert(
      fc.property(aDate, aDate, (a, b) => {
        const [early, late] = [a, b].sort() as [string, string]
        const [x, y] = [currentTerm(TERMS, early), currentTerm(TERMS, late)]
        return !x || (y !== undefined && y.switchDate >= x.switchDate)
      }),
    )
    expect(currentTerm(TERMS, '2026-08-23')).toBeUndefined()
    expect(currentTerm(TERMS, '2026-08-24')?.xqM).toBe('1')
    expect(currentTerm(TERMS, '2027-02-14')?.xqM).toBe('1')
    expect(currentTerm(TERMS, '2027-02-15')?.xqM).toBe('2')
  })
  it('30-BC3 knows the statutory holidays of its years, and every make-up day takes another weekday’s timetable', () => {
    for (const year of [2024, 2025, 2026]) {
      const days = holidaysOf(year)
      expect(new Set(days.map(d => d.date)).size).toBe(days.length)
      expect(days.some(d => d.name.includes('国庆节') && d.dayType === 'holiday')).toBe(true)
      for (const d of days.filter(x => x.dayType === 'makeup')) {
        expect(d.asWeekday, d.date).toBeGreaterThan(0)
        expect(weekdayOf(d.date), `${d.date} is worked, so it is a weekend day`).toBeGreaterThan(5)
      }
    }
    expect(holidaysOf(2026).filter(d => d.date >= '2026-10-01' && d.date <= '2026-10-07')).toHaveLength(7)
    expect(holidaysOf(1999)).toEqual([])
  })
  it('30-BC5 counts teaching, exam and make-up days as school days', () => {
    expect(['teaching', 'exam', 'makeup', 'weekend', 'holiday', 'vacation'].map(isSchoolDay)).toEqual([true, true, true, false, false, false])
  })
  it('knows school years and warns of gaps above ten weeks', () => {
    expect([yearsOf('2026-2027'), yearsOf('2026-2028'), yearsOf('26-27')]).toEqual([{ begin: 2026, end: 2027 }, undefined, undefined])
    expect(nextXn('2026-2027')).toBe('2027-2028')
    expect(longGaps(TERMS)).toEqual([])
    expect(longGaps([...TERMS, term('2027-2028', '1', '2027-10-11', 10)])[0]?.days).toBe(98)
  })
})
describe('regions', async () => {
  const rows = await regions()
  it('30-BG2 every chain completes: each code has its parent, each area a city, each city a province', () => {
    const byCode = new Map(rows.map(r => [r.code, r]))
    for (const r of rows) {
      if (r.level === 'province') expect(r.parentCode).toBeNull()
      else expect(byCode.get(r.parentCode ?? '')?.level).toBe(r.level === 'area' ? 'city' : 'province')
      expect(r.fullName.length).toBeGreaterThan(1)
    }
    expect(orphans(completeRegions(codeBook()))).toEqual([])
  })
  it('30-BG2 municipalities pass through 市辖区 and 县, province-administered counties through one collective row', () => {
    const of = (code: string) => rows.find(r => r.code === code)
    expect(['110100', '310100', '500100', '500200', '429000', '469000', '659000'].map(c => of(c)?.name)).toEqual([
      '市辖区',
      '市辖区',
      '市辖区',
      '县',
      '省直辖县级行政区划',
      '省直辖县级行政区划',
      '自治区直辖县级行政区划',
    ])
    expect([of('110105')?.fullName, of('429004')?.fullName, of('420106')?.fullName]).toEqual(['北京市朝阳区', '湖北省仙桃市', '湖北省武汉市武昌区'])
    expect(of('500229')?.fullName).toBe('重庆市城口县')
  })
  it('30-BG1 abolished codes stay, out of selections, each with a successor in force', () => {
    const old = rows.filter(r => r.validTo !== null)
    expect(old.length).toBeGreaterThanOrEqual(40)
    const inForce = new Set(rows.filter(r => r.isEnabled).map(r => r.code))
    for (const r of old) {
      expect(r.isEnabled).toBe(false)
      expect(inForce.has(r.replacedBy ?? ''), `${r.code} ${r.name}`).toBe(true)
    }
  })
  it('30-BG2 levels and parents follow from the digits, and completing is stable', () => {
    const book = codeBook()
    fc.assert(
      fc.property(fc.constantFrom(...book), ({ code }) => {
        const parent = parentOf(code)
        return levelOf(code) === 'province' ? parent === null : parent !== null && levelOf(parent) === (levelOf(code) === 'area' ? 'city' : 'province')
      }),
    )
    const once = completeRegions(book)
    expect(completeRegions(once.map(({ code, name }) => ({ code, name })))).toEqual(once)
  })
  it('finds what a new edition adds, renames and abolishes, with the likely successor', () => {
    const before = completeRegions([
      { code: '420000', name: '湖北省' },
      { code: '420100', name: '武汉市' },
      { code: '420115', name: '江夏县' },
      { code: '420116', name: '黄陂区' },
    ])
    const after = completeRegions([
      { code: '420000', name: '湖北省' },
      { code: '420100', name: '武汉市' },
      { code: '420118', name: '江夏区' },
      { code: '420116', name: '黄陂新区' },
    ])
    expect(compareEditions(before, after)).toEqual({
      added: [expect.objectContaining({ code: '420118' })],
      renamed: [{ code: '420116', from: '黄陂区', to: '黄陂新区' }],
      abolished: [{ code: '420115', name: '江夏县', successor: '420118' }],
    })
  })
})
describe('names and rooms', () => {
  it('name classes by pattern', () => {
    expect(className('{grade}{short}{n}班', { grade: 2026, short: '软件', n: 3 })).toBe('2026软件3班')
    expect(className('{yy}级{short}{nn}班', { grade: 2026, short: '软件', n: 3 })).toBe('26级软件03班')
    expect([patternFault('{grade}{n}'), patternFault('{grade}'), patternFault('{x}{n}')]).toEqual([undefined, { noNumber: true }, { unknown: 'x' }])
    expect([inGrade('2025软件1班', 2025, 2026), inGrade('25010101', 2025, 2026)]).toEqual(['2026软件1班', '26010101'])
  })
  it('30-BR6 count the excess over the ratio', () => {
    expect([overRatio(200, 200), overRatio(214, 200), overRatio(0, 200)]).toEqual([0, 14, 0])
  })
  it('know columns of an exam room and floors of a building', () => {
    expect([examColumns('7-8-8-7'), examColumns('7-'), examColumns('7-a')]).toEqual([[7, 8, 8, 7], undefined, undefined])
    expect([5, 6, 0, -1, -2].map(f => hasFloor({ floors: 5, basements: 1 }, f))).toEqual([true, false, false, true, false])
  })
})
describe('citizen identity numbers', () => {
  const first17 = fc
    .tuple(fc.integer({ min: 110101, max: 659012 }), aDate, fc.integer({ min: 1, max: 999 }))
    .map(([c, d, n]) => `${c}${d.replaceAll('-', '')}${String(n).padStart(3, '0')}`)
  it('30-BG3 every rightly made number passes, every single wrong digit is found', () => {
    fc.assert(fc.property(first17, head => citizenIdFault(head + citizenIdCheck(head)) === undefined))
    fc.assert(
      fc.property(first17, fc.integer({ min: 14, max: 16 }), fc.integer({ min: 1, max: 9 }), (head, at, by) => {
        const wrong = `${head.slice(0, at)}${(Number(head[at]) + by) % 10}${head.slice(at + 1)}`
        return citizenIdFault(wrong + citizenIdCheck(head)) === 'checkDigit'
      }),
    )
    fc.assert(
      fc.property(first17, head => citizenBirthDate(`${head}X`).replaceAll('-', '') === head.slice(6, 14) && citizenGender(`${head}X`) === (Number(head[16]) % 2 ? '1' : '2')),
    )
  })
})
