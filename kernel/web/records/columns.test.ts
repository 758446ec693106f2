import { describe, expect, test } from 'vitest'
import { date, entity, ref, text } from '#model'
import { cardColumns, chosenColumns, fittedWidths, orderedColumns, resolveColumns } from './columns.ts'

const row = entity(
  'kernel.columnTestRow',
  '测试行',
  {
    name: text('名称', { sortable: true, max: 60 }),
    phone: text('手机号', { format: 'mobile', sensitivity: 'S1', sortable: true }),
    bornOn: date('出生日期'),
    otherId: ref('columnTestRow', '其他'),
    note: text('说明', { multiline: true }),
    longTitle: text('这是一个很长很长很长的列名', { max: 10 }),
  },
  { title: 'name', scope: { everyone: 'rows of a test' } },
)
const of = (...given: Parameters<typeof resolveColumns<typeof row>>[1]) => resolveColumns(row, given)

describe('cards on the phone', () => {
  const all = ['name', 'state', 'no', 'class', 'late', 'days'].map(key => ({ key, hidden: key === 'late' }))
  const keysOf = (given: Parameters<typeof cardColumns<(typeof all)[number]>>[1]) => {
    const { title, state, facts } = cardColumns(all, given)
    return [title?.key, state?.key, facts.map(f => f.key)]
  }
  test('show the declared facts in their order, hidden columns among them, and never drop the title', () => {
    expect(keysOf({ stateKey: 'state', facts: ['late', 'class'] })).toEqual(['name', 'state', ['late', 'class']])
    expect(keysOf({ facts: ['late', 'name', 'gone'] })).toEqual(['name', undefined, ['late']])
  })
  test('name whoever a number belongs to, before it and not among the facts', () => {
    const [no, ...rest] = all
    const { title, name, facts } = cardColumns(
      [{ key: 'studentNo', hidden: false, namedBy: 'name' }, no, ...rest].flatMap(c => c ?? []),
      { stateKey: 'state' },
    )
    expect([title?.key, name?.key, facts.map(f => f.key)]).toEqual(['studentNo', 'name', ['no', 'class', 'days']])
  })
  test('show the first three columns where none are declared', () => {
    expect(keysOf({ stateKey: 'state' })).toEqual(['name', 'state', ['no', 'class', 'days']])
  })
})
describe('columns', () => {
  test('take title, width and place from the field', () => {
    expect(of('name', 'bornOn', 'note', 'updatedAt')).toMatchObject([
      { title: '名称', align: 'left', sortable: true },
      { title: '出生日期', align: 'center', sortable: false, width: 140, least: 128 },
      { align: 'left', width: 220 },
      { title: '更新时间', width: 168, sortable: true },
    ])
  })
  test('personal values are never an order', () => {
    expect(of('phone')[0]?.sortable).toBe(false)
  })
  test('a head is never cut off', () => {
    expect(of('longTitle')[0]?.width).toBeGreaterThan(13 * 13)
  })
  test('a date of another year is whole where there is room, and has what the page says where there is none', () => {
    expect(of({ key: 'bornOn', width: 120 })[0]).toMatchObject({ width: 140, least: 120 })
    expect(of({ key: 'bornOn', width: 120, render: () => null })[0]).toMatchObject({ width: 120 })
  })
  test('what the page says goes before what the field says', () => {
    expect(of({ key: 'name', title: '学生', width: 90, align: 'center', hidden: true })[0]).toMatchObject({ title: '学生', width: 90, align: 'center', hidden: true })
  })
})
describe('a table in its room', () => {
  const two = [
    { width: 200, least: 160 },
    { width: 100, least: 100 },
  ]
  test('a little too wide, it gives up what its columns can spare', () => expect(fittedWidths(two, 270)).toEqual([170, 100]))
  test('with room enough nothing changes, and far too wide it scrolls at full width', () => {
    for (const room of [300, 400, 259, Number.POSITIVE_INFINITY]) expect(fittedWidths(two, room)).toEqual([200, 100])
  })
  test('a head is not cut for it', () => expect(of('longTitle')[0]?.least).toBe(of('longTitle')[0]?.width))
  test('a head of several words takes two lines for it', () => {
    const [titled] = of({ key: 'bornOn', title: 'Leaves the city on foot' })
    expect(titled?.width).toBeGreaterThan(200)
    expect(titled?.least).toBe(128)
  })
})
describe('a remembered choice', () => {
  const all = [
    { key: 'a', hidden: false },
    { key: 'b', hidden: false },
    { key: 'c', hidden: true },
  ]
  const keys = (list: Array<{ key: string }>) => list.map(c => c.key).join('')
  test('without one the page decides', () => {
    expect(keys(chosenColumns(all, undefined))).toBe('ab')
  })
  test('orders, hides and shows', () => {
    expect(keys(chosenColumns(all, { order: ['a', 'c', 'b'], hidden: ['b'] }))).toBe('ac')
  })
  test('survives columns that came and went', () => {
    expect(keys(orderedColumns(all, { order: ['x', 'b', 'a'], hidden: ['x'] }))).toBe('bac')
    expect(keys(chosenColumns(all, { order: ['b', 'a'], hidden: [] }))).toBe('ba')
  })
})
