import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { archiveBorrow } from './archive-borrow.ts'

const { step, officer } = usualSteps({ phrases: ['同意借阅', '请补交介绍信', '请在档案室查阅'] })
/** The keeper, then the office; a school names its keepers in the step. */
export const borrowSubject = flowSubject({
  processType: 'archiveBorrow',
  label: '档案借阅',
  entity: archiveBorrow,
  form: ['unit', 'person', 'purpose', 'onSite', 'dueOn'],
  inCard: ['unit', 'person', 'purpose', 'onSite', 'dueOn'],
  noAutoApprove: true,
  initial: { code: 'archiveBorrow', name: '档案借阅', graph: stepByStep(step('keeper', '档案管理员', { by: 'role', role: 'officer' }), officer()) },
})
