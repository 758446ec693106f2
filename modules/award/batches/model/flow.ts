import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { FEN } from '#model/money.ts'
import { awardApplication } from './application-row.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['同意推荐', '情况属实，同意', '请补充证明材料'], fieldPerms: { recommendation: 'hidden' } })
/** Counsellor and college; collective honours the office, too. Ranking, seats and notices follow the approval. */
const graph = stepByStep(
  fdy({ fieldPerms: { recommendation: 'edit' } }),
  college({ fieldPerms: { recommendation: 'edit' } }),
  onlyWhen(
    { id: 'whetherGroup', name: '是否集体荣誉', when: { fact: 'isCollective', op: 'eq', value: true }, yes: '集体荣誉', no: '个人奖项' },
    officer({ fieldPerms: { recommendation: 'read' } }),
  ),
)
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
