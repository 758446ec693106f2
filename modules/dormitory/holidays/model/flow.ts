import { flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { holidayStay, LODGINGS } from './holiday-stay.ts'

const { step, fdy, college } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意，注意安全', '同意，按时归寝', '请先与家长沟通', '建议回家'] })
/** The counsellor confirms having spoken to the parents. */
const graph = stepByStep(
  fdy({ fieldPerms: { guardianAgreed: 'required' } }),
  college(),
  step('dormManager', '宿管', { by: 'relation', relation: 'dormManager' }, { emptyPolicy: 'skip' }),
)
export const holidayStaySubject = flowSubject({
  processType: 'holidayStay',
  label: '留校申请',
  entity: holidayStay,
  form: ['from', 'to', 'reason', 'detail', 'lodging', 'guardianName', 'guardianPhone', 'guardianAgreed', 'commitment'],
  facts: [
    { name: 'nights', label: '留校晚数', type: 'number', unit: '晚', from: 'module' },
    { name: 'isMinor', label: '未满 18 周岁', type: 'bool', from: 'module' },
    { name: 'lodgingWay', label: '住在哪里', type: 'choice', choices: LODGINGS, from: 'module' },
  ],
  initial: { code: 'holidayStay', name: '留校申请', graph },
})
