/** Import and export of flows as BPMN 2.0. */
export { type BpmnRead, fromBpmn, type Said } from './bpmn-read.ts'
export { toBpmn } from './bpmn-write.ts'
