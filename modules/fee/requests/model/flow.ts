import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { feeApplication } from './fee-application.ts'

const { step, fdy, college, officer } = usualSteps({ samePolicy: 'ask', timeout: { hours: 72, workingTime: false }, phrases: ['同意', '请补充证明', '请先申请助学贷款'] })
const FINANCE = { by: 'role', role: 'finance' } as const
/** 40 §1: instalment and deferral by counsellor, college and finance; a reduction also by the student-affairs office; a refund by two people of finance. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    { id: 'whetherRefund', type: 'condition', name: '是否退费' },
    fdy(),
    college(),
    { id: 'whetherReduction', type: 'condition', name: '是否减免' },
    officer(),
    step('finance', '财务处', FINANCE),
    step('maker', '财务处经办', FINANCE),
    step('checker', '财务处复核', FINANCE),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'whetherRefund' },
    { from: 'whetherRefund', to: 'maker', name: '退费', when: { fact: 'kind', op: 'eq', value: 'refund' } },
    { from: 'whetherRefund', to: 'fdy', name: '其他' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'whetherReduction' },
    { from: 'whetherReduction', to: 'officer', name: '减免', when: { fact: 'kind', op: 'eq', value: 'reduction' } },
    { from: 'whetherReduction', to: 'finance', name: '分期、缓缴' },
    { from: 'officer', to: 'finance' },
    { from: 'finance', to: 'end' },
    { from: 'maker', to: 'checker' },
    { from: 'checker', to: 'end' },
  ],
}
export const requestSubject = flowSubject({
  processType: 'feeApplication',
  label: '缴费申请',
  entity: feeApplication,
  form: ['kind', 'items', 'amount', 'until', 'reason', 'files'],
  facts: [{ name: 'yuan', label: '涉及金额', type: 'number', unit: '元', from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'feeApplication', name: '缴费申请', graph },
})
