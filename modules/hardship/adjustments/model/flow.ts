import { flowSubject, stepByStep, usualSteps, withinWorkdays } from '#flow/index.ts'
import { levelAdjustment } from './adjustment.ts'

/** Three working days for both steps together (40-D11). */
const half = withinWorkdays(1.5)
const { fdy, officer } = usualSteps({ ...half, phrases: ['情况属实，同意', '请补充证明'] })
export const adjustmentSubject = flowSubject({
  ...{ processType: 'levelAdjustment', label: '困难等级动态调整', entity: levelAdjustment, form: ['toLevel', 'reason', 'proofs'], inCard: ['toLevel'] },
  facts: [],
  noAutoApprove: true,
  initial: { code: 'levelAdjustment', name: '困难等级动态调整', graph: stepByStep(fdy(), officer()) },
})
