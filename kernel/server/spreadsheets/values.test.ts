import { expect, it } from 'vitest'
import { bool, citizenIdCheck, date, datetime, decimal, type Field, fill, integer, money, ref, text, time } from '#model'
import type { Lookups } from './lookups.ts'
import type { Cell } from './read.ts'
import { cellToValue } from './values.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const lookups: Lookups = { code: () => undefined, reference: (_f, t) => ({ 一班: ID, 重名: { count: 2 } })[t] }
const read = (field: Field, cell: Cell | undefined): unknown => {
  const one = cellToValue('x', field, cell, lookups)
  return 'issue' in one ? `${one.issue.rule}: ${fill(one.issue.text, one.issue.values)}` : one.value
}
const all = (field: Field, cells: Cell[]): unknown[] => cells.map(c => read(field, c))
const number = text('学号', { format: 'code', max: 20 })
const idNo = text('证件号', { format: 'citizenId', max: 20 })

it('10-E2 keeps numbers of people whole: digits, full-width, scientific notation', () => {
  expect(all(number, [202601010101, '２０２６０１', ' 2026 01 ', '2.02601010101E+11', 2026.0, '\u200b2026\u3000'])).toEqual([
    '202601010101',
    '202601',
    '202601',
    '202601010101',
    '2026',
    '2026',
  ])
  const valid = `11010120080101001${citizenIdCheck('11010120080101001')}`
  expect(read(idNo, valid)).toBe(valid)
})
it('10-E2 refuses identity numbers that Excel has rounded, with that explanation', () => {
  for (const cell of [110101200801010000, 1.10101200801e17, '1.10101E+17', '110101200801011000'])
    expect(read(idNo, cell)).toMatch(/^sheet\.rounded: 证件号是数字格式，Excel 只保留 15 位/)
})
it('10-E2 takes dates as text or Excel number', () => {
  expect(all(date('日期'), ['2026-09-01', '2026/9/1', '2026.9.1', '2026年9月1日', '20260901', 20260901, 46266, { serial: 46266.4 }, '2026-9-1 0:00:00'])).toEqual(
    Array(9).fill('2026-09-01'),
  )
  expect(all(date('日期'), ['2026-02-30', '去年', { serial: 1 }, 12])).toEqual([
    expect.stringMatching(/^value\.date/),
    expect.stringMatching(/^value\.date/),
    expect.stringMatching(/^value\.date/),
    expect.stringMatching(/^value\.date/),
  ])
  expect(all(time('时间'), ['8:30', '08：30', 0.354166666, { serial: 46266.354166666 }])).toEqual(Array(4).fill('08:30'))
  expect(all(datetime('时刻'), ['2026/9/1 8:30', { serial: 46266.354166666 }, '2026-09-01'])).toEqual([
    '2026-09-01T08:30:00+08:00',
    '2026-09-01T08:30:00+08:00',
    '2026-09-01T00:00:00+08:00',
  ])
})
it('10-E2 takes yes and no in words, figures with separators, money in yuan', () => {
  expect(all(bool('住宿'), ['是', '否', '√', 'Y', 0, true, '也许'])).toEqual([true, false, true, true, false, true, expect.stringMatching(/^value\.type/)])
  expect(all(integer('人数'), ['1,234', '１２', 3, '3.5'])).toEqual([1234, 12, 3, expect.stringMatching(/^value\.type/)])
  expect(all(decimal('身高', { scale: 1 }), ['170.5', 170.55])).toEqual([170.5, expect.stringMatching(/^value\.scale/)])
  expect(all(money('费用'), [12.5, '￥1,200.00', 0.1 + 0.2, '0.001'])).toEqual([1250, 120000, 30, expect.stringMatching(/^value\.type/)])
})
it('finds what a reference names, and says when nothing or too much is found', () => {
  expect(all(ref('nothing', '班级'), ['一班', '二班', '重名'])).toEqual([ID, 'sheet.refMissing: 没有班级“二班”', 'sheet.refAmbiguous: 班级“重名”有 2 个，请改填编号'])
})
it('says what is wrong with a cell that holds no value', () => {
  expect(read(text('姓名'), { unusable: 'cellError', text: '#REF!' })).toBe('sheet.cellError: 姓名的单元格是错误值 #REF!')
  expect(read(text('姓名'), { unusable: 'noResult', text: '' })).toMatch(/^sheet\.noResult/)
  expect(read(text('姓名', { required: true }), '　 ')).toMatch(/^value\.required/)
  expect(read(text('姓名'), undefined)).toBe(null)
})
