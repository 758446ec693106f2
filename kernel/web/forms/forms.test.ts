import { describe, expect, test } from 'vitest'
import { parseFields } from '#fields/parse.ts'
import { bool, date, integer, json, money, ref, text } from '#model'
import { ApiRefusal } from '#web/http/failure.ts'
import { numberOf, numberText } from '#web/inputs/numbers.ts'
import { fromDatetime, toDatetime } from '#web/inputs/time.ts'
import { type LayoutOf, sectionsOf } from './layout.ts'
import { placeIssues, placeRefusal, restOf } from './place.ts'
import { changedValues, givenValues, knownLabel, startValues, withValue } from './values.ts'

const fields = {
  name: text('姓名', { required: true, max: 4 }),
  phone: text('手机号', { format: 'mobile', sensitivity: 'S1' }),
  size: integer('人数'),
  fee: money('金额'),
  bornOn: date('出生日期'),
  isOpen: bool('开放'),
  departmentId: ref('department', '院系'),
  majorId: ref('major', '专业'),
  score: integer('分数', { readonly: true }),
  extra: json('其他'),
}
const row = { name: '王芳', phone: '138****2071', size: 3, fee: null, isOpen: false, departmentId: 'd1', departmentName: '信息工程学院', majorId: 'm1', score: 9 }

describe('a layout', () => {
  test('names fields of its entity and no others', () => {
    const named: LayoutOf<{ fields: typeof fields }> = ['name', { field: 'phone' }, { title: '院系', fields: ['departmentId', { field: 'majorId' }] }]
    // @ts-expect-error misspelt
    const inPlace: LayoutOf<{ fields: typeof fields }> = ['nmae']
    // @ts-expect-error misspelt
    const inSection: LayoutOf<{ fields: typeof fields }> = [{ title: '院系', fields: ['name', { field: 'majorID' }] }]
    expect([named, inPlace, inSection].map(one => sectionsOf(fields, one).flatMap(s => s.fields).length)).toEqual([4, 1, 2])
  })
})
describe('what is sent', () => {
  test('only what differs from the row', () => {
    expect(changedValues(fields, row, { ...startValues(fields, row), name: '王方', fee: '' })).toEqual({ name: '王方' })
    expect(changedValues(fields, row, startValues(fields, row))).toEqual({})
  })
  test('a shortened value left alone is never sent back, a new one is', () => {
    expect(startValues(fields, row)).not.toHaveProperty('phone')
    expect(changedValues(fields, row, { phone: '13812342071' })).toEqual({ phone: '13812342071' })
    expect(changedValues(fields, row, { phone: '' })).toEqual({})
  })
  test('emptying is sent as null, read-only values never', () => {
    expect(changedValues(fields, row, { size: '', score: 1 })).toEqual({ size: null })
    expect(givenValues({ name: '王芳', size: undefined, isOpen: false, fee: null })).toEqual({ name: '王芳', isOpen: false })
  })
  test('what hangs on a changed value is emptied', () => {
    const specs = [{ field: 'departmentId' }, { field: 'majorId', where: (v: Readonly<Record<string, unknown>>) => ({ departmentId: v.departmentId as string }) }]
    expect(withValue(row, 'departmentId', 'd2', specs)).toMatchObject({ departmentId: 'd2', majorId: null })
    expect(withValue(row, 'departmentId', 'd1', specs)).toMatchObject({ majorId: 'm1' })
  })
  test('a reference shows its name as long as it is the row’s own', () => {
    expect(knownLabel(fields, row, 'departmentId', 'd1')).toBe('信息工程学院')
    expect(knownLabel(fields, row, 'departmentId', 'd2')).toBeNull()
  })
})
describe('where a refusal stands', () => {
  const refusal = (errors: unknown[]) => new ApiRefusal(422, '不行', { errors })
  test('under its field, nested ones too; what no field can carry above the form', () => {
    const error = refusal([
      { field: 'name', rule: 'a', msg: '重名' },
      { field: 'name', rule: 'b', msg: '第二句' },
      { field: 'files[0].size', rule: 'c', msg: '太大' },
      { field: 'hidden', rule: 'd', msg: '看不见的' },
      { rule: 'e', msg: '已截止' },
    ])
    const placed = placeRefusal(error, new Set(['name', 'files']))
    expect(placed.fields).toEqual({ name: '重名', files: '太大' })
    expect(placed.rest.map(e => e.rule)).toEqual(['d', 'e'])
    expect(restOf(error, placed)).toBe(error)
  })
  test('nothing is said twice', () => {
    const error = refusal([{ field: 'name', rule: 'a', msg: '重名' }])
    expect(restOf(error, placeRefusal(error, new Set(['name'])))).toBeUndefined()
    expect(restOf(refusal([]), { fields: {}, rest: [] })).toBeDefined()
    expect(restOf(new Error('x'), undefined)).toBeInstanceOf(Error)
  })
  test('the browser’s own checks speak the server’s sentences', () => {
    const { issues } = parseFields(fields, { name: '欧阳诸葛亮', phone: '1385550' })
    expect(placeIssues(issues, fields)).toEqual({ name: '姓名最多 4 个字，现在 5 个', phone: '手机号应为 11 位手机号，现在是“1385550”（7 位）' })
  })
})
describe('numbers as they are typed', () => {
  test('money is yuan on screen and fen underneath', () => {
    expect(numberOf(fields.fee, '1,200.5')).toBe(120050)
    expect(numberOf(fields.fee, '19.99')).toBe(1999)
    expect(numberText(fields.fee, 120050)).toBe('1200.5')
  })
  test('a third decimal or a word stays text, so that it is refused and not rounded', () => {
    expect(numberOf(fields.fee, '1.005')).toBe('1.005')
    expect(numberOf(fields.size, '三')).toBe('三')
    expect(numberOf(fields.size, '1e9')).toBe('1e9')
  })
  test('full-width digits are digits', () => {
    expect(numberOf(fields.size, ' ４０ ')).toBe(40)
    expect(numberOf(fields.size, '')).toBeNull()
  })
})
test('clocks in pickers hang in China', () => {
  expect(fromDatetime('2026-09-13T16:10:00Z')?.format('YYYY-MM-DD HH:mm')).toBe('2026-09-14 00:10')
  expect(toDatetime(fromDatetime('2026-09-13T16:10:00Z'))).toBe('2026-09-14T00:10:00+08:00')
  expect(fromDatetime('x')).toBeNull()
})
test('without a layout every field that may be given is asked for; sections may be mixed in', () => {
  expect(sectionsOf(fields, undefined)[0]?.fields.map(f => f.field)).toEqual(['name', 'phone', 'size', 'fee', 'bornOn', 'isOpen', 'departmentId', 'majorId'])
  expect(sectionsOf(fields, ['name', { field: 'size' }, { title: '联系方式', fields: ['phone'] }, 'fee']).map(s => [s.title, s.fields.length])).toEqual([
    [undefined, 2],
    ['联系方式', 1],
    [undefined, 1],
  ])
})
