import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { punishmentLift } from './lift.ts'

const { fdy, college, officer } = usualSteps({ phrases: ['表现良好，同意解除', '请补充思想汇报'] })
/** Counsellor, college, office. */
export const liftSubject = flowSubject({
  processType: 'punishmentLift',
  label: '解除处分',
  entity: punishmentLift,
  form: ['statement', 'merit'],
  noAutoApprove: true,
  initial: { code: 'punishmentLift', name: '解除处分', graph: stepByStep(fdy(), college(), officer()) },
})
