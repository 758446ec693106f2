import { type FlowGraph, flowSubject, usualSteps } from '#flow/index.ts'
import { FEN } from '#model/money.ts'
import { awardApplication } from './application-row.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['同意推荐', '情况属实，同意', '请补充证明材料'], fieldPerms: { recommendation: 'hidden' } })
/** Counsellor and college; collective honours the office, too. Ranking, seats and notices follow the approval. */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    fdy({ fieldPerms: { recommendation: 'edit' } }),
    college({ fieldPerms: { recommendation: 'edit' } }),
    { id: 'whetherGroup', type: 'condition', name: '是否集体荣誉' },
    officer({ fieldPerms: { recommendation: 'read' } }),
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'fdy' },
    { from: 'fdy', to: 'college' },
    { from: 'college', to: 'whetherGroup' },
    { from: 'whetherGroup', to: 'officer', name: '集体荣誉', when: { fact: 'isCollective', op: 'eq', value: true } },
    { from: 'whetherGroup', to: 'end', name: '个人奖项' },
    { from: 'officer', to: 'end' },
  ],
}
export const awardSubject = flowSubject({
  processType: 'award',
  label: '奖项申报',
  entity: awardApplication,
  form: ['itemId', 'statement', 'achieved', 'achievements', 'isOutstanding', 'proofs', 'recommendation'],
  inCard: ['itemId', 'statement', 'achieved', 'achievements', 'isOutstanding'],
  facts: [
    { name: 'isCollective', label: '集体荣誉', type: 'bool', from: 'module' },
    { name: 'amount', label: '金额', type: 'number', unit: FEN, from: 'module' },
  ],
  noAutoApprove: true,
  initial: { code: 'award', name: '奖项申报', graph },
})
