import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { payoutList } from './payout.ts'

const { step, officer } = usualSteps({ samePolicy: 'ask' })
/** Maker → office → finance. Money is never approved by a timeout. */
export const payoutSubject = flowSubject({
  processType: 'payout',
  label: '发放单',
  entity: payoutList,
  form: ['listNo', 'title', 'source', 'fundId', 'month', 'bizDate', 'count', 'total'],
  facts: [{ name: 'yuan', label: '金额', type: 'number', unit: '元', from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'payout', name: '发放单', graph: stepByStep(officer(), step('finance', '财务处', { by: 'role', role: 'finance' })) },
})
