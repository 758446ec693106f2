import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, type Condition, problemsOf } from '#flow/index.ts'
import { ask, either, flow, fork } from '#testing/flow.ts'
import { randomFlow } from '#testing/flow-random.ts'
import { everythingKnown, leaveSubject } from '#testing/flow-subject.ts'
import { fromBpmn, toBpmn } from './bpmn.ts'
import { elements, isElement, moddle } from './bpmn-elements.ts'
import { fromExpression, toExpression } from './bpmn-expression.ts'

/** Expression syntax of other engines. */
const el = (text: string): string => `\${${text}}`
const of = { code: 'leave', name: '请假' }
const long: Condition = { fact: 'days', op: 'gt', value: 3 }
const graph = flow(
  ask('a', { multi: { kind: 'sequence' }, fieldPerms: { days: 'edit' }, phrases: ['同意 <b> & "引号" ]]> 好'] }),
  either('c', long, [ask('b', { approvers: { by: 'head', levelsUp: 1 } })], []),
  fork('f', [{ id: 'x', type: 'auto', name: '登记', does: 'book' }], [{ id: 'w', type: 'wait', name: '公示', untilField: 'begin' }]),
  { id: 's', type: 'sub', name: '子流程', defCode: 'extra' },
)
const read = async (xml: string) => {
  const made = await fromBpmn(xml)
  if (!made.ok) throw new Error(JSON.stringify(made.why))
  return made
}
const why = async (xml: string) => {
  const made = await fromBpmn(xml)
  return made.ok ? undefined : made.why.text
}

