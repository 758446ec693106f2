import { BpmnModdle, type Element } from 'bpmn-moddle'

/** XML namespace for our extension data beside the standard BPMN elements. */
export const QINGLAN = {
  name: 'Qinglan',
  uri: 'urn:qinglan:flow:1',
  prefix: 'qinglan',
  types: [{ name: 'Data', superClass: ['Element'], properties: [{ name: 'json', isBody: true, type: 'String' }] }],
} as const
export const moddle = (): BpmnModdle => new BpmnModdle({ qinglan: QINGLAN })
export const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null && '$type' in value
export const elements = (value: unknown): readonly Element[] => (Array.isArray(value) ? value.filter(isElement) : [])
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
