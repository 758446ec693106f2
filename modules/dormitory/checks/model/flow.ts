import { flowSubject, stepByStep } from '#model/flow/index.ts'
import { absenceStep } from '#modules/leave/model/step.ts'
import { civilisedRoom } from './civilised.ts'

const step = absenceStep(['同意', '同意，成绩属实', '请核对成绩'])
/** Counsellor, college, office; then the public notice. */
const graph = stepByStep(
  step('fdy', '辅导员', { by: 'relation', relation: 'fdy' }, 'upDepartment'),
  step('college', '学院', { by: 'relation', relation: 'college' }),
  step('officer', '学工处', { by: 'role', role: 'officer' }),
)
export const civilisedSubject = flowSubject({
  processType: 'civilisedRoom',
  label: '文明寝室',
  entity: civilisedRoom,
  form: ['roomId', 'mean', 'lowest', 'checks', 'reason'],
  facts: [{ name: 'roomMean', label: '平均分', type: 'number', unit: '分', from: 'module' }],
  initial: { code: 'civilisedRoom', name: '文明寝室', graph },
})
