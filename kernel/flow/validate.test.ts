import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask, either, flow, fork, type Part } from '#testing/flow.ts'
import { randomFlow } from '#testing/flow-random.ts'
import { everythingKnown, leaveSubject } from '#testing/flow-subject.ts'
import type { Condition, FactValue } from './condition.ts'
import { checkCondition, factsOf, holds } from './facts.ts'
import type { FlowEdge, FlowGraph, FlowNode } from './graph.ts'
import { PROBLEM_TEXTS } from './problem.ts'
import { type CheckedSubject, problemsOf } from './validate.ts'

const nothing = { isPerson: () => false, isRole: () => false, isPosition: () => false, isFlow: () => false, flowsIn: () => new Set<string>() }
// The generated flows use conditions on a number of days.
const subject: CheckedSubject = leaveSubject
const of = (graph: FlowGraph, about: CheckedSubject = subject, known = everythingKnown) => problemsOf(graph, about, known)
const rules = (graph: FlowGraph, about?: CheckedSubject, known?: typeof everythingKnown) =>
  of(graph, about, known).map(p => p.rule.replace('flow.', '') + (p.node ? `@${p.node}` : ''))
const days = (value: number): Condition => ({ fact: 'days', op: 'gt', value })
const step = (more: Parameters<typeof ask>[1]) => flow(ask('a', more), ask('z'))
const with_ = (graph: FlowGraph, change: { nodes?: FlowNode[]; edges?: FlowEdge[] }): FlowGraph => ({
  nodes: [...graph.nodes, ...(change.nodes ?? [])],
  edges: [...graph.edges, ...(change.edges ?? [])],
})
const without = (graph: FlowGraph, from: string, to: string): FlowGraph => ({ ...graph, edges: graph.edges.filter(e => e.from !== from || e.to !== to) })

