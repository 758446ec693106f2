import { describe, expect, it } from 'vitest'
import type { CaseState, FlowGraph, FlowNode } from '#flow/index.ts'
import { obstacleTo } from '../oversight/server/may-move.ts'
import { asks } from '../testing.ts'
import { readGraph, readSource } from './model/read-graph.ts'
import { Wrong } from './model/strict.ts'

const ask = (id: string): FlowNode => asks(id, { by: 'relation', relation: 'fdy' })
const START: FlowNode = { id: 'start', type: 'start', name: '开始' }
const END: FlowNode = { id: 'end', type: 'end', name: '结束' }
const fork = (id: string): FlowNode => ({ id, type: 'parallel', name: `并行${id}` })
/** `a-b-c` is a path; several make a graph. */
const drawn = (nodes: FlowNode[], ...ways: string[]): FlowGraph => ({
  nodes: [START, ...nodes, END],
  edges: ways.flatMap(way => {
    const ids = way.split('-')
    return ids.slice(1).map((to, i) => ({ from: ids[i] as string, to }))
  }),
})
const wrongAt = (given: unknown): string => {
  try {
    readGraph(given)
  } catch (error) {
    if (error instanceof Wrong) return error.at
    throw error
  }
  return ''
}

describe('reading a drawing from outside', () => {
  it('takes one in which something is still to be chosen, as a draft is kept while somebody works on it', () => {
    const unfinished: FlowNode[] = [
      asks('role', { by: 'role', role: '' }),
      asks('position', { by: 'position', position: '' }),
      { id: 'auto', type: 'auto', name: '自动', does: '' },
      { id: 'sub', type: 'sub', name: '子流程', defCode: '' },
    ]
    expect(wrongAt(drawn(unfinished, 'start-role-position-auto-sub-end'))).toBe('')
  })
  const whole: FlowGraph = {
    nodes: [
      START,
      {
        ...ask('a'),
        type: 'handle',
        multi: { kind: 'all', percent: 60, untilEverybodyVoted: true },
        fieldPerms: { days: 'required' },
        buttons: ['reject', 'return'],
        timeout: { hours: 8, workingTime: true, marks: [{ atPercent: 100, action: 'transfer', toUserId: '0197b2a0-0000-7000-8000-000000000001' }] },
        needSign: true,
        needOpinion: 'always',
        phrases: ['同意'],
        mandatory: 'statement',
      } as FlowNode,
      { id: 'c', type: 'condition', name: '天数' },
      { id: 'w', type: 'wait', name: '等待', hours: 24 },
      { id: 'x', type: 'auto', name: '处理', does: 'issue' },
      { id: 's', type: 'sub', name: '子流程', defCode: 'other' },
      { id: 'k', type: 'cc', name: '抄送', approvers: { by: 'chosen', chooser: 'applicant', roles: ['officer'] } },
      END,
    ],
    edges: [{ from: 'c', to: 'w', name: '长假', when: { all: [{ fact: 'days', op: 'gt', value: 3 }, { not: { any: [{ fact: 'leaveType', op: 'in', value: ['sick'] }] } }] } }],
  }
  it('takes every kind of step, branch and deadline as it is written', () => {
    expect(readGraph(whole)).toEqual(whole)
    expect(readSource({ by: 'head', levelsUp: 1 })).toEqual({ by: 'head', levelsUp: 1 })
  })
  it('10-W1 refuses unknown keys, wrong types and unknown words with their place', () => {
    const changed = (change: (graph: Record<string, never>) => void): unknown => {
      const copy = structuredClone(whole) as unknown as Record<string, never>
      change(copy)
      return copy
    }
    const node = (i: number, patch: Record<string, unknown>): unknown => changed(g => Object.assign((g.nodes as unknown as object[])[i] as object, patch))
    expect(wrongAt(undefined)).toBe('graph')
    expect(wrongAt([])).toBe('graph')
    expect(wrongAt({ nodes: [] })).toBe('graph.edges')
    expect(wrongAt(changed(g => Object.assign(g, { script: 'x' })))).toBe('graph.script')
    expect(wrongAt(node(1, { script: 'x' }))).toBe('graph.nodes[1].script')
    expect(wrongAt(node(1, { type: 'script' }))).toBe('graph.nodes[1].type')
    expect(wrongAt(node(1, { type: 'constructor' }))).toBe('graph.nodes[1].type')
    expect(wrongAt(node(1, { approvers: { by: 'people', userIds: ['x'] } }))).toBe('graph.nodes[1].approvers.userIds[0]')
    expect(wrongAt(node(1, { emptyPolicy: 'drop' }))).toBe('graph.nodes[1].emptyPolicy')
    expect(wrongAt(node(1, { fieldPerms: { 'a.b': 'read' } }))).toBe('graph.nodes[1].fieldPerms.a.b')
    expect(wrongAt(node(1, { name: '长'.repeat(61) }))).toBe('graph.nodes[1].name')
    expect(wrongAt(node(0, { id: "x'; drop" }))).toBe('graph.nodes[0].id')
    expect(wrongAt(changed(g => Object.assign(g, { edges: [{ from: 'a', to: 'b', when: 'days > 3' }] })))).toBe('graph.edges[0].when')
    expect(wrongAt(changed(g => Object.assign(g, { edges: [{ from: 'a', to: 'b', when: { fact: 'days', op: 'gt', value: ['3'] } }] })))).toBe('graph.edges[0].when.value')
  })
  it('10-W2 refuses conditions without end', () => {
    let when: unknown = { fact: 'days', op: 'filled' }
    for (let i = 0; i < 20; i++) when = { not: when }
    expect(wrongAt({ nodes: [], edges: [{ from: 'a', to: 'b', when }] })).toMatch(/^graph\.edges\[0\]\.when\.not/)
  })
})

