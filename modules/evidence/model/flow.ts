import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { evidenceDeclaration } from './declaration.ts'

/** The workflow a new school begins with: the counsellor decides. */
export const declarationSubject = flowSubject({
  processType: 'evidenceDeclaration',
  label: '自主申报',
  entity: evidenceDeclaration,
  form: ['kind', 'title', 'occurredOn', 'level', 'place', 'teamRole', 'teamSize', 'quantity', 'proofs'],
  inCard: ['kind', 'title', 'occurredOn', 'level', 'place', 'teamRole', 'teamSize', 'quantity'],
  initial: { code: 'evidenceDeclaration', name: '自主申报', graph: stepByStep(usualSteps({ phrases: ['同意', '与证明一致，同意', '证明看不清，请重新上传'] }).fdy()) },
})
