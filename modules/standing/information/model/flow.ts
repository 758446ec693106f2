import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { infoChange } from './info-change.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['同意', '与证明一致，同意', '证明看不清，请重新上传'] })
/** Counsellor and college; of locked fields the office last. */
const graph = stepByStep(
  fdy(),
  college(),
  onlyWhen({ id: 'whetherOffice', name: '是否须学工处审批', when: { fact: 'needsOffice', op: 'eq', value: true }, yes: '须学工处审批', no: '其他' }, officer()),
)
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
