import type { BpmnModdle, Element } from 'bpmn-moddle'
import { type Drawing, type FlowEdge, type FlowGraph, type FlowNode, isAsking, layout, type Point } from '#flow/index.ts'
import { moddle } from './bpmn-elements.ts'
import { toExpression } from './bpmn-expression.ts'

const TYPES = {
  start: 'bpmn:StartEvent',
  end: 'bpmn:EndEvent',
  approve: 'bpmn:UserTask',
  handle: 'bpmn:UserTask',
  cc: 'bpmn:SendTask',
  condition: 'bpmn:ExclusiveGateway',
  parallel: 'bpmn:ParallelGateway',
  wait: 'bpmn:IntermediateCatchEvent',
  auto: 'bpmn:ServiceTask',
  sub: 'bpmn:CallActivity',
} as const
/** Width of a column and height of a row, in points. */
const COLUMN = 180
const ROW = 70
const MARGIN = 60
const sizeOf = (type: FlowNode['type']): { width: number; height: number } => {
  if (type === 'start' || type === 'end' || type === 'wait') return { width: 36, height: 36 }
  return type === 'condition' || type === 'parallel' ? { width: 50, height: 50 } : { width: 120, height: 56 }
}
/** Removes characters forbidden in XML, and carriage returns, which XML parsers normalise. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are forbidden in XML
export const clean = (text: string): string => text.toWellFormed().replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, '')

/** Exports a flow as BPMN 2.0 with diagram; data without a BPMN equivalent goes into our own namespace. */
export async function toBpmn(graph: FlowGraph, of: { code: string; name: string }): Promise<string> {
  const made = moddle()
  const ids = idsOf(graph, of.code)
  const flows = new Map(graph.edges.map((edge, i) => [edge, flowOf(made, edge, ids.edge(i))]))
  const nodes = new Map(graph.nodes.map(node => [node.id, elementOf(made, node, ids.node(node.id), graph, flows)]))
  for (const [edge, flow] of flows) Object.assign(flow, { sourceRef: nodes.get(edge.from), targetRef: nodes.get(edge.to) })
  const process = made.create('bpmn:Process', { id: ids.process, name: clean(of.name), isExecutable: true, flowElements: [...nodes.values(), ...flows.values()] })
  const definitions = made.create('bpmn:Definitions', {
    id: ids.definitions,
    targetNamespace: 'urn:qinglan:flow:1',
    exporter: 'Qinglan',
    rootElements: [process],
    diagrams: [diagramOf(made, graph, process, nodes, flows)],
  })
  return (await made.toXML(definitions, { format: true })).xml
}
/** Unique XML ids, which must start with a letter. */
function idsOf(graph: FlowGraph, code: string) {
  const taken = new Set<string>()
  const free = (wanted: string): string => {
    const base = wanted.replace(/[^A-Za-z0-9_.-]/g, '_').replace(/^(?![A-Za-z_])/, '_')
    let id = base
    for (let n = 2; taken.has(id); n++) id = `${base}_${n}`
    taken.add(id)
    return id
  }
  const nodes = new Map(graph.nodes.map(node => [node.id, free(node.id)]))
  const edges = graph.edges.map((_, i) => free(`flow_${i + 1}`))
  return { node: (id: string) => nodes.get(id) ?? id, edge: (i: number) => edges[i] ?? `flow_${i}`, process: free(`process_${code}`), definitions: free('definitions') }
}
const ours = (made: BpmnModdle, data: unknown): Element => made.create('bpmn:ExtensionElements', { values: [made.create('qinglan:Data', { json: JSON.stringify(data) })] })

