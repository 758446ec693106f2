import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { pointApplication } from './point-application.ts'

/** What a counsellor decides alone. */
const FDY_POINTS = 2
const { fdy, college } = usualSteps({ phrases: ['同意', '与证明一致，同意', '证明看不清，请重新上传'] })
const graph = stepByStep(
  fdy(),
  onlyWhen({ id: 'whetherCollege', name: '是否须学院审批', when: { fact: 'total', op: 'gt', value: FDY_POINTS }, yes: '须学院', no: '辅导员即可' }, college()),
)
export const pointSubject = flowSubject({
  processType: 'pointApplication',
  label: '加分申请',
  entity: pointApplication,
  form: ['itemId', 'occurredOn', 'points', 'quantity', 'what', 'proofs'],
  inCard: ['itemId', 'occurredOn', 'points', 'quantity', 'what'],
  facts: [{ name: 'total', label: '合计分值', type: 'number', unit: '分', from: 'module' }],
  initial: { code: 'pointApplication', name: '加分审核', graph },
})
