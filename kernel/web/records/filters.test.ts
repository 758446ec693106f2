import { expect, test } from 'vitest'
import { bool, choice, date, entity, integer, ref, text } from '#model'
import { isSet, resolveFilters, without, withValues } from './filters.ts'
import { swapped } from './swapped.ts'
import { ancestorsOf, matching, pathTo } from './trees.ts'

const row = entity(
  'kernel.filterTestRow',
  '测试行',
  { a: choice('甲', { x: 'X' }), b: bool('乙'), c: ref('filterTestRow', '丙'), d: date('丁'), e: integer('戊'), f: text('己') },
  { title: 'f', scope: { everyone: 'rows of a test' } },
)
test('every kind of field has its filter', () => {
  expect(resolveFilters(row, ['a', 'b', 'c', 'd', 'e', 'f', { field: 'e', options: [{ value: '2023', label: '2023 级' }] }]).map(f => f.kind)).toEqual([
    'many',
    'bool',
    'ref',
    'dates',
    'numbers',
    'text',
    'one',
  ])
})
test('taking one condition away leaves the others', () => {
  const set = { a: 'x', 'd.ge': '2026-01-01', 'd.le': '2026-02-01' }
  expect(without(set, 'd')).toEqual({ a: 'x' })
  expect(withValues(set, 'd', { 'd.ge': '2026-03-01', 'd.le': undefined })).toEqual({ a: 'x', 'd.ge': '2026-03-01' })
  expect([isSet(set, 'd'), isSet(set, 'a'), isSet(set, 'e')]).toEqual([true, true, false])
})
test('two neighbours change places', () => {
  expect(swapped(['a', 'b', 'c'], 0)).toEqual(['b', 'a', 'c'])
  expect(swapped(['a', 'b', 'c'], 1)).toEqual(['a', 'c', 'b'])
})
const tree = [
  { id: '1', name: '学院', children: [{ id: '2', name: '信息工程学院', code: '01', children: [{ id: '3', name: '软件教研室' }] }] },
  { id: '4', name: '学生工作处' },
]
test('a node is found with the ones above it', () => {
  expect(pathTo(tree, '3').map(n => n.id)).toEqual(['1', '2', '3'])
  expect(ancestorsOf(tree, '3')).toEqual(['1', '2'])
  expect(pathTo(tree, 'x')).toEqual([])
})
test('searching a tree keeps what lies above a hit and unfolds it', () => {
  const found = matching(tree, '软件')
  expect(found.nodes).toHaveLength(1)
  expect([...found.unfolded].sort()).toEqual(['1', '2'])
  expect(matching(tree, '01').nodes[0]?.children?.[0]?.id).toBe('2')
  expect(matching(tree, '没有').nodes).toEqual([])
})
