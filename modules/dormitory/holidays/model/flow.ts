import { type AskStep, flowSubject, stepByStep } from '#model/flow/index.ts'
import { absenceStep } from '#modules/leave/model/step.ts'
import { holidayStay, LODGINGS } from './holiday-stay.ts'

const step = absenceStep(['同意，注意安全', '同意，按时归寝', '请先与家长沟通', '建议回家'])
/** The counsellor confirms having spoken to the parents. */
const fdy: AskStep = { ...step('fdy', '辅导员', { by: 'relation', relation: 'fdy' }, 'upDepartment'), fieldPerms: { guardianAgreed: 'required' } }
const graph = stepByStep(fdy, step('college', '学院', { by: 'relation', relation: 'college' }), step('dormManager', '宿管', { by: 'relation', relation: 'dormManager' }, 'skip'))
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
