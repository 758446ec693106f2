import { array, assert, boolean, constantFrom, integer, option, property, record, shuffledSubarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recheck } from './model/engine/recheck.ts'
import { shareRooms } from './model/engine/share.ts'
import { solved } from './model/engine/solve.ts'
import type { Occupant, PlanInput, Resident } from './model/engine/types.ts'
import { parsePoolFilter, parseStudentFilter } from './model/filters.ts'
import { poolOfGrants } from './model/grants.ts'
import { parseRules, USUAL_RULES } from './model/rules.ts'
import { suppliesOf } from './model/supply.ts'
import { bedsIn, pad, plan, room, sleeper } from './testing-plans.ts'

const seats = (input: PlanInput, effort = 40) => solved(input, effort).lines.flatMap(l => (l.bedId ? [{ studentId: l.studentId, bedId: l.bedId }] : []))

const gender = constantFrom('1', '2')
const person = record({
  genderCode: gender,
  grade: constantFrom(2025, 2026),
  n: integer({ min: 1, max: 5 }),
  isInternational: constantFrom(false, false, false, true),
  needsAccessible: constantFrom(false, false, false, true),
  campusId: constantFrom('k1', 'k1', 'k2'),
  smokes: option(boolean(), { nil: null }),
  sleepAt: option(integer({ min: 540, max: 800 }), { nil: null }),
  wish: option(integer({ min: 0, max: 30 }), { nil: null }),
})
const house = record({
  genderCode: gender,
  accessible: boolean(),
  campusId: constantFrom('k1', 'k1', 'k2'),
  dormId: constantFrom('h1', 'h2'),
  kept: constantFrom(null, null, 'd1'),
  lives: option(constantFrom(2025, 2026), { nil: null }),
})
/** Any school of up to thirty students and ten rooms, with quotas and pins. */
const anyPlan = record({
  people: array(person, { minLength: 1, maxLength: 30 }),
  houses: array(house, { minLength: 1, maxLength: 10 }),
  quota: option(integer({ min: 0, max: 12 }), { nil: null }),
  quotaRooms: option(integer({ min: 0, max: 3 }), { nil: null }),
  pin: integer({ min: 0, max: 29 }),
  mixesGrades: boolean(),
  seed: integer({ min: 0, max: 1_000_000 }),
}).map(({ people, houses, quota, quotaRooms, pin, mixesGrades, seed }): PlanInput => {
  const students = people.map(({ n, wish, ...p }, at) =>
    sleeper(`s${pad(at)}`, {
      ...p,
      classId: `c${n}`,
      departmentId: n > 3 ? 'd2' : 'd1',
      majorId: `m${n}`,
      wishes: wish === null || wish >= people.length ? [] : [`s${pad(wish)}`],
    }),
  )
  const rooms = houses.map(({ kept, lives: _lives, ...h }, n) => room(n, { ...h, floorId: `${h.dormId}f${n % 2}`, onlyDepartmentId: kept }))
  const residents: Resident[] = houses.flatMap(({ lives }, n) => (lives === null ? [] : [{ roomId: `r${pad(n)}`, classId: 'c1', majorId: 'm1', departmentId: 'd1', grade: lives }]))
  const beds = bedsIn(rooms).filter(b => b.bedNo !== 4 || !residents.some(r => r.roomId === b.roomId))
  return {
    students,
    rooms,
    beds,
    residents,
    quotas: quota === null ? [] : [{ departmentId: 'd1', gradeMajorId: null, classId: null, genderCode: '2', beds: quota, rooms: quotaRooms }],
    pins: students[pin] && beds[pin] ? [{ studentId: students[pin].id, bedId: beds[pin].id }] : [],
    rules: { ...USUAL_RULES, mixesGrades, internationalDormIds: ['h2'] },
    seed,
  }
})

