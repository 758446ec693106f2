import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { survey } from './survey.ts'

const { officer } = usualSteps({ phrases: ['同意发布', '请缩小受众', '请说明收集目的'] })
/** A small one is published at once. */
const graph: FlowGraph = {
  nodes: [{ id: 'start', type: 'start', name: '提交' }, { id: 'whetherWide', type: 'condition', name: '是否须学工处审批' }, officer(), { id: 'end', type: 'end', name: '结束' }],
  edges: [
    { from: 'start', to: 'whetherWide' },
    { from: 'whetherWide', to: 'officer', name: '公开或受众较多', when: { fact: 'needsOffice', op: 'eq', value: true } },
    { from: 'whetherWide', to: 'end', name: '其他' },
    { from: 'officer', to: 'end' },
  ],
}
export const surveySubject = flowSubject({
  processType: 'survey',
  label: '问卷发布',
  entity: survey,
  form: ['name', 'kind', 'anonymity', 'beginTime', 'endTime', 'purposeText', 'deleteAfter'],
  inCard: ['name', 'kind', 'anonymity', 'beginTime', 'endTime', 'purposeText', 'deleteAfter'],
  facts: [
    { name: 'needsOffice', label: '须学工处审批', type: 'bool', from: 'module' },
    { name: 'people', label: '受众人数', type: 'number', unit: '人', from: 'module' },
  ],
  initial: { code: 'survey', name: '问卷发布审批', graph },
})
