import { describe, expect, test } from 'vitest'
import { bool, choice, date, dict, dictionary, entity, integer, ref, text } from '#model'
import { conditionCount, listParams, nextSort, readState, searchedLabels, writeState } from './query.ts'

const set = dictionary('queryTestSet', '测试', { a: '甲', b: '乙' })
const row = entity(
  'kernel.queryTestRow',
  '测试行',
  {
    name: text('姓名', { search: true, sortable: true }),
    idNo: text('证件号', { search: true, encrypted: true, sensitivity: 'S1' }),
    state: choice('状态', { on: '开', off: '关' }),
    kind: dict('类别', set),
    bornOn: date('出生日期'),
    size: integer('人数', { sortable: true }),
    isOpen: bool('开放'),
    otherId: ref('queryTestRow', '其他'),
  },
  { title: 'name', scope: { everyone: 'rows of a test' } },
)
const FILTERS = ['name', 'idNo', 'state', 'kind', 'bornOn', 'size', 'isOpen', 'otherId']
const read = (search: string, defaults = {}) => readState(row, new URLSearchParams(search), FILTERS, defaults)
const params = (search: string, where = {}) => listParams(row, read(search), where)

describe('the state of a list lies in the address', () => {
  test('without anything it is page 1 of 20', () => {
    expect(read('')).toEqual({ page: 1, size: 20, sort: [], keyword: '', filters: {} })
  })
  test('nonsense falls back instead of breaking', () => {
    expect(read('page=0&size=9999')).toMatchObject({ page: 1, size: 20 })
    expect(read('page=1.5&size=-3')).toMatchObject({ page: 1, size: 20 })
    expect(read('page=x&size=200')).toMatchObject({ page: 1, size: 200 })
  })
  test('what is no filter of this list is left alone', () => {
    expect(read('tab=2&secret=1').filters).toEqual({})
    const state = { ...read('tab=2'), keyword: '张' }
    expect(String(writeState(row, new URLSearchParams('tab=2'), state, FILTERS))).toBe('tab=2&q=%E5%BC%A0')
  })
  test('reading what was written gives the same state, and defaults leave no trace', () => {
    const defaults = { sort: ['name'], size: 50 }
    const state = { page: 3, size: 100, sort: ['-size'], keyword: '张', filters: { state: 'on,off', 'bornOn.ge': '2005-01-01' } }
    const written = writeState(row, new URLSearchParams(), state, FILTERS, defaults)
    expect(readState(row, written, FILTERS, defaults)).toEqual(state)
    expect(String(writeState(row, written, { page: 1, size: 50, sort: ['name'], keyword: '', filters: {} }, FILTERS, defaults))).toBe('')
  })
})
describe('the list call', () => {
  test('texts are searched inside, personal ones are not, several codes become a set', () => {
    expect(params('name=王&idNo=330102&state=on&kind=a,b')).toEqual({
      current: '1',
      size: '20',
      'filters.name.like': '王',
      'filters.idNo': '330102',
      'filters.state': 'on',
      'filters.kind.in': 'a,b',
    })
  })
  test('several values that a screen fixes are a set, too', () => {
    expect(params('', { state: ['on', 'off'], kind: ['a'], 'bornOn.ge': '2005-01-01', more: ['x', 'y'] })).toMatchObject({
      'filters.state.in': 'on,off',
      'filters.kind.in': 'a',
      'filters.bornOn.ge': '2005-01-01',
      'filters.more': 'x,y',
    })
  })
  test('ranges may be open at one end', () => {
    expect(params('bornOn.ge=2005-01-01')).toMatchObject({ 'filters.bornOn.ge': '2005-01-01' })
  })
  test('a field called like a part of the paging stands apart from it', () => {
    expect(params('size=100&f.size.le=40')).toMatchObject({ size: '100', 'filters.size.le': '40' })
    expect(params('size.le=40')).not.toHaveProperty('filters.size.le')
  })
  test('what the screen asks for wins over the reader', () => {
    expect(params('state=off', { state: 'on', otherId: undefined, kind: ['a', 'b'] })).toMatchObject({ 'filters.state': 'on', 'filters.kind.in': 'a,b' })
  })
  test('order and keyword are sent when they are there', () => {
    expect(params('sort=-name,size&q=张')).toMatchObject({ sort: '-name,size', keyword: '张' })
    expect(params('')).not.toHaveProperty('sort')
  })
})
test('a range is one condition', () => {
  expect(conditionCount(read('bornOn.ge=2005-01-01&bornOn.le=2006-01-01&state=on&q=x'))).toBe(3)
  expect(conditionCount(read(''))).toBe(0)
})
test('a head is pressed up, down and off', () => {
  expect(nextSort([], 'name')).toEqual(['name'])
  expect(nextSort(['name'], 'name')).toEqual(['-name'])
  expect(nextSort(['-name'], 'name')).toEqual([])
  expect(nextSort(['-size'], 'name')).toEqual(['name'])
})
test('the placeholder names what the keyword searches', () => {
  expect(searchedLabels(row)).toEqual(['姓名'])
})
