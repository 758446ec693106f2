import type { Element } from 'bpmn-moddle'
import { type AskStep, type FlowNode, type Mode, NODE_TYPES } from '#flow/index.ts'
import { isObject } from '#model/objects.ts'
import { elements, isElement, textOf } from './bpmn-elements.ts'
import { clean } from './bpmn-write.ts'

export type Warn = (text: string, values: Readonly<Record<string, string | number>>) => void

/** Our extension data of an element, if present and well-formed. */
export function oursOf(element: Element): Readonly<Record<string, unknown>> | undefined {
  const extension = isElement(element.extensionElements) ? elements(element.extensionElements.values) : []
  const json = textOf(extension.find(value => value.$type === 'qinglan:Data')?.json)
  try {
    const data: unknown = json ? JSON.parse(json) : undefined
    return isObject(data) ? data : undefined
  } catch {
    return undefined
  }
}
const OWN_TYPES = new Set<unknown>(['start', 'end', ...Object.keys(NODE_TYPES)])
/** A step exported by this product: restored with its settings and current name. Settings are validated when the draft is saved. */
function ownStep(element: Element): FlowNode | undefined {
  const data = oursOf(element)
  if (!data || !OWN_TYPES.has(data.type) || typeof data.id !== 'string' || typeof data.name !== 'string') return undefined
  const name = textOf(element.name)
  return { ...data, name: name === clean(data.name) || !name ? data.name : name } as unknown as FlowNode
}
const KINDS: Readonly<Record<string, (id: string, name: string, element: Element, warn: Warn) => FlowNode | undefined>> = {
  'bpmn:StartEvent': (id, name) => ({ id, type: 'start', name: name || '提交' }),
  'bpmn:EndEvent': (id, name) => ({ id, type: 'end', name: name || '结束' }),
  'bpmn:UserTask': (id, name, element, warn) => asking(id, 'approve', name || '审批', element, warn),
  'bpmn:ManualTask': (id, name, element, warn) => asking(id, 'handle', name || '办理', element, warn),
  'bpmn:Task': (id, name, element, warn) => asking(id, 'handle', name || '办理', element, warn),
  'bpmn:ReceiveTask': (id, name, element, warn) => asking(id, 'handle', name || '办理', element, warn),
  'bpmn:SendTask': (id, name) => ({ id, type: 'cc', name: name || '抄送', approvers: { by: 'people', userIds: [] } }),
  'bpmn:ServiceTask': automatic,
  'bpmn:ScriptTask': automatic,
  'bpmn:BusinessRuleTask': automatic,
  'bpmn:CallActivity': (id, name, element) => ({ id, type: 'sub', name: name || '子流程', defCode: textOf(element.calledElement) }),
  'bpmn:SubProcess': embedded,
  'bpmn:Transaction': embedded,
  'bpmn:AdHocSubProcess': embedded,
  'bpmn:ExclusiveGateway': (id, name) => ({ id, type: 'condition', name: name || '条件分支' }),
  'bpmn:InclusiveGateway': otherGateway,
  'bpmn:ComplexGateway': otherGateway,
  'bpmn:EventBasedGateway': otherGateway,
  'bpmn:ParallelGateway': (id, name) => ({ id, type: 'parallel', name: name || '并行' }),
  'bpmn:IntermediateCatchEvent': waiting,
  'bpmn:IntermediateThrowEvent': (id, name, _element, warn) => passing(id, name, warn),
}
/** Maps a BPMN element to a step; undefined where there is no equivalent. */
export function nodeOf(element: Element, id: string, warn: Warn): FlowNode | undefined {
  const own = ownStep(element)
  if (own) return own
  const name = textOf(element.name).trim().slice(0, 60)
  const made = KINDS[element.$type]?.(id, name, element, warn)
  if (!made && element.$type !== 'bpmn:SequenceFlow') warn('“{name}”（{kind}）没有带入', { name: name || id, kind: element.$type.replace('bpmn:', '') })
  return made
}
function asking(id: string, type: 'approve' | 'handle', name: string, element: Element, warn: Warn): AskStep {
  const who = Object.entries(element.$attrs ?? {}).find(([key]) => /:(assignee|candidateUsers|candidateGroups)$/.test(key))?.[1]
  warn(who ? '“{node}”的审批人“{who}”没有带入，请重新选择' : '“{node}”没有审批人，请选择', { node: name, who: textOf(who).slice(0, 100) })
  return { id, type, name, approvers: { by: 'people', userIds: [] }, multi: modeOf(element), emptyPolicy: 'owner', samePolicy: 'ask' }
}
function modeOf(element: Element): Mode {
  const loop = element.loopCharacteristics
  if (!isElement(loop)) return { kind: 'any' }
  return loop.isSequential === true ? { kind: 'sequence' } : { kind: 'all' }
}
function automatic(id: string, name: string, _element: Element, warn: Warn): FlowNode {
  warn('“{node}”的程序没有带入，请选择自动处理的内容', { node: name || id })
  return { id, type: 'auto', name: name || '自动处理', does: '' }
}
function embedded(id: string, name: string, _element: Element, warn: Warn): FlowNode {
  warn('“{node}”里的环节没有带入，请另建流程并选为子流程', { node: name || id })
  return { id, type: 'sub', name: name || '子流程', defCode: '' }
}
function otherGateway(id: string, name: string, element: Element, warn: Warn): FlowNode {
  warn('“{node}”（{kind}）改为条件分支，只走第一条成立的路', { node: name || id, kind: element.$type.replace('bpmn:', '') })
  return { id, type: 'condition', name: name || '条件分支' }
}
/** Imported as an empty fork, which `tidy` removes again. */
function passing(id: string, name: string, warn: Warn): FlowNode {
  warn('事件“{node}”没有带入', { node: name || id })
  return { id, type: 'parallel', name: name || id }
}
function waiting(id: string, name: string, element: Element, warn: Warn): FlowNode {
  const timer = elements(element.eventDefinitions).find(definition => definition.$type === 'bpmn:TimerEventDefinition')
  if (!timer) return passing(id, name, warn)
  const bodyOf = (value: unknown) => (isElement(value) ? textOf(value.body).trim() : '')
  const field = /^[$#]\{\s*([A-Za-z_]\w*)\s*\}$/.exec(bodyOf(timer.timeDate))?.[1]
  if (field) return { id, type: 'wait', name: name || '等待', untilField: field }
  const hours = hoursOf(bodyOf(timer.timeDuration))
  if (hours === undefined) warn('“{node}”的等待时间没有带入，请填写', { node: name || id })
  return { id, type: 'wait', name: name || '等待', hours: hours ?? 24 }
}
/** ISO 8601 duration in hours: `P1DT12H` → 36. Months and years have no fixed length. */
function hoursOf(text: string): number | undefined {
  const [, weeks, days, hours, minutes] = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(text) ?? []
  const made = Number(weeks ?? 0) * 168 + Number(days ?? 0) * 24 + Number(hours ?? 0) + Number(minutes ?? 0) / 60
  return made > 0 ? made : undefined
}
