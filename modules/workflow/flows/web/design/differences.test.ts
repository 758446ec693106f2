import { describe, expect, it } from 'vitest'
import { addWay, changeWay, type Fact, type FlowGraph, type FlowNode, insertStep, isAsking, removeStep } from '#flow/index.ts'
import { NO_NAMES } from '../public/labels.ts'
import { differencesOf } from './differences.ts'

const facts: Fact[] = [{ name: 'days', label: '天数', type: 'number', unit: '天', from: 'module' }]
const names = { ...NO_NAMES, facts }
const plain: FlowGraph = insertStep(
  {
    nodes: [
      { id: 'start', type: 'start', name: '提交' },
      { id: 'end', type: 'end', name: '结束' },
    ],
    edges: [{ from: 'start', to: 'end' }],
  },
  { after: 'start' },
  'approve',
)
const split = changeWay(insertStep(plain, { after: 'approve1' }, 'condition'), 'condition1', 0, { when: { fact: 'days', op: 'gt', value: 3 } })
const change = (graph: FlowGraph, id: string, to: (node: FlowNode) => FlowNode): FlowGraph => ({ ...graph, nodes: graph.nodes.map(node => (node.id === id ? to(node) : node)) })

describe('differences in words', () => {
  it('are none between a drawing and itself', () => {
    expect(differencesOf(split, split, names)).toEqual([])
  })
  it('name a step that came and one that went, without its lines', () => {
    expect(differencesOf(plain, split, names).map(d => [d.how, d.title])).toEqual([['added', '条件分支“条件分支”']])
    expect(differencesOf(plain, removeStep(plain, 'approve1'), names).map(d => d.how)).toEqual(['removed'])
  })
  it('say what a step was and what it is now', () => {
    const after = change(plain, 'approve1', node =>
      isAsking(node) ? { ...node, name: '学院审批', multi: { kind: 'all' }, approvers: { by: 'relation', relation: 'college' } } : node,
    )
    const [only] = differencesOf(plain, after, names)
    expect(only).toMatchObject({ how: 'changed', node: 'approve1', title: '审批“学院审批”' })
    expect(only?.details).toEqual(
      ['名称：审批 → 学院审批', '多人审批方式：或签 → 会签', '审批人：申请人的辅导员 → 申请人的学院管理员'].toSorted(
        (a, b) => (only?.details.indexOf(a) ?? 0) - (only?.details.indexOf(b) ?? 0),
      ),
    )
  })
  it('say what a branch asked and asks, and leave out a line that only leads to a new step', () => {
    const later = changeWay(split, 'condition1', 0, { when: { fact: 'days', op: 'gt', value: 7 } })
    expect(differencesOf(split, later, names)).toMatchObject([{ how: 'changed', details: ['天数超过 3 天 → 天数超过 7 天'] }])
    const longer = insertStep(split, { of: 'condition1', way: 0 }, 'approve')
    expect(differencesOf(split, longer, names).map(d => d.key)).toEqual(['+approve2'])
    expect(differencesOf(split, addWay(split, 'condition1'), names).filter(d => d.how === 'added')).toHaveLength(1)
  })
})
