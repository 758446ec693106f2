import { flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { creditLoan } from './credit-loan.ts'
import { loanExtension } from './extension.ts'

const { fdy, college, officer } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: ['同意', '请补充材料'] })
/** 40 §6: a campus-based loan by counsellor, college and office; the bank decides afterwards. */
export const campusSubject = flowSubject({
  processType: 'campusLoan',
  label: '校园地贷款',
  entity: creditLoan,
  form: ['bank', 'xn', 'approved', 'surplusTo', 'isRenewal', 'coName', 'coRelation', 'coPhone', 'reason', 'files'],
  inCard: ['bank', 'xn', 'approved', 'reason', 'coName', 'coRelation'],
  facts: [{ name: 'yuan', label: '金额', type: 'number', unit: '元', from: 'module' }],
  initial: { code: 'campusLoan', name: '校园地贷款', graph: stepByStep(fdy(), college(), officer()) },
})
/** 40-L8: the office looks at the letter of admission. */
export const extensionSubject = flowSubject({
  processType: 'loanExtension',
  label: '深造展期',
  entity: loanExtension,
  form: ['school', 'study', 'from', 'until', 'proofs'],
  inCard: ['school', 'study', 'from', 'until'],
  initial: { code: 'loanExtension', name: '深造展期', graph: stepByStep(officer()) },
})