describe('working beds out', () => {
  it('20-DP1 breaks no hard rule, whatever is asked for: gender, campus, accessible rooms, buildings, grades, quotas and pins', () => {
    assert(
      property(anyPlan, input => {
        const found = seats(input)
        expect([...recheck(input, found)]).toEqual([])
        expect(new Set(found.map(s => s.bedId)).size).toBe(found.length)
        expect(new Set(found.map(s => s.studentId)).size).toBe(found.length)
      }),
      { numRuns: 300 },
    )
  })
  it('20-DP1 names in a finished plan each rule that is broken, and only there', () => {
    const rooms = [room(1), room(2, { genderCode: '1' }), room(3, { accessible: true }), room(4, { campusId: 'k2' }), room(5, { onlyClassIds: ['c9'] })]
    const of = (who: Partial<Occupant>, bedId: string, more: Partial<PlanInput> = {}) =>
      recheck(plan({ rooms, students: [sleeper('s1', who), sleeper('s2')], ...more }), [{ studentId: 's1', bedId }]).get('s1')
    expect(of({}, 'r001-1')).toBeUndefined()
    expect(of({}, 'r002-1')).toBe('gender')
    expect(of({ needsAccessible: true }, 'r001-1')).toBe('accessible')
    expect(of({ needsAccessible: true }, 'r003-1')).toBeUndefined()
    expect(of({}, 'r004-1')).toBe('campus')
    expect(of({}, 'r005-1')).toBe('kept')
    expect(of({ isInternational: true }, 'r001-1')).toBe('international')
    expect(of({}, 'gone')).toBe('bedOut')
    expect(of({}, 'r001-1', { pins: [{ studentId: 's1', bedId: 'r001-2' }] })).toBe('pin')
    expect(of({}, 'r001-1', { residents: [{ roomId: 'r001', classId: null, majorId: null, departmentId: null, grade: 2024 }] })).toBe('grade')
    expect(of({}, 'r001-1', { quotas: [{ departmentId: 'd1', gradeMajorId: null, classId: null, genderCode: '2', beds: 0, rooms: null }] })).toBe('quota')
  })
  it('20-DP4 answers the same for the same data in any order, and the same seed', () => {
    assert(
      property(
        anyPlan.chain(input =>
          record({
            input: constantFrom(input),
            students: shuffledSubarray([...input.students], { minLength: input.students.length }),
            beds: shuffledSubarray([...input.beds], { minLength: input.beds.length }),
          }),
        ),
        ({ input, students, beds }) => {
          const again = { ...input, students, beds, rooms: [...input.rooms].reverse() }
          expect(solved(again, 20)).toEqual(solved(input, 20))
        },
      ),
      { numRuns: 60 },
    )
  })
  it('20-DP1 places everybody where there are beds for all, and says why it does not elsewhere', () => {
    const students = Array.from({ length: 16 }, (_, n) => sleeper(`s${pad(n)}`))
    expect(solved(plan({ students }), 20).measures).toMatchObject({ students: 16, placed: 16, unplaced: 0, halfEmpty: 0 })
    const more = [...students, sleeper('s900')]
    expect(
      solved(plan({ students: more }), 20)
        .lines.filter(l => !l.bedId)
        .map(l => l.unplaced),
    ).toEqual(['noBed'])
    const why = (who: Partial<Occupant>, given: Partial<PlanInput> = {}) => solved(plan({ students: [sleeper('s1', who)], ...given }), 5).lines[0]?.unplaced
    expect(why({ needsAccessible: true })).toBe('accessible')
    expect(why({ isInternational: true })).toBe('international')
    expect(why({}, { quotas: [{ departmentId: 'd1', gradeMajorId: null, classId: null, genderCode: '2', beds: 0, rooms: null }] })).toBe('quota')
    expect(why({}, { pins: [{ studentId: 's1', bedId: 'elsewhere' }] })).toBe('pin')
  })
})

