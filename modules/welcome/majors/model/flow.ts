import { flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { majorAdjustment } from './adjustment.ts'

const { step } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意'] })
export const majorSubject = flowSubject({
  processType: 'majorAdjust',
  label: '新生专业调整',
  entity: majorAdjustment,
  form: ['choices', 'reason'],
  inCard: ['choices', 'reason'],
  initial: {
    code: 'majorAdjust',
    name: '新生专业调整',
    graph: stepByStep(
      step('college', '转出学院', { by: 'relation', relation: 'college' }),
      step('toCollege', '转入学院', { by: 'relation', relation: 'toCollege' }),
      step('admissions', '招生办', { by: 'role', role: 'admissions' }),
    ),
  },
})
