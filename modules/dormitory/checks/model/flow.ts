import { flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { civilisedRoom } from './civilised.ts'

const { fdy, college, officer } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意', '同意，成绩属实', '请核对成绩'] })
/** Counsellor, college, office; then the public notice. */
export const civilisedSubject = flowSubject({
  processType: 'civilisedRoom',
  label: '文明寝室',
  entity: civilisedRoom,
  form: ['roomId', 'mean', 'lowest', 'checks', 'reason'],
  facts: [{ name: 'roomMean', label: '平均分', type: 'number', unit: '分', from: 'module' }],
  initial: { code: 'civilisedRoom', name: '文明寝室', graph: stepByStep(fdy(), college(), officer()) },
})
