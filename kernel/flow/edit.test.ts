import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask, either, flow, fork } from '#testing/flow.ts'
import { randomFlow } from '#testing/flow-random.ts'
import { allBlocks, blocksOf, graphOf } from './blocks.ts'
import { compareGraphs } from './compare.ts'
import { addWay, changeStep, changeWay, duplicateStep, insertStep, moveStep, moveWay, removeStep, removeWay } from './edit.ts'
import type { FlowGraph } from './graph.ts'
import { type NewType, NODE_TYPES } from './graph-position.ts'
import { layout } from './layout.ts'
import { structureProblems } from './structure.ts'

const long = { fact: 'days', op: 'gt', value: 3 } as const
const graph = flow(ask('a'), either('c', long, [ask('b')], []), fork('f', [ask('x')], [ask('y')]), ask('z'))
/** A flow in compact notation: `a c(b|) f{x|y} z`. */
const told = (g: FlowGraph): string => say(blocksOf(g) ?? [])
const say = (blocks: NonNullable<ReturnType<typeof blocksOf>>): string =>
  blocks
    .filter(b => b.node.type !== 'start' && b.node.type !== 'end')
    .map(b => b.node.id + (b.ways ? `(${b.ways.map(w => say(w.steps)).join('|')})` : ''))
    .join(' ')

