import { expect, it } from 'vitest'
import { depthOf, heightOf, subtree } from './tree.ts'

it('a tree is walked down and measured, and a circle ends', () => {
  const nodes = [
    { id: 'a', parentId: null },
    { id: 'b', parentId: 'a' },
    { id: 'c', parentId: 'b' },
    { id: 'd', parentId: 'a' },
  ]
  expect([...subtree(nodes, 'a')].sort()).toEqual(['a', 'b', 'c', 'd'])
  expect([depthOf(new Map(nodes.map(n => [n.id, n])), 'c'), heightOf(nodes, 'a'), heightOf(nodes, 'c')]).toEqual([3, 3, 1])
  const circle = [
    { id: 'x', parentId: 'y' },
    { id: 'y', parentId: 'x' },
  ]
  expect(depthOf(new Map(circle.map(n => [n.id, n])), 'x')).toBe(Number.POSITIVE_INFINITY)
  expect(heightOf(circle, 'x')).toBe(2)
  expect([...subtree(circle, 'x')].sort()).toEqual(['x', 'y'])
})
