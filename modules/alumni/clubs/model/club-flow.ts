import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { CLUB_FORM } from './club.ts'
import { alumniClubFounding } from './founding.ts'

const { officer } = usualSteps({ phrases: ['同意成立', '请补充介绍', '与已有的校友会重复，请加入'] })
/** 30-AB1: the office decides. */
export const foundingSubject = flowSubject({
  processType: 'alumniClubFounding',
  label: '校友会成立',
  entity: alumniClubFounding,
  form: CLUB_FORM,
  inCard: CLUB_FORM,
  noAutoApprove: true,
  initial: { code: 'alumniClubFounding', name: '校友会成立', graph: stepByStep(officer()) },
})
