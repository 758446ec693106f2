/** Drawings of flows as BPMN 2.0, for other tools and from them. */
export { type BpmnRead, fromBpmn, type Said } from './bpmn-read.ts'
export { toBpmn } from './bpmn-write.ts'
