import { describe, expect, it } from 'vitest'
import { type FlowGraph, insertStep } from '#flow/index.ts'
import { neighbour } from './neighbours.ts'

const empty: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [{ from: 'start', to: 'end' }],
}
const graph = insertStep(insertStep(empty, { after: 'start' }, 'condition'), { of: 'condition1', way: 1 }, 'approve')

describe('the arrow keys in a drawing', () => {
  it('begin at the start where nothing is chosen', () => {
    expect(neighbour(graph, undefined, 'down')).toEqual({ node: 'start' })
  })
  it('go down through a split into a branch and out of it again', () => {
    expect(neighbour(graph, { node: 'start' }, 'down')).toEqual({ node: 'condition1' })
    expect(neighbour(graph, { of: 'condition1', way: 1 }, 'down')).toEqual({ node: 'approve1' })
    expect(neighbour(graph, { node: 'approve1' }, 'down')).toEqual({ node: 'end' })
    expect(neighbour(graph, { node: 'approve1' }, 'up')).toEqual({ of: 'condition1', way: 1 })
  })
  it('go across from branch to branch and stay where nothing lies beside', () => {
    expect(neighbour(graph, { of: 'condition1', way: 0 }, 'right')).toEqual({ of: 'condition1', way: 1 })
    expect(neighbour(graph, { of: 'condition1', way: 1 }, 'left')).toEqual({ of: 'condition1', way: 0 })
    expect(neighbour(graph, { of: 'condition1', way: 1 }, 'right')).toBeUndefined()
    expect(neighbour(graph, { node: 'end' }, 'down')).toBeUndefined()
  })
})
