import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { signMakeup } from './sign-line.ts'

/** 20-SA11: the publisher or a counsellor decides, whoever is first. */
export const makeupSubject = flowSubject({
  processType: 'signMakeup',
  label: '补签',
  entity: signMakeup,
  form: ['taskName', 'date', 'reason', 'proof', 'deciderIds'],
  facts: [{ name: 'usedThisMonth', label: '本月已补签', type: 'number', unit: '次', from: 'module' }],
  initial: {
    code: 'signMakeup',
    name: '补签',
    graph: stepByStep(
      usualSteps().step(
        'decider',
        '发布人或辅导员',
        { by: 'field', field: 'deciderIds' },
        { emptyPolicy: 'upDepartment', samePolicy: 'ask', phrases: ['情况属实，同意补签', '当时不在现场，不予补签'] },
      ),
    ),
  },
})
