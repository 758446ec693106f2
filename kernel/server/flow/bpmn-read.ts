import type { Element } from 'bpmn-moddle'
import { blocksOf, type FlowGraph, type FlowNode, MAX_STEPS } from '#flow/index.ts'
import { elements, isElement, moddle, textOf } from './bpmn-elements.ts'
import { edgesOf } from './bpmn-flows.ts'
import { nodeOf } from './bpmn-nodes.ts'
import { tidy } from './bpmn-tidy.ts'

/** A sentence and its values, translated later. */
export interface Said {
  text: string
  values: Readonly<Record<string, string | number>>
}
/** `warnings`: elements that were not imported; `why`: why the import failed. */
export type BpmnRead = { ok: true; graph: FlowGraph; warnings: readonly Said[] } | { ok: false; why: Said }

const MAX_BYTES = 1_000_000
const MAX_NODES = 1000
const no = (text: string, values: Said['values'] = {}): BpmnRead => ({ ok: false, why: { text, values } })

/** Imports BPMN of another engine, or our own export, as a flow. It is validated before publishing like any other. */
export async function fromBpmn(xml: string): Promise<BpmnRead> {
  const size = Buffer.byteLength(xml)
  if (size > MAX_BYTES) return no('文件有 {size} 字节，最多 {most} 字节', { size, most: MAX_BYTES })
  // DTDs and entities allow file access and entity bombs; BPMN needs neither.
  if (/<!\s*(DOCTYPE|ENTITY|ELEMENT|ATTLIST)/i.test(xml)) return no('文件含有文档类型或实体声明，不予读取')
  const parsed = await moddle()
    .fromXML(xml)
    .catch((error: unknown) => String(error instanceof Error ? error.message : error).split('\n')[0] ?? '')
  if (typeof parsed === 'string') return no('不是有效的 BPMN 2.0 文件（{cause}）', { cause: parsed.slice(0, 200) })
  const processes = elements(parsed.rootElement.rootElements).filter(element => element.$type === 'bpmn:Process' && elements(element.flowElements).length)
  const [process] = processes
  if (!process) return no('文件里没有流程')
  const count = elements(process.flowElements).filter(element => element.$type !== 'bpmn:SequenceFlow').length
  if (count > MAX_NODES) return no('流程有 {count} 个环节，最多 {most} 个', { count, most: MAX_NODES })
  const warnings: Said[] = []
  if (processes.length > 1)
    warnings.push({ text: '文件里有 {count} 个流程，只读取了“{name}”', values: { count: processes.length, name: textOf(process.name) || textOf(process.id) } })
  if (elements(process.laneSets).length) warnings.push({ text: '泳道没有带入，请在各环节选择审批人', values: {} })
  if (parsed.warnings.length) warnings.push({ text: '有 {count} 处内容无法识别', values: { count: parsed.warnings.length } })
  const graph = read(process, warnings)
  if (graph.nodes.length <= MAX_STEPS && !blocksOf(graph)) warnings.push({ text: '各分支没有逐层汇合，需要重画后才能在设计器里修改', values: {} })
  return { ok: true, graph, warnings }
}
function read(process: Element, warnings: Said[]): FlowGraph {
  const all = elements(process.flowElements)
  const warn = (text: string, values: Said['values']) => void warnings.push({ text, values })
  const named = new Map<Element, FlowNode>()
  const taken = new Set<string>()
  for (const element of all) {
    const node = element.$type === 'bpmn:SequenceFlow' ? undefined : nodeOf(element, freeId(element, taken), warn)
    if (!node) continue
    taken.add(node.id)
    named.set(element, node)
  }
  const flows = all.filter(element => element.$type === 'bpmn:SequenceFlow' && isElement(element.sourceRef) && isElement(element.targetRef))
  const edges = edgesOf(flows, named, warn)
  return tidy({ nodes: [...named.values()], edges }, new Set([...named].flatMap(([element, node]) => (element.extensionElements ? [node.id] : []))))
}
/** Short ids for imported steps. */
function freeId(element: Element, taken: ReadonlySet<string>): string {
  const own = textOf(element.id)
  if (own && own.length <= 60 && !taken.has(own)) return own
  let n = taken.size + 1
  while (taken.has(`n${n}`)) n++
  return `n${n}`
}
