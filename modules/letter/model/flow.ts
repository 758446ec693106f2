import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { letterRun } from './letter-run.ts'

const { step } = usualSteps({ samePolicy: 'ask', phrases: ['样张无误，同意', '版式有误，请修改模板', '内容有误，请核对名单'] })
/** The admissions office asks, the school's leader has looked at the samples. Letters are never approved by a timeout. */
export const runSubject = flowSubject({
  processType: 'letterRun',
  label: '生成通知书',
  entity: letterRun,
  form: ['year', 'level', 'templateName', 'edition', 'count'],
  inCard: ['year', 'level', 'templateName', 'edition', 'count'],
  noAutoApprove: true,
  initial: { code: 'letterRun', name: '生成通知书', graph: stepByStep(step('leader', '校领导', { by: 'position', position: 'leader' })) },
})
