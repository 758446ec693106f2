import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { admissionRetention } from './retention.ts'

const { college, officer } = usualSteps({ fieldPerms: { docNo: 'hidden' } })
export const retentionSubject = flowSubject({
  processType: 'admissionRetention',
  label: '保留入学资格',
  entity: admissionRetention,
  form: ['cause', 'dischargedOn', 'until', 'reason', 'proofs', 'docNo'],
  inCard: ['cause', 'dischargedOn', 'until'],
  noAutoApprove: true,
  initial: { code: 'admissionRetention', name: '保留入学资格', graph: stepByStep(college(), officer({ fieldPerms: { docNo: 'required' } })) },
})
