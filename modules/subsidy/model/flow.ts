import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { subsidyApplication } from './application.ts'

const { step, fdy, college, officer } = usualSteps({ timeout: { hours: 72, workingTime: false }, phrases: ['同意', '请补充证明'] })
/** 40 §4: help at once that is small ends at the college; a reduction also goes to finance. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    fdy(),
    college(),
    { id: 'whetherSmall', type: 'condition', name: '是否到学院为止' },
    officer(),
    { id: 'whetherReduction', type: 'condition', name: '是否减免' },
    step('finance', '财务处', { by: 'role', role: 'finance' }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'whetherSmall' },
    { from: 'whetherSmall', to: 'end', name: '小额临时补助', when: { fact: 'endsAtCollege', op: 'eq', value: true } },
    { from: 'whetherSmall', to: 'officer', name: '其他' },
    { from: 'officer', to: 'whetherReduction' },
    { from: 'whetherReduction', to: 'finance', name: '减免', when: { fact: 'effect', op: 'eq', value: 'reduceFee' } },
    { from: 'whetherReduction', to: 'end', name: '发放' },
    { from: 'finance', to: 'end' },
  ],
}
export const subsidySubject = flowSubject({
  processType: 'subsidy',
  label: '资助申请',
  entity: subsidyApplication,
  form: ['itemId', 'batchId', 'cause', 'happenedOn', 'amountAsked', 'text', 'files'],
  inCard: ['itemId', 'batchId', 'cause', 'happenedOn', 'amountAsked'],
  facts: [
    { name: 'yuan', label: '金额', type: 'number', unit: '元', from: 'module' },
    { name: 'endsAtCollege', label: '到学院为止', type: 'bool', from: 'module' },
    { name: 'effect', label: '兑现', type: 'choice', choices: { payout: '发放到银行卡', reduceFee: '减免费用' }, from: 'module' },
  ],
  noAutoApprove: true,
  initial: { code: 'subsidy', name: '资助申请', graph },
})
