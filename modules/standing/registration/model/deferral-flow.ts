import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { registrationDeferral } from './deferral.ts'

const { fdy, college } = usualSteps()
export const deferralSubject = flowSubject({
  processType: 'registrationDeferral',
  label: '暂缓注册',
  entity: registrationDeferral,
  form: ['batchId', 'reason', 'proofs'],
  inCard: ['batchId', 'reason'],
  initial: { code: 'registrationDeferral', name: '暂缓注册', graph: stepByStep(fdy(), college()) },
})
