import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { admissionRun } from './run.ts'

const { step } = usualSteps()
/** 30-ES7: the final run is the admissions office's; the leader of the school approves it before it is published. */
export const admissionSubject = flowSubject({
  processType: 'admissionRun',
  label: '录取方案',
  entity: admissionRun,
  form: ['name', 'batchId', 'method', 'people', 'places', 'placed', 'adjusted'],
  noAutoApprove: true,
  initial: { code: 'admissionRun', name: '录取方案', graph: stepByStep(step('leader', '校领导', { by: 'position', position: 'leader' })) },
})
