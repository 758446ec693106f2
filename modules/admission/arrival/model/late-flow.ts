import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { lateArrival } from './late-arrival.ts'

const { college } = usualSteps()
export const lateSubject = flowSubject({
  processType: 'lateArrival',
  label: '延期报到',
  entity: lateArrival,
  form: ['until', 'cause', 'reason', 'proofs'],
  inCard: ['until', 'cause', 'reason'],
  initial: { code: 'lateArrival', name: '延期报到', graph: stepByStep(college()) },
})
