import type { Element } from 'bpmn-moddle'
import type { Condition, FlowEdge, FlowNode } from '#flow/index.ts'
import { isElement, textOf } from './bpmn-elements.ts'
import { fromExpression } from './bpmn-expression.ts'
import { oursOf, type Warn } from './bpmn-nodes.ts'
import { clean } from './bpmn-write.ts'

/** Edges in file order; those leaving an element that was not imported are dropped. */
export function edgesOf(flows: readonly Element[], named: ReadonlyMap<Element, FlowNode>, warn: Warn): FlowEdge[] {
  return flows.flatMap(flow => {
    const [source, target] = [flow.sourceRef, flow.targetRef]
    const from = isElement(source) ? named.get(source) : undefined
    const to = isElement(target) ? named.get(target) : undefined
    if (!isElement(source) || !from || !to) return []
    const name = nameOf(flow)
    const when = source.default === flow ? undefined : conditionOf(flow, source, from, warn)
    return [{ from: from.id, to: to.id, ...(when ? { when } : {}), ...(name === undefined ? {} : { name }) }]
  })
}
function nameOf(flow: Element): string | undefined {
  const own = oursOf(flow)?.name
  const name = textOf(flow.name)
  if (typeof own === 'string' && clean(own) === name) return own
  return name.trim() ? name : undefined
}
function conditionOf(flow: Element, source: Element, from: FlowNode, warn: Warn): Condition | undefined {
  const expression = isElement(flow.conditionExpression) ? textOf(flow.conditionExpression.body).trim() : ''
  const own = oursOf(flow)?.when
  // Validated with everything else when the draft is saved.
  if (typeof own === 'object' && own !== null) return own as Condition
  if (!expression && !(from.type === 'condition' && isElement(source.default))) return undefined
  const read = fromExpression(expression)
  if (!read) warn('“{node}”的分支条件“{condition}”没有带入，请重新设置', { node: from.name, condition: expression.slice(0, 100) })
  return read ?? { all: [] }
}
