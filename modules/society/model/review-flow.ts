import { flowSubject } from '#flow/index.ts'
import { throughLeague } from './flow.ts'
import { societyReview } from './review.ts'
import { REVIEW_GRADES } from './review-scores.ts'

/** Advisor, guidance unit, youth league; then the public notice. */
export const reviewSubject = flowSubject({
  processType: 'societyReview',
  label: '社团年审',
  entity: societyReview,
  form: ['selfText'],
  inCard: ['selfText'],
  facts: [{ name: 'grade', label: '建议等级', type: 'choice', choices: REVIEW_GRADES, from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'societyReview', name: '社团年审', graph: throughLeague },
})