describe('a flow as BPMN', () => {
  it('is standard: other tools read it without a warning, with elements, default branch, timer and picture', async () => {
    const xml = await toBpmn(graph, of)
    const { rootElement, warnings } = await moddle().fromXML(xml)
    expect(warnings).toEqual([])
    const [process] = elements(rootElement.rootElements)
    const all = elements(process?.flowElements)
    const types = all.filter(e => e.$type !== 'bpmn:SequenceFlow').map(e => e.$type.replace('bpmn:', ''))
    expect(types.sort()).toEqual(
      ['StartEvent', 'UserTask', 'ExclusiveGateway', 'UserTask', 'ParallelGateway', 'ServiceTask', 'IntermediateCatchEvent', 'ParallelGateway', 'CallActivity', 'EndEvent'].sort(),
    )
    const gateway = all.find(e => e.id === 'c')
    expect(isElement(gateway?.default) && isElement(gateway.default.targetRef) && gateway.default.targetRef.id).toBe('f')
    expect(xml).toContain(el('days &gt; 3'))
    const [diagram] = elements(rootElement.diagrams)
    const plane = isElement(diagram?.plane) ? elements(diagram.plane.planeElement) : []
    expect(plane.map(e => e.$type).filter(t => t === 'bpmndi:BPMNShape')).toHaveLength(graph.nodes.length)
    expect(plane.map(e => e.$type).filter(t => t === 'bpmndi:BPMNEdge')).toHaveLength(graph.edges.length)
  })
  it('comes back as it was', async () => {
    const made = await read(await toBpmn(graph, of))
    expect(made).toEqual({ ok: true, graph, warnings: [] })
  })
  it('keeps line ends of every kind in a name', async () => {
    for (const name of ['\n\r', '\r\n甲', '乙\r', '丙\n']) {
      const odd = { ...graph, nodes: graph.nodes.map(n => (n.id === 'x' ? { ...n, name } : n)) }
      expect((await read(await toBpmn(odd, of))).graph).toEqual(odd)
    }
  })
  it('takes over a name changed elsewhere', async () => {
    const xml = (await toBpmn(graph, of)).replace('name="登记"', 'name="登记入册"')
    expect((await read(xml)).graph.nodes.find(n => n.id === 'x')).toMatchObject({ name: '登记入册', does: 'book' })
  })
  it('any flow with any names comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(randomFlow, fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.string({ minLength: 1, maxLength: 8 }), async ({ graph: any }, name, id) => {
        const last = any.nodes.length - 2
        const used = new Set(any.nodes.map(n => n.id))
        const old = any.nodes[last]?.id
        const rename = (x: string) => (x === old && !used.has(id) ? id : x)
        const odd = {
          nodes: any.nodes.map((n, i) => ({ ...n, id: rename(n.id), name: i === last ? name.toWellFormed() : n.name })),
          edges: any.edges.map(e => ({ ...e, from: rename(e.from), to: rename(e.to) })),
        }
        const made = await read(await toBpmn(odd, { code: id, name }))
        expect(made.graph).toEqual(odd)
        expect(made.warnings).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a drawing of another engine', () => {
  const file = readFileSync(new URL('./fixtures/leave.bpmn', import.meta.url), 'utf8')
  it('is read, with everything said that could not be taken over', async () => {
    const { graph: made, warnings } = await read(file)
    expect(made.nodes.map(n => `${n.id}:${n.type}`)).toEqual([
      'startEvent1:start',
      'tutor:approve',
      'bySize:condition',
      'dean:approve',
      'office:approve',
      'fork:parallel',
      'register:auto',
      'tell:cc',
      'pause:wait',
      'join:parallel',
      'close:sub',
      'done:end',
    ])
    expect(made.nodes.find(n => n.id === 'dean')).toMatchObject({ multi: { kind: 'all' } })
    expect(made.nodes.find(n => n.id === 'pause')).toMatchObject({ hours: 36 })
    expect(made.nodes.find(n => n.id === 'close')).toMatchObject({ defCode: 'closeLeave' })
    expect(made.edges.filter(e => e.from === 'bySize')).toEqual([
      { from: 'bySize', to: 'dean', name: '长假', when: { all: [long, { fact: 'leaveType', op: 'eq', value: 'personal' }] } },
      { from: 'bySize', to: 'office', when: { all: [] } },
      { from: 'bySize', to: 'fork', name: '短假' },
    ])
    expect(blocksOf(made)).toBeDefined()
    expect(warnings.map(w => w.text.replace(/\{(\w+)\}/g, (_, key: string) => String(w.values[key])))).toEqual([
      '泳道没有带入，请在各环节选择审批人',
      '“辅导员审批”的审批人“fdy”没有带入，请重新选择',
      `“学院领导会签”的审批人“${el('dean')}”没有带入，请重新选择`,
      '“学工处审批”没有审批人，请选择',
      '“登记”的程序没有带入，请选择自动处理的内容',
      '“late”（BoundaryEvent）没有带入',
      `“条件分支”的分支条件“${el("execution.getVariable('x').run()")}”没有带入，请重新设置`,
    ])
  })
  it('what is missing keeps it from being published, at the right steps', async () => {
    const { graph: made } = await read(file)
    const rules = problemsOf(made, leaveSubject, { ...everythingKnown, isFlow: () => false }).map(p => `${p.rule.slice(5)}@${p.node}`)
    expect(rules.sort()).toEqual(['condition@bySize', 'noPeople@dean', 'noPeople@office', 'noPeople@tell', 'noPeople@tutor', 'unknownAuto@register', 'unknownFlow@close'])
  })
  it('steps with several lines out become forks or choices', async () => {
    const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p"><startEvent id="s"/><userTask id="a"/><userTask id="b"/><userTask id="c"/><parallelGateway id="j"/><endEvent id="e"/>
      ${['s a', 'a b', 'a c', 'b j', 'c j', 'j e'].map(([...x], i) => `<sequenceFlow id="f${i}" sourceRef="${x[0]}" targetRef="${x[2]}"/>`).join('')}</process></definitions>`
    const { graph: made } = await read(xml)
    expect(made.nodes.find(n => n.id === 'a_split')?.type).toBe('parallel')
    expect(blocksOf(made)).toBeDefined()
  })
  it('is refused where it is no BPMN, too large or plays tricks with entities', async () => {
    expect(await why('这不是 XML')).toContain('不是有效的 BPMN')
    expect(await why('<html/>')).toContain('不是有效的 BPMN')
    expect(await why('<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>')).toBe('文件里没有流程')
    for (const trick of ['<!DOCTYPE x [<!ENTITY a "b">]>', '<!doctype x SYSTEM "file:///etc/passwd">', '<! ENTITY % a SYSTEM "http://x">'])
      expect(await why(`<?xml version="1.0"?>${trick}${file.slice(file.indexOf('<definitions'))}`)).toBe('文件含有文档类型或实体声明，不予读取')
    expect(await why(file + ' '.repeat(1_000_000))).toContain('最多')
    const many = Array.from({ length: 1001 }, (_, i) => `<userTask id="t${i}"/>`).join('')
    expect(await why(`<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><process id="p">${many}</process></definitions>`)).toContain('个环节')
  })
  it('our own data is not believed where it is not whole', async () => {
    const xml = (await toBpmn(flow(ask('a')), of)).replace(/\{"id":"a".*?\}(?=<|\])/s, '{"id":"a"')
    const { graph: made } = await read(xml.replaceAll('&quot;', '"'))
    expect(made.nodes.find(n => n.id === 'a')).toMatchObject({ type: 'approve', approvers: { by: 'people', userIds: [] } })
  })
})

describe('expressions', () => {
  it('are written and read alike', () => {
    const conditions: Condition[] = [long, { all: [long, { fact: 'leaveType', op: 'eq', value: 'sick' }] }, { any: [long, { fact: 'isNear', op: 'eq', value: true }] }]
    for (const condition of conditions) expect(fromExpression(toExpression(condition))).toEqual(condition)
    expect(toExpression({ not: { fact: 'x', op: 'in', value: ["a'b", 2] } })).toBe(el("!((x == 'a\\'b' || x == 2))"))
    expect(toExpression({ all: [long, { atLeast: 1, of: [long, { fact: 'x', op: 'eq', value: 1 }] }] })).toBe(
      el(`${toExpression(long).slice(2, -1)} && ((${toExpression(long).slice(2, -1)} ? 1 : 0) + (x == 1 ? 1 : 0) >= 1)`),
    )
    expect(toExpression({ fact: 'x', op: 'filled' })).toBe(el('!empty x'))
  })
  it('that are clever are left to people', () => {
    for (const text of ['', el('a > 3 && b < 2 || c == 1'), el('x.run()'), el('a > b'), el(`${'a > 1 && '.repeat(500)}a > 1`)]) expect(fromExpression(text)).toBeUndefined()
  })
})