describe('editing a drawing', () => {
  it('reads and writes blocks without loss', () => {
    expect(told(graph)).toBe('a c(b|) f(x|y) z')
    expect(graphOf(blocksOf(graph) ?? [])).toEqual(graph)
  })
  it('inserts behind a step, behind a whole block and at the top of a branch', () => {
    expect(told(insertStep(graph, { after: 'a' }, 'approve'))).toBe('a approve1 c(b|) f(x|y) z')
    expect(told(insertStep(graph, { after: 'c' }, 'cc'))).toBe('a c(b|) cc1 f(x|y) z')
    expect(told(insertStep(graph, { of: 'c', way: 1 }, 'wait'))).toBe('a c(b|wait1) f(x|y) z')
    expect(told(insertStep(graph, { after: 'b' }, 'condition'))).toBe('a c(b condition1(|)|) f(x|y) z')
    expect(told(insertStep(graph, { of: 'f', way: 0 }, 'parallel'))).toBe('a c(b|) f(parallel1(|) x|y) z')
    expect(insertStep(graph, { after: 'end' }, 'approve')).toBe(graph)
    expect(insertStep(graph, { after: 'nowhere' }, 'approve')).toBe(graph)
    expect(insertStep(graph, { after: 'a' }, 'approve', text => text + 1).nodes.find(n => n.id === 'approve1')?.name).toBe('审批1')
  })
  it('removes a step, a whole split, a fork by its join; never start or end', () => {
    expect(told(removeStep(graph, 'a'))).toBe('c(b|) f(x|y) z')
    expect(told(removeStep(graph, 'c'))).toBe('a f(x|y) z')
    expect(told(removeStep(graph, 'fJoin'))).toBe('a c(b|) z')
    expect([removeStep(graph, 'start'), removeStep(graph, 'end')]).toEqual([graph, graph])
  })
  it('adds a branch before the default one and removes branches, dissolving the split with the last', () => {
    const three = addWay(graph, 'c')
    expect(three.edges.filter(e => e.from === 'c').map(e => e.when)).toEqual([long, { all: [] }, undefined])
    expect(removeWay(three, 'c', 2)).toBe(three)
    expect(told(removeWay(three, 'c', 0))).toBe('a c(|) f(x|y) z')
    expect(told(removeWay(graph, 'c', 0))).toBe('a f(x|y) z')
    expect(told(removeWay(graph, 'c', 1))).toBe('a b f(x|y) z')
    expect(told(removeWay(graph, 'f', 1))).toBe('a c(b|) x z')
    expect(told(addWay(graph, 'f'))).toBe('a c(b|) f(x|y|) z')
  })
  it('says branches differently and orders them; the default one stays last and without a condition', () => {
    const three = addWay(graph, 'c')
    const first = (g: FlowGraph) => g.edges.filter(e => e.from === 'c').map(e => e.when)
    expect(first(moveWay(three, 'c', 1, -1))).toEqual([{ all: [] }, long, undefined])
    expect(moveWay(three, 'c', 1, 1)).toBe(three)
    expect(changeWay(graph, 'c', 0, { name: '长假', when: { fact: 'days', op: 'gt', value: 7 } }).edges.find(e => e.from === 'c')).toMatchObject({
      name: '长假',
      when: { value: 7 },
    })
    expect(first(changeWay(graph, 'c', 1, { when: long }))).toEqual([long, undefined])
  })
  it('moves blocks up and down inside their branch', () => {
    expect(told(moveStep(graph, 'c', -1))).toBe('c(b|) a f(x|y) z')
    expect(told(moveStep(graph, 'f', 1))).toBe('a c(b|) z f(x|y)')
    expect([moveStep(graph, 'a', -1), moveStep(graph, 'z', 1), moveStep(graph, 'b', 1)]).toEqual([graph, graph, graph])
  })
  it('duplicates with new ids all the way down', () => {
    const twice = duplicateStep(graph, 'f')
    expect(told(twice)).toBe('a c(b|) f(x|y) parallel1(approve1|approve2) z')
    expect(new Set(twice.nodes.map(n => n.id)).size).toBe(twice.nodes.length)
  })
  it('leaves a drawing that is no block structure as it is', () => {
    const crossed = { ...graph, edges: graph.edges.map(e => (e.from === 'x' ? { ...e, to: 'z' } : e)) }
    expect(blocksOf(crossed)).toBeUndefined()
    expect(insertStep(crossed, { after: 'a' }, 'approve')).toBe(crossed)
    expect(layout(crossed)).toMatchObject({ slots: [] })
  })
  it('any edits of any flow keep it block-structured and sound', () => {
    const types = Object.keys(NODE_TYPES) as NewType[]
    fc.assert(
      fc.property(randomFlow, fc.array(fc.tuple(fc.nat(8), fc.nat(), fc.nat()), { maxLength: 8 }), ({ graph: first }, edits) => {
        let g = first
        for (const [how, n, m] of edits) {
          const { slots } = layout(g)
          const node = g.nodes[n % g.nodes.length]?.id ?? ''
          const spot = slots[n % slots.length]?.spot ?? { after: 'start' }
          const sign = m % 2 ? 1 : -1
          const made = [
            () => insertStep(g, spot, types[m % types.length] ?? 'approve'),
            () => removeStep(g, node),
            () => addWay(g, node),
            () => removeWay(g, node, m % 3),
            () => moveWay(g, node, m % 3, sign),
            () => moveStep(g, node, sign),
            () => duplicateStep(g, node),
            () => changeStep(g, { ...(g.nodes[n % g.nodes.length] as FlowGraph['nodes'][number]), name: 'x' }),
            () => insertStep(g, spot, 'parallel'),
          ][how]
          g = made?.() ?? g
          expect(blocksOf(g), JSON.stringify(g)).toBeDefined()
          expect(structureProblems(g)).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('the vertical drawing', () => {
  it('puts steps below one another, branches into columns, with room to insert', () => {
    const drawing = layout(graph)
    expect(drawing).toMatchObject({ columns: 2 })
    expect(drawing.nodes.start).toEqual({ x: 1, row: 0 })
    expect(drawing.nodes.a).toEqual({ x: 1, row: 1 })
    expect(drawing.nodes.b).toEqual({ x: 0.5, row: 4 })
    expect(drawing.heads.filter(h => h.of === 'c')).toMatchObject([
      { x: 0.5, row: 3, way: 0 },
      { x: 1.5, row: 3, way: 1 },
    ])
    expect(drawing.merges).toEqual([{ x: 1, row: 5, of: 'c' }])
    expect(drawing.nodes.x?.row).toBe(drawing.nodes.y?.row)
    expect(drawing.slots).toContainEqual({ spot: { of: 'c', way: 1 }, x: 1.5, row: 3.5 })
  })
  it('leaves room for the words of branches that have no step', () => {
    const drawing = layout(flow(fork('f', [], [], [])))
    expect(drawing.heads.map(h => [h.x, h.row])).toEqual([
      [0.5, 2],
      [1.5, 2],
      [2.5, 2],
    ])
    expect(drawing.nodes.fJoin).toEqual({ x: 1.5, row: 3 })
  })
  it('never lets two things stand on one another, and draws every line downwards', () => {
    fc.assert(
      fc.property(randomFlow, ({ graph: g }) => {
        const { nodes, heads, merges, slots, lines, columns, rows } = layout(g)
        const points = [...Object.values(nodes), ...heads, ...merges, ...slots]
        expect(Object.keys(nodes).sort()).toEqual(g.nodes.map(n => n.id).sort())
        expect(new Set(points.map(p => `${p.x},${p.row}`)).size).toBe(points.length)
        expect(points.every(p => p.x > 0 && p.x < columns && p.row >= 0 && p.row < rows)).toBe(true)
        expect(lines.every(line => line.from.row < line.to.row)).toBe(true)
        expect(new Set(lines.flatMap(line => line.edges))).toEqual(new Set(g.edges.keys()))
        expect(allBlocks(blocksOf(g) ?? []).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('comparing two drawings', () => {
  it('names what was added, removed and changed, with the settings', () => {
    const after = changeStep(removeStep(insertStep(graph, { after: 'z' }, 'cc'), 'f'), ask('a', { name: '辅导员', needSign: true }))
    const made = compareGraphs(graph, after)
    expect(made.added.map(n => n.id)).toEqual(['cc1'])
    expect(made.removed.map(n => n.id)).toEqual(['f', 'x', 'y', 'fJoin'])
    expect(made.changed.map(c => [c.node.id, c.fields])).toEqual([['a', ['name', 'needSign']]])
    expect(compareGraphs(graph, structuredClone(graph)).isSame).toBe(true)
  })
  it('notices another condition and another order of branches', () => {
    const three = addWay(graph, 'c')
    expect(compareGraphs(three, changeWay(three, 'c', 0, { when: { fact: 'days', op: 'gt', value: 7 } })).edges).toMatchObject([
      { how: 'changed', edge: { when: { value: 7 } }, before: { when: { value: 3 } } },
    ])
    expect(compareGraphs(three, moveWay(three, 'c', 0, 1)).edges.map(e => e.how)).toEqual(expect.arrayContaining(['changed']))
  })
})
