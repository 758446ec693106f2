import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allEntities } from '#model'
import { MERGED } from '#model/small-groups.ts'
import { namePinyin } from '#server/i18n/pinyin.ts'
import { identityWarnings, idFaultOf } from './model/identity.ts'
import { COMPLETENESS_FIELDS, completenessOf, isAtSchool, isEnded, LOCKED_FIELDS, missingFields, STUDENT_STATUS, student } from './model/index.ts'
import { bindingFaults, lockedFaults, valueFaults } from './server/checks.ts'
import { medianByGrade, sizeVerdict } from './server/class-sizes.ts'
import { type Counted, hideSmall, mergeSmall } from './server/small-cells.ts'
import { citizenNo } from './testing.ts'

const anyCanton = { has: () => true }
const today = '2026-11-21'
const keys = (issues: ReadonlyArray<{ rule: string }>): string[] => issues.map(i => i.rule.split('.').at(-1) as string)

describe('a record', () => {
  it('knows every status of the national list', () => {
    expect(Object.keys(STUDENT_STATUS)).toHaveLength(14)
    expect(Object.keys(STUDENT_STATUS).filter(isEnded)).toHaveLength(9)
    expect(Object.keys(STUDENT_STATUS).filter(isAtSchool)).toEqual(['active'])
  })
  it('names only fields that exist', () => {
    expect(allEntities().some(e => e.name === 'student')).toBe(true)
    for (const name of [...COMPLETENESS_FIELDS, ...LOCKED_FIELDS]) expect(student.fields).toHaveProperty(name)
  })
  it('is complete when nothing that counts is missing', () => {
    const full = Object.fromEntries(COMPLETENESS_FIELDS.map(name => [name, 'x']))
    expect(completenessOf(full)).toBe(100)
    expect(completenessOf({ ...full, phone: '', homeAddress: null })).toBe(90)
    expect(missingFields({ ...full, phone: '', homeAddress: null })).toEqual(['phone', 'homeAddress'])
  })
  it('30-SR5 binds its starred fields from enrolment on, not before', () => {
    expect(bindingFaults({ phone: '138' }, 'preEnrolled')).toEqual([])
    expect(bindingFaults({}, 'active').length).toBeGreaterThan(8)
  })
  it('30-SR2 lets an empty locked field be filled, never be changed', () => {
    const row = { status: 'active', name: '周雨桐', ethnicityCode: null }
    const show = (_field: string, value: unknown) => value
    expect(lockedFaults(row, { ethnicityCode: '06' }, show)).toEqual([])
    expect(lockedFaults(row, { name: '周雨彤' }, show)[0]?.values).toMatchObject({ value: '周雨桐', wanted: '周雨彤' })
    expect(lockedFaults({ ...row, status: 'preEnrolled' }, { name: '周雨彤' }, show)).toEqual([])
  })
})

describe('an identity number', () => {
  it('is checked as a citizen number only where it is one', () => {
    expect(idFaultOf({ idType: '1', idNo: '110101200503140001' })).toBe('checkDigit')
    expect(idFaultOf({ idType: '1', idNo: '11010120050314' })).toBe('length')
    expect(idFaultOf({ idType: 'A', idNo: 'E12345678' })).toBeUndefined()
  })
  it('warns of another birth date or sex and refuses neither', () => {
    const idNo = citizenNo('11010120050314002')
    expect(identityWarnings({ idType: '1', idNo, birthDate: '2005-03-14', genderCode: '2' })).toEqual([])
    expect(identityWarnings({ idType: '1', idNo, birthDate: '2005-03-15', genderCode: '1' }).map(w => w.field)).toEqual(['birthDate', 'genderCode'])
    expect(valueFaults({ idType: '1', idNo, birthDate: '2005-03-15' }, anyCanton, today)).toEqual([])
  })
  it('refuses a birth date to come, reversed dates and unknown regions', () => {
    expect(keys(valueFaults({ birthDate: '2027-01-01' }, anyCanton, today))).toEqual(['birthDateFuture'])
    expect(keys(valueFaults({ enrolDate: '2026-09-01', expectedGraduation: '2026-07-01' }, anyCanton, today))).toEqual(['datesReversed'])
    expect(keys(valueFaults({ homeCanton: '999999' }, { has: () => false }, today))).toEqual(['cantonUnknown'])
  })
})

it('names are found by their reading and its initials', async () => {
  expect(await namePinyin('周雨桐')).toBe('zhouyutong zyt')
  expect(await namePinyin('单小仇')).toMatch(/^shan/)
  expect(await namePinyin('阿依古丽·买买提')).toMatch(/^ayigulimaimaiti /)
})
it('class sizes stand out over capacity or far from the middle of the grade', () => {
  expect(medianByGrade([30, 32, 34].map(count => ({ grade: 2024, count }))).get(2024)).toBe(32)
  expect([sizeVerdict(46, 45, 35), sizeVerdict(15, 45, 35), sizeVerdict(30, 45, 20), sizeVerdict(33, 45, 35)]).toEqual(['over', 'small', 'large', undefined])
})

describe('small groups', () => {
  const cell = (row: string, column: string, enrolled: number, atSchool = enrolled): Counted => ({ row, column, enrolled, atSchool })
  it('30-SS3 are merged until the rest is large enough', () => {
    const merged = mergeSmall([cell('汉', '', 90), cell('苗', '', 3), cell('回', '', 6)], 'row', 5)
    expect(merged.map(c => [c.row, c.enrolled])).toEqual([
      ['汉', 90],
      [MERGED, 9],
    ])
    expect(mergeSmall([cell('汉', '', 90), cell('苗', '', 3), cell('彝', '', 2)], 'row', 5).map(c => c.enrolled)).toEqual([90, 5])
  })
  it('30-SS3 leave no count below the least, and none that a sum gives back', () => {
    const size = fc.integer({ min: 0, max: 12 })
    fc.assert(
      fc.property(fc.array(fc.array(size, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 6 }), rows => {
        const cells = rows.flatMap((line, r) => line.map((n, c) => cell(`r${r}`, `c${c}`, n)))
        const shown = hideSmall(cells, 5)
        expect(shown.every(c => c.enrolled === null || c.enrolled === 0 || c.enrolled >= 5)).toBe(true)
        for (const axis of ['row', 'column'] as const) {
          for (const key of new Set(cells.map(c => c[axis]))) {
            const line = shown.filter(c => c[axis] === key)
            const others = cells.filter((c, i) => c[axis] === key && c.enrolled > 0 && shown[i]?.enrolled !== null)
            // a single suppressed count is fine only if its line has no other cell to suppress
            if (line.filter(c => c.enrolled === null).length === 1) expect(others).toEqual([])
          }
        }
      }),
    )
  })
})