describe('rooms to classes and colleges', () => {
  const classOf = (classId: string, count: number, more: Partial<Occupant> = {}) => Array.from({ length: count }, (_, n) => sleeper(`${classId}-${pad(n)}`, { classId, ...more }))
  it('20-DP1 gives whole rooms first, what is left of classes of one college and grade together, and no bed twice', () => {
    const students = [...classOf('a', 6), ...classOf('b', 6), ...classOf('c', 4, { departmentId: 'd2' })]
    const { lines, measures } = shareRooms(plan({ students }), 'toClass')
    expect(measures).toMatchObject({ students: 16, placed: 16, unplaced: 0, rooms: 4 })
    const shared = Map.groupBy(lines, l => l.roomId)
    for (const of of shared.values()) expect(of.reduce((sum, l) => sum + l.beds, 0)).toBeLessThanOrEqual(4)
    expect([...shared.values()].filter(of => of.length > 1).map(of => of.map(l => l.classId))).toEqual([['a', 'b']])
  })
  it('20-DP1 keeps quotas of beds and rooms, and never lets two colleges share a room', () => {
    const students = [...classOf('a', 6), ...classOf('b', 6, { departmentId: 'd2' })]
    const quotas = [{ departmentId: 'd1', gradeMajorId: null, classId: null, genderCode: '2', beds: 4, rooms: 1 }]
    const { lines, measures } = shareRooms(plan({ students, quotas }), 'toCollege')
    expect(lines.filter(l => l.departmentId === 'd1').reduce((sum, l) => sum + l.beds, 0)).toBe(4)
    expect(measures.unplaced).toBe(2)
    for (const of of Map.groupBy(lines, l => l.roomId).values()) expect(new Set(of.map(l => l.departmentId)).size).toBe(1)
  })
  it('puts rooms with the same classes together for a round of claims', () => {
    expect(
      poolOfGrants([
        { roomId: 'r1', classIds: ['b', 'a'] },
        { roomId: 'r2', classIds: ['a', 'b'] },
        { roomId: 'r3', classIds: ['c'] },
        { roomId: 'r4', classIds: [] },
      ]),
    ).toEqual([
      { roomIds: ['r1', 'r2'], classIds: ['a', 'b'] },
      { roomIds: ['r3'], classIds: ['c'] },
    ])
  })
})

describe('what a plan is told', () => {
  it('20-DP5 counts what is missing by campus and gender, or by gender where campuses do not matter', () => {
    const demand = [
      { campusId: 'east', genderCode: '2', departmentId: 'd1', n: 30 },
      { campusId: 'east', genderCode: '2', departmentId: 'd2', n: 20 },
      { campusId: 'west', genderCode: '2', departmentId: 'd1', n: 5 },
    ]
    const beds = [
      { campusId: 'east', genderCode: '2', n: 13 },
      { campusId: 'west', genderCode: '2', n: 40 },
    ]
    expect(suppliesOf(demand, beds, true).map(s => [s.campusId, s.short])).toEqual([
      ['east', 37],
      ['west', 0],
    ])
    expect(suppliesOf(demand, beds, false)).toEqual([{ campusId: null, genderCode: '2', demand: 55, beds: 53, short: 2 }])
  })
  it('takes no filter that names nobody, and no weight outside 0 to 100', () => {
    expect(parseStudentFilter({})).toBeUndefined()
    expect(parseStudentFilter({ grades: [2026] })).toMatchObject({ grades: [2026], classIds: [] })
    expect(parseStudentFilter({ grades: [2026], income: 1 })).toBeUndefined()
    expect(parsePoolFilter({ ownCollege: true })).toBeUndefined()
    expect(parseRules({ weights: { class: 101 } })).toBeUndefined()
    expect(parseRules({ weights: { ethnicity: 10 } })).toBeUndefined()
    expect(parseRules({ weights: { class: 0 } })?.weights).toMatchObject({ class: 0, wish: 40 })
  })
})
