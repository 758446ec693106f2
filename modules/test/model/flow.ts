import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { testSchedule } from './schedule.ts'

const { officer } = usualSteps({ phrases: ['同意安排', '请与其他考试错开', '请缩小范围'] })
/** A test within one college is published at once. */
const graph: FlowGraph = {
  nodes: [{ id: 'start', type: 'start', name: '提交' }, { id: 'whetherWide', type: 'condition', name: '是否跨学院' }, officer(), { id: 'end', type: 'end', name: '结束' }],
  edges: [
    { from: 'start', to: 'whetherWide' },
    { from: 'whetherWide', to: 'officer', name: '跨学院', when: { fact: 'needsOffice', op: 'eq', value: true } },
    { from: 'whetherWide', to: 'end', name: '其他' },
    { from: 'officer', to: 'end' },
  ],
}
export const testSubject = flowSubject({
  processType: 'test',
  label: '考试安排',
  entity: testSchedule,
  form: ['name', 'kind', 'paperId', 'beginTime', 'endTime', 'minutes', 'attempts', 'passScore'],
  inCard: ['name', 'kind', 'paperId', 'beginTime', 'endTime', 'minutes', 'passScore'],
  facts: [
    { name: 'needsOffice', label: '须学工处审批', type: 'bool', from: 'module' },
    { name: 'people', label: '考生人数', type: 'number', unit: '人', from: 'module' },
  ],
  initial: { code: 'test', name: '考试安排审批', graph },
})
