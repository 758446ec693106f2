import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { asked, cardReissue } from './card-reissue.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['情况属实，同意', '请写清遗失的经过', '车站与家庭住址不一致，请核对'] })
/** 50-CR5: counsellor and office; whoever asks too often in a year, the college in between. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    fdy(),
    { id: 'whetherOften', type: 'condition', name: '是否超过每学年次数' },
    college(),
    officer(),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'whetherOften' },
    { from: 'whetherOften', to: 'college', name: '超过每学年次数', when: { fact: 'isOften', op: 'eq', value: true } },
    { from: 'whetherOften', to: 'officer', name: '其他' },
    { from: 'college', to: 'officer' },
    { from: 'officer', to: 'end' },
  ],
}
export const reissueSubject = flowSubject({
  processType: 'cardReissue',
  label: '证卡补办',
  entity: cardReissue,
  form: Object.keys(asked) as Array<keyof typeof asked>,
  inCard: Object.keys(asked) as Array<keyof typeof asked>,
  facts: [
    { name: 'isOften', label: '超过每学年次数', type: 'bool', from: 'module' },
    { name: 'times', label: '本学年第几次', type: 'number', unit: '次', from: 'module' },
  ],
  initial: { code: 'cardReissue', name: '证卡补办', graph },
})