function flowOf(made: BpmnModdle, edge: FlowEdge, id: string): Element {
  const { when, name } = edge
  return made.create('bpmn:SequenceFlow', {
    id,
    ...(name === undefined ? {} : { name: clean(name) }),
    ...(when ? { conditionExpression: made.create('bpmn:FormalExpression', { body: clean(toExpression(when)) }) } : {}),
    ...(when || name !== undefined ? { extensionElements: ours(made, { when, name }) } : {}),
  })
}
function elementOf(made: BpmnModdle, node: FlowNode, id: string, graph: FlowGraph, flows: ReadonlyMap<FlowEdge, Element>): Element {
  const out = graph.edges.filter(edge => edge.from === node.id)
  const other = node.type === 'condition' ? out.find(edge => !edge.when) : undefined
  return made.create(TYPES[node.type], {
    id,
    name: clean(node.name),
    extensionElements: ours(made, node),
    incoming: graph.edges.filter(edge => edge.to === node.id).map(edge => flows.get(edge)),
    outgoing: out.map(edge => flows.get(edge)),
    ...(other ? { default: flows.get(other) } : {}),
    ...standardWords(made, node),
  })
}
/** Standard BPMN attributes of a step, so that other tools understand the essentials. */
function standardWords(made: BpmnModdle, node: FlowNode): Record<string, unknown> {
  if (node.type === 'sub') return { calledElement: clean(node.defCode) }
  if (node.type === 'wait') {
    const when = node.untilField === undefined ? { timeDuration: expression(made, `PT${node.hours ?? 0}H`) } : { timeDate: expression(made, `\${${node.untilField}}`) }
    return { eventDefinitions: [made.create('bpmn:TimerEventDefinition', when)] }
  }
  if (!isAsking(node) || node.multi.kind === 'any') return {}
  return { loopCharacteristics: made.create('bpmn:MultiInstanceLoopCharacteristics', { isSequential: node.multi.kind === 'sequence' }) }
}
const expression = (made: BpmnModdle, body: string): Element => made.create('bpmn:FormalExpression', { body: clean(body) })

function diagramOf(made: BpmnModdle, graph: FlowGraph, process: Element, nodes: ReadonlyMap<string, Element>, flows: ReadonlyMap<FlowEdge, Element>): Element {
  const drawing = layout(graph)
  const shapes = graph.nodes.map(node => {
    const { width, height } = sizeOf(node.type)
    const { x, y } = at(drawing.nodes[node.id])
    const bounds = made.create('dc:Bounds', { x: x - width / 2, y: y - height / 2, width, height })
    return made.create('bpmndi:BPMNShape', { id: `${textId(nodes.get(node.id))}_di`, bpmnElement: nodes.get(node.id), bounds })
  })
  const lines = graph.edges.map((edge, i) => {
    const waypoint = wayOf(drawing, graph, edge, i).map(point => made.create('dc:Point', point))
    return made.create('bpmndi:BPMNEdge', { id: `${textId(flows.get(edge))}_di`, bpmnElement: flows.get(edge), waypoint })
  })
  const plane = made.create('bpmndi:BPMNPlane', { id: 'plane_di', bpmnElement: process, planeElement: [...shapes, ...lines] })
  return made.create('bpmndi:BPMNDiagram', { id: 'diagram_di', plane })
}
const textId = (element: Element | undefined): string => String(element?.id ?? '')
const at = (point: Point | undefined): { x: number; y: number } => ({ x: Math.round(MARGIN + (point?.x ?? 0) * COLUMN), y: MARGIN + (point?.row ?? 0) * ROW })
/** Waypoints of an edge: down, across to its column, down again. */
function wayOf(drawing: Drawing, graph: FlowGraph, edge: FlowEdge, i: number): Array<{ x: number; y: number }> {
  const half = (id: string) => sizeOf(graph.nodes.find(node => node.id === id)?.type ?? 'approve').height / 2
  const from = at(drawing.nodes[edge.from])
  const to = at(drawing.nodes[edge.to])
  const head = drawing.heads.find(h => h.edge === i)
  const column = head ? at(head).x : from.x
  const first = { x: from.x, y: from.y + half(edge.from) }
  const last = { x: to.x, y: to.y - half(edge.to) }
  const across = [
    ...(column === from.x
      ? []
      : [
          { x: from.x, y: from.y + ROW / 2 + 10 },
          { x: column, y: from.y + ROW / 2 + 10 },
        ]),
    ...(column === to.x
      ? []
      : [
          { x: column, y: to.y - ROW / 2 - 10 },
          { x: to.x, y: to.y - ROW / 2 - 10 },
        ]),
  ]
  return [first, ...across, last]
}
