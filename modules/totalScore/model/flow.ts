import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { pointApplication } from './point-application.ts'

/** What a counsellor decides alone. */
const FDY_POINTS = 2
const { fdy, college } = usualSteps({ phrases: ['同意', '与证明一致，同意', '证明看不清，请重新上传'] })
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    fdy(),
    { id: 'whetherCollege', type: 'condition', name: '是否须学院审批' },
    college(),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'whetherCollege' },
    { from: 'whetherCollege', to: 'college', name: '须学院', when: { fact: 'total', op: 'gt', value: FDY_POINTS } },
    { from: 'whetherCollege', to: 'end', name: '辅导员即可' },
    { from: 'college', to: 'end' },
  ],
}
export const pointSubject = flowSubject({
  processType: 'pointApplication',
  label: '加分申请',
  entity: pointApplication,
  form: ['itemId', 'occurredOn', 'points', 'quantity', 'what', 'proofs'],
  inCard: ['itemId', 'occurredOn', 'points', 'quantity', 'what'],
  facts: [{ name: 'total', label: '合计分值', type: 'number', unit: '分', from: 'module' }],
  initial: { code: 'pointApplication', name: '加分审核', graph },
})
