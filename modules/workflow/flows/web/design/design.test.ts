import { describe, expect, it } from 'vitest'
import { type FlowGraph, type FlowNode, isAsking } from '#flow/index.ts'
import { type Design, type DesignAct, designed, designOf, MOST_STEPS_BACK } from './design.ts'

const ask = (id: string): FlowNode => ({
  id,
  type: 'approve',
  name: id,
  approvers: { by: 'relation', relation: 'fdy' },
  multi: { kind: 'any' },
  emptyPolicy: 'owner',
  samePolicy: 'ask',
})
const graph: FlowGraph = {
  nodes: [{ id: 'start', type: 'start', name: '提交' }, ask('a'), { id: 'end', type: 'end', name: '结束' }],
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'end' },
  ],
}
const done = (acts: readonly DesignAct[], from: Design = designOf(graph)): Design => acts.reduce(designed, from)
const insert = (type: 'approve' | 'condition' | 'parallel', at = 'a'): DesignAct => ({ kind: 'insert', spot: { after: at }, type })
const ids = (design: Design): string[] => design.graph.nodes.map(node => node.id)

describe('the drawing on the table', () => {
  it('chooses what was put in, so that the panel opens on it', () => {
    const design = done([insert('approve')])
    expect(ids(design)).toEqual(['start', 'a', 'approve1', 'end'])
    expect(design.chosen).toEqual({ node: 'approve1' })
  })
  it('takes every act back and does it again, and forgets what was undone once something else is done', () => {
    const made = done([insert('approve'), insert('condition'), { kind: 'addWay', of: 'condition1' }])
    const undone = done([{ kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' }], made)
    expect(undone.graph).toBe(graph)
    expect(done([{ kind: 'redo' }, { kind: 'redo' }, { kind: 'redo' }], undone).graph).toEqual(made.graph)
    const other = done([insert('parallel')], undone)
    expect(other.future).toEqual([])
    expect(designed(other, { kind: 'redo' })).toBe(other)
    expect(designed(designOf(graph), { kind: 'undo' })).toMatchObject({ graph })
  })
  it('counts the strokes of one typing as one step back', () => {
    const node = graph.nodes[1] as FlowNode
    const typed = done([...'学院审批'].map((_, i): DesignAct => ({ kind: 'change', node: { ...node, name: '学院审批'.slice(0, i + 1) }, stroke: 'a.name' })))
    expect(typed.graph.nodes[1]?.name).toBe('学院审批')
    expect(typed.past).toHaveLength(1)
    const elsewhere = done(
      [
        { kind: 'choose', chosen: undefined },
        { kind: 'change', node: { ...node, name: '院' }, stroke: 'a.name' },
      ],
      typed,
    )
    expect(elsewhere.past).toHaveLength(2)
  })
  it('stays the very same where an act cannot be done, so that nothing is saved for it', () => {
    const design = designOf(graph)
    expect(designed(design, { kind: 'remove', id: 'start' })).toBe(design)
    expect(designed(design, { kind: 'move', id: 'a', by: 1 })).toBe(design)
    expect(designed(design, { kind: 'removeWay', of: 'a', way: 0 })).toBe(design)
  })
  it('chooses the new branch of a condition, which stands before the default one, and follows a branch that moves', () => {
    const design = done([insert('condition'), { kind: 'addWay', of: 'condition1' }])
    expect(design.chosen).toEqual({ of: 'condition1', way: 1 })
    const moved = designed(design, { kind: 'moveWay', of: 'condition1', way: 1, by: -1 })
    expect(moved.chosen).toEqual({ of: 'condition1', way: 0 })
    const out = moved.graph.edges.filter(edge => edge.from === 'condition1')
    expect(out.map(edge => edge.when !== undefined)).toEqual([true, true, false])
  })
  it('lets go of what is taken away, also by undoing', () => {
    expect(done([insert('approve'), { kind: 'remove', id: 'approve1' }]).chosen).toBeUndefined()
    expect(done([insert('approve'), { kind: 'undo' }]).chosen).toBeUndefined()
    expect(done([insert('condition'), { kind: 'choose', chosen: { of: 'condition1', way: 1 } }, { kind: 'undo' }]).chosen).toBeUndefined()
  })
  it('keeps the table of a long afternoon small', () => {
    const node = graph.nodes.find(isAsking) as FlowNode
    const design = done(Array.from({ length: MOST_STEPS_BACK + 20 }, (_, i): DesignAct => ({ kind: 'change', node: { ...node, name: `第 ${i} 次` } })))
    expect(design.past).toHaveLength(MOST_STEPS_BACK)
  })
})