describe('moving running cases to another version', () => {
  const plain = drawn([ask('a'), ask('b')], 'start-a-b-end')
  const at = (places: CaseState['places'], nodes: readonly string[], more: Partial<CaseState> = {}): CaseState => ({
    state: 'pending',
    places,
    tasks: nodes.map((node, i) => ({ no: i + 1, node, round: 1, userId: 'u', originalUserId: 'u', state: 'todo' as const, order: 1, kind: 'decide' as const, visit: i + 1 })),
    passed: [],
    round: 1,
    lastNo: nodes.length,
    ...more,
  })
  const atA = at([{ node: 'a' }], ['a'])
  it('10-W3 moves a case whose step is still there and of the same kind', () => {
    expect(obstacleTo(atA, plain, drawn([ask('a'), ask('n'), ask('b')], 'start-a-n-b-end'))).toBeUndefined()
    expect(obstacleTo(atA, plain, drawn([ask('b')], 'start-b-end'))).toEqual({ text: '新版本没有“{node}”这个环节', values: { node: 'a审批' } })
    expect(obstacleTo(atA, plain, drawn([{ ...ask('a'), type: 'handle' } as FlowNode, ask('b')], 'start-a-b-end'))?.text).toBe('新版本的“{node}”不是同一种环节')
  })
  it('10-W3 judges a case that is back with its applicant by where it will come back to', () => {
    const returned = at([], [], { state: 'returned', backTo: [{ node: 'b' }] })
    expect(obstacleTo(returned, plain, drawn([ask('a')], 'start-a-end'))?.values).toEqual({ node: 'b审批' })
    expect(obstacleTo(returned, plain, plain)).toBeUndefined()
  })
  it('10-W3 does not move a case to where a join would wait for ever', () => {
    const parallel = drawn([fork('f'), ask('a'), ask('b'), fork('j')], 'start-f-a-j-end', 'f-b-j')
    expect(obstacleTo(atA, plain, parallel)).toEqual({ text: '新版本在“{join}”还要等“{node}”，这份申请不会经过那里', values: { join: '并行j', node: 'b审批' } })
    const both = at([{ node: 'a' }, { node: 'b' }], ['a', 'b'])
    expect(obstacleTo(both, parallel, parallel)).toBeUndefined()
    expect(obstacleTo(both, parallel, drawn([fork('f'), ask('a'), ask('b'), ask('c'), fork('j')], 'start-f-a-j-end', 'f-b-j', 'f-c-j'))?.text).toMatch(/并行/)
    expect(obstacleTo(both, parallel, plain)?.text).toMatch(/并行/)
    const arrived = at([{ node: 'j', arrived: ['a'] }, { node: 'b' }], ['b'])
    expect(obstacleTo(arrived, parallel, parallel)).toBeUndefined()
    expect(
      obstacleTo(at([{ node: 'a' }], ['a']), drawn([ask('a')], 'start-a-end'), drawn([ask('a'), fork('f'), ask('b'), ask('c'), fork('j')], 'start-a-f-b-j-end', 'f-c-j')),
    ).toBeUndefined()
  })
})