describe('10-W1 publishing checks the drawing', () => {
  it('10-W1 a sound flow has no problem', () => expect(of(flow(ask('a'), either('c', days(3), [ask('b')], []), fork('f', [ask('x')], []), ask('z')))).toEqual([]))
  it('10-W1 one start', () => {
    const graph = flow(ask('a'))
    expect(rules({ ...graph, nodes: graph.nodes.filter(n => n.type !== 'start'), edges: graph.edges.filter(e => e.from !== 'start') })).toContain('noStart')
    expect(rules(with_(graph, { nodes: [{ id: 's2', type: 'start', name: '又' }], edges: [{ from: 's2', to: 'a' }] }))).toEqual(['manyStarts@s2'])
    expect(rules(with_(graph, { edges: [{ from: 'a', to: 'start' }] }))).toContain('intoStart@start')
  })
  it('10-W1 an end that every step reaches, and every step reached', () => {
    const graph = flow(ask('a'), ask('b'))
    expect(rules(without(graph, 'b', 'end'))).toContain('cannotEnd@a')
    expect(rules(with_(graph, { nodes: [ask('lost')], edges: [{ from: 'lost', to: 'end' }] }))).toEqual(['unreachable@lost'])
    expect(rules({ ...graph, nodes: graph.nodes.filter(n => n.type !== 'end'), edges: graph.edges.filter(e => e.to !== 'end') })).toContain('noEnd')
    expect(rules(with_(graph, { nodes: [ask('x')], edges: [{ from: 'end', to: 'x' }] }))).toContain('outOfEnd@end')
  })
  it('10-W1 no circle; the step is named', () => {
    const problems = of(with_(flow(ask('a'), either('c', days(3), [ask('b')], [])), { edges: [{ from: 'c', to: 'a', when: days(9) }] }))
    expect(problems.find(p => p.rule === 'flow.cycle')).toMatchObject({ node: 'a', text: PROBLEM_TEXTS.cycle, values: { node: '环节a' } })
  })
  it('10-W1 at most 200 steps', () => {
    const long = flow(...Array.from({ length: 498 }, (_, i) => ask(`n${i}`)))
    expect(of(long)).toMatchObject([{ rule: 'flow.tooManySteps', values: { count: 500, most: 200 } }])
    expect(of(flow(...Array.from({ length: 198 }, (_, i) => ask(`n${i}`))))).toEqual([])
  })
  it('10-W1 ids are unique, names there, lines between steps', () => {
    expect(rules(with_(flow(ask('a')), { nodes: [ask('a')] }))).toContain('duplicateId@a')
    expect(rules(flow(ask('a', { name: ' ' })))).toEqual(['noName@a'])
    expect(rules(flow(ask('a', { name: '长'.repeat(61) })))).toEqual(['longName@a'])
    expect(rules(with_(flow(ask('a')), { edges: [{ from: 'a', to: 'nowhere' }] }))).toContain('danglingEdge@a')
    expect(rules(with_(flow(ask('a')), { edges: [{ from: 'a', to: 'end' }] }))).toContain('manyWaysOut@a')
  })
  it('10-W1 a condition has typed branches and one default', () => {
    const graph = flow(either('c', days(3), [ask('a')], [ask('b')]))
    const edges = (change: (edge: FlowEdge) => FlowEdge) => ({ ...graph, edges: graph.edges.map(e => (e.from === 'c' ? change(e) : e)) })
    expect(rules(edges(({ when: _, ...e }) => e))).toEqual(['manyDefaults@c'])
    expect(rules(edges(e => ({ ...e, when: days(1) })))).toEqual(['noDefault@c'])
    expect(rules(with_(flow(ask('a')), {}))).toEqual([])
    const [wrong] = of(edges(e => (e.when ? { ...e, when: { fact: 'gone', op: 'gt', value: 3 } } : e)))
    expect(wrong).toMatchObject({ rule: 'flow.condition', node: 'c', way: 0, values: { why: '条件用到的“gone”不存在' } })
    expect(rules({ ...graph, edges: graph.edges.map(e => (e.from === 'a' ? { ...e, when: days(1) } : e)) })).toEqual(['whenElsewhere@a'])
  })
  it('10-W1 parallel branches join, all of them, in one place', () => {
    const graph = flow(fork('f', [ask('a')], [ask('b')]), ask('z'))
    const toEnd = { ...graph, edges: graph.edges.map(e => (e.from === 'b' ? { ...e, to: 'end' } : e)) }
    expect(rules(toEnd)).toContain('notJoined@f')
    const three = flow(fork('f', [ask('a')], [ask('b')], [ask('c')]), ask('z'))
    const mixed = { ...three, edges: three.edges.map(e => (e.from === 'b' ? { ...e, to: 'a' } : e)) }
    expect(rules(mixed)).toEqual(['mixedWays@f'])
    const into = flow(either('c', days(3), [fork('f', [ask('a')], [ask('b')])], []), ask('z'))
    expect(rules({ ...into, edges: into.edges.map(e => (e.from === 'c' && !e.when ? { ...e, to: 'a' } : e)) })).toContain('crossedWays@f')
    expect(rules({ ...into, edges: into.edges.map(e => (e.from === 'c' && !e.when ? { ...e, to: 'fJoin' } : e)) })).toContain('crossedWays@f')
    const lone = flow(ask('a'), { id: 'p', type: 'parallel', name: '并行' })
    expect(rules(lone)).toEqual(['loneParallel@p'])
    const joined = flow(either('c', days(3), [ask('a')], [ask('b')]), { id: 'j', type: 'parallel', name: '汇合' })
    expect(rules(joined)).toEqual(['joinsNothing@j'])
  })
  it('10-W1 every approver source is valid', () => {
    const source = (approvers: Parameters<typeof ask>[1] & object) => rules(step(approvers), subject, nothing as never)
    expect(source({ approvers: { by: 'people', userIds: [] } })).toEqual(['noPeople@a'])
    expect(source({ approvers: { by: 'people', userIds: ['u'] } })).toEqual(['unknownPerson@a'])
    expect(source({ approvers: { by: 'position', position: 'leader' } })).toEqual(['unknownPosition@a'])
    expect(source({ approvers: { by: 'relation', relation: 'aunt' as 'fdy' } })).toEqual(['unknownRelation@a'])
    expect(source({ approvers: { by: 'role', role: 'r' } })).toEqual(['unknownRole@a'])
    expect(source({ approvers: { by: 'head', levelsUp: -1 } })).toEqual(['levels@a'])
    expect(source({ approvers: { by: 'field', field: 'days' } })).toEqual(['personField@a'])
    expect(source({ approvers: { by: 'field', field: 'tutorId' } })).toEqual([])
    expect(source({ approvers: { by: 'chosen', chooser: 'applicant', userIds: ['u'], roles: ['r'] } })).toEqual(['unknownPerson@a', 'unknownRole@a'])
    expect(source({ approvers: { by: 'chosen', chooser: 'previous' } })).toEqual(['nobodyBefore@a'])
    expect(source({ approvers: { by: 'previous' } })).toEqual(['nobodyBefore@a'])
    expect(source({ approvers: { by: 'guess' } as never })).toEqual(['unknownSource@a'])
    expect(rules(flow(ask('a'), ask('b', { approvers: { by: 'previous' } })))).toEqual([])
  })
  it('10-W5 nobody is drawn as the approver of their own application', () => {
    expect(rules(step({ approvers: { by: 'applicant' } }))).toEqual(['ownApproval@a'])
    expect(rules(step({ approvers: { by: 'applicant' }, type: 'handle' }))).toEqual([])
  })
  it('10-W1 field permissions name fields of the form', () => {
    expect(rules(step({ fieldPerms: { days: 'edit' } }))).toEqual([])
    const [gone] = of(step({ fieldPerms: { gone: 'edit' } }))
    expect(gone).toMatchObject({ rule: 'flow.unknownField', node: 'a', values: { node: '环节a', field: 'gone' } })
    expect(rules(step({ fieldPerms: { days: 'write' as 'edit' } }))).toEqual(['unknownPerm@a'])
  })
  it('10-W1 steps the module demands are there and cannot be avoided', () => {
    const strict = { ...subject, mandatory: { statement: '本人陈述' } }
    const statement = ask('s', { mandatory: 'statement' })
    expect(rules(flow(ask('a')), strict)).toEqual(['mandatoryMissing'])
    expect(rules(flow(statement, ask('a')), strict)).toEqual([])
    expect(rules(flow(fork('f', [statement], [ask('b')]), ask('a')), strict)).toEqual([])
    expect(rules(flow(either('c', days(3), [statement], []), ask('a')), strict)).toEqual(['mandatoryAvoided'])
    expect(rules(flow(ask('s', { mandatory: 'other' }), ask('a')))).toEqual(['unknownMandatory@s'])
    expect(rules(flow(ask('s', { mandatory: 'statement', emptyPolicy: 'skip' }), ask('a')), strict)).toEqual(['skipMandatory@s'])
  })
  it('10-W4 skipping is refused where a step may be the last approval', () => {
    expect(rules(step({ emptyPolicy: 'skip' }))).toEqual([])
    expect(rules(flow(ask('a', { emptyPolicy: 'skip' })))).toEqual(['skipLast@a'])
    expect(rules(flow(ask('a', { emptyPolicy: 'skip' }), either('c', days(3), [ask('b')], [])))).toEqual(['skipLast@a'])
  })
  it('10-W10 nothing barred is approved by the clock', () => {
    const timeout = { hours: 24, workingTime: true, marks: [{ atPercent: 100, action: 'approve' as const }] }
    expect(rules(step({ timeout }))).toEqual([])
    expect(rules(step({ timeout }), { ...subject, noAutoApprove: true })).toEqual(['autoApprove@a'])
    expect(rules(step({ timeout: { hours: 0, workingTime: true } }))).toEqual(['timeoutHours@a'])
    const then = (action: string, more = {}) => rules(step({ type: 'handle', timeout: { ...timeout, marks: [{ atPercent: 50, action: action as 'remind', ...more }] } }))
    expect([then('remind'), then('reject'), then('transfer'), then('sing'), then('remind', { atPercent: 0 })]).toEqual([
      [],
      ['rejectHandling@a'],
      ['transferTo@a'],
      ['timeoutAction@a'],
      ['timeoutPercent@a'],
    ])
  })
  it('10-W1 waits, automatic steps and other flows are filled in', () => {
    const one = (part: Part) => rules(flow(part, ask('z')))
    expect(one({ id: 'w', type: 'wait', name: '等' })).toEqual(['wait@w'])
    expect(one({ id: 'w', type: 'wait', name: '等', untilField: 'begin' })).toEqual([])
    expect(one({ id: 'w', type: 'wait', name: '等', untilField: 'days' })).toEqual(['wait@w'])
    expect(one({ id: 'x', type: 'auto', name: '自动', does: 'fly' })).toEqual(['unknownAuto@x'])
    expect(one({ id: 's', type: 'sub', name: '子', defCode: 'missing' })).toEqual(['unknownFlow@s'])
    expect(one({ id: 's', type: 'sub', name: '子', defCode: 'own' })).toEqual(['ownFlow@s'])
    expect(one({ id: 's', type: 'sub', name: '子', defCode: 'around' })).toEqual(['flowCircle@s'])
    expect(one({ id: 'u', type: 'guess', name: '猜' } as never)).toEqual(['unknownType@u'])
    expect(rules(step({ multi: { kind: 'all', percent: 101 } }))).toEqual(['percent@a'])
    expect(rules(step({ buttons: ['dance' as 'cc'] }))).toEqual(['unknownButton@a'])
  })
  it('a flow in which nobody decides is a warning', () => expect(of(flow())).toMatchObject([{ rule: 'flow.nobodyDecides', level: 'warning' }]))
  it('10-W1 random block-structured flows pass, spoilt ones do not', () => {
    fc.assert(
      fc.property(randomFlow, fc.nat(), fc.nat(6), ({ graph }, n, how) => {
        expect(of(graph).filter(p => p.level === 'error')).toEqual([])
        const spoilt = spoil(graph, n, how)
        if (spoilt) expect(of(spoilt).filter(p => p.level === 'error')).not.toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
/** Introduces one defect at a random place. */
function spoil(graph: FlowGraph, n: number, how: number): FlowGraph | undefined {
  const { nodes, edges } = graph
  const at = n % nodes.length
  const node = nodes[at] as FlowNode
  const edge = edges[n % edges.length] as FlowEdge
  // Of three branches one may be removed without harm.
  if (how === 0) return edges.filter(e => e.from === edge.from).length > 2 ? undefined : { nodes, edges: edges.filter(e => e !== edge) }
  if (how === 1) return { nodes: nodes.filter(x => x !== node), edges }
  if (how === 2) return { nodes: nodes.map(x => (x === node ? { ...x, name: '' } : x)), edges }
  if (how === 3) return { nodes: nodes.map(x => (x === node ? { ...x, id: (nodes[(at + 1) % nodes.length] as FlowNode).id } : x)), edges }
  if (how === 4) return node.type === 'end' ? undefined : { nodes, edges: [...edges, { from: node.id, to: node.id }] }
  if (how === 5) return { nodes, edges: edges.map(e => (e === edge ? { ...e, to: 'nowhere' } : e)) }
  return { nodes, edges: edges.map(e => (e === edge ? { ...e, to: 'start' } : e)) }
}

describe('10-W2 conditions', () => {
  const facts = factsOf(subject)
  const check = (condition: unknown) => checkCondition(condition as Condition, facts).map(p => p.rule)
  it('10-W2 speak of the form, the applicant and the module’s numbers, typed', () => {
    expect(
      check({
        all: [days(3), { fact: 'leaveType', op: 'in', value: ['sick'] }, { fact: 'applicant.gradeYear', op: 'ge', value: 2025 }, { not: { fact: 'mergedDays', op: 'empty' } }],
      }),
    ).toEqual([])
    expect(check({ fact: 'gone', op: 'eq', value: 1 })).toEqual(['unknownFact'])
    expect(check({ fact: 'days', op: 'eq', value: '3' })).toEqual(['wrongValue'])
    expect(check({ fact: 'days', op: 'in', value: 3 })).toEqual(['wrongValue'])
    expect(check({ fact: 'leaveType', op: 'gt', value: 'sick' })).toEqual(['wrongOp'])
    expect(check({ fact: 'leaveType', op: 'in', value: ['sick', 'fun'] })).toEqual(['unknownChoice'])
    expect(check({ fact: 'begin', op: 'gt', value: 'tomorrow' })).toEqual(['wrongValue'])
    expect(check({ fact: 'days', op: 'in', value: [] })).toEqual(['noValue'])
    expect(check({ all: [] })).toEqual(['noParts'])
    for (const script of ['days > 3', null, { eval: '1' }, { fact: 'days', op: 'gt', value: 3, atLeast: 1 }, { ...days(3), all: [] }, { not: days(3), op: 'gt' }])
      expect(check(script)).toEqual(['notCondition'])
  })
  it('10-W2 what is not known makes every comparison false; only "empty" is true of it', () => {
    const ops = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
    for (const value of [undefined, null, '']) for (const op of ops) expect(holds({ fact: 'x', op, value: 1 }, { x: value })).toBe(false)
    expect(holds({ fact: 'x', op: 'notIn', value: ['a'] }, {})).toBe(false)
    expect(holds({ fact: 'x', op: 'empty' }, { x: [] })).toBe(true)
    expect(holds({ fact: 'x', op: 'filled' }, { x: 0 })).toBe(true)
    expect(holds({ fact: 'toString', op: 'filled' }, {})).toBe(false)
    expect(holds({ fact: 'x', op: 'gt', value: 1 }, { x: '5' })).toBe(false)
  })
  it('10-W2 compare numbers, days and lists as their kind demands', () => {
    const value = fc.oneof(fc.integer(), fc.string({ minLength: 1 }))
    fc.assert(
      fc.property(value, value, (a: FactValue, b: FactValue) => {
        const is = (op: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le') => holds({ fact: 'x', op, value: b }, { x: a })
        expect(is('eq')).toBe(!is('ne'))
        if (typeof a === typeof b) expect([is('lt'), is('ge')].filter(Boolean)).toHaveLength(1)
        expect(is('gt')).toBe(is('ge') && !is('eq'))
      }),
    )
    expect(holds({ fact: 'd', op: 'ge', value: '2026-09-01' }, { d: '2026-10-01' })).toBe(true)
    expect(holds({ fact: 'tags', op: 'in', value: ['b'] }, { tags: ['a', 'b'] })).toBe(true)
    expect(holds({ any: [days(9), { not: days(3) }] }, { days: 2 })).toBe(true)
  })
})
