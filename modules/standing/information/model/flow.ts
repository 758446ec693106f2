import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { infoChange } from './info-change.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['同意', '与证明一致，同意', '证明看不清，请重新上传'] })
/** Counsellor and college; of locked fields the office last. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    fdy(),
    college(),
    { id: 'whetherOffice', type: 'condition', name: '是否须学工处审批' },
    officer(),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'whetherOffice' },
    { from: 'whetherOffice', to: 'officer', name: '须学工处审批', when: { fact: 'needsOffice', op: 'eq', value: true } },
    { from: 'whetherOffice', to: 'end', name: '其他' },
    { from: 'officer', to: 'end' },
  ],
}
export const infoSubject = flowSubject({
  processType: 'infoChange',
  label: '信息变更',
  entity: infoChange,
  form: ['fields', 'reason', 'proofs'],
  inCard: ['fields', 'reason'],
  facts: [
    { name: 'needsOffice', label: '须学工处审批', type: 'bool', from: 'module' },
    { name: 'mode', label: '变更方式', type: 'text', from: 'module' },
  ],
  initial: { code: 'infoChange', name: '信息变更', graph },
})
