import { flowSubject, onlyWhen, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { TEMP_LEVELS } from './nights.ts'
import { tempLocation } from './temp-location.ts'

const { fdy, college } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意，注意安全', '同意，按时返校', '请先告知家长', '请补充证明'] })
/** The counsellor decides; above a configured number of nights the college as well. */
const graph = stepByStep(
  fdy(),
  onlyWhen({ id: 'whetherCollege', name: '是否须学院审批', when: { fact: 'approvalLevel', op: 'eq', value: 'college' }, yes: '须学院', no: '辅导员即可' }, college()),
)
export const tempSubject = flowSubject({
  processType: 'tempLocation',
  label: '临时外宿',
  entity: tempLocation,
  form: ['from', 'to', 'nights', 'placeType', 'cantonCode', 'address', 'companion', 'contactName', 'contactPhone', 'guardianInformed', 'reason', 'proofs'],
  facts: [
    { name: 'nightCount', label: '外宿晚数', type: 'number', unit: '晚', from: 'module' },
    { name: 'approvalLevel', label: '审批到', type: 'choice', choices: TEMP_LEVELS, from: 'module' },
    { name: 'termNights', label: '本学期共外宿', type: 'number', unit: '晚', from: 'module' },
    { name: 'isLate', label: '过了提交时间', type: 'bool', from: 'module' },
  ],
  initial: { code: 'tempLocation', name: '临时外宿', graph },
})
