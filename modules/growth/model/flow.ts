import { flowSubject, stepByStep, usualSteps, withinWorkdays } from '#flow/index.ts'
import { growthObjection } from './objection.ts'

const { step } = usualSteps({ phrases: ['情况属实，同意更正', '与名单一致，维持原记录'] })
/** 60-GL3: the organiser within three working days, then the youth league within five; where nobody confirmed the entry, the league alone. */
export const objectionSubject = flowSubject({
  processType: 'growthObjection',
  label: '成长记录异议',
  entity: growthObjection,
  form: ['title', 'bizDate', 'hours', 'points', 'labourHours', 'grounds', 'proofs', 'organiserId'],
  inCard: ['title', 'bizDate', 'hours', 'points', 'labourHours', 'grounds'],
  initial: {
    code: 'growthObjection',
    name: '成长记录异议',
    graph: stepByStep(
      step('organiser', '主办单位', { by: 'field', field: 'organiserId' }, { emptyPolicy: 'skip', ...withinWorkdays(3) }),
      step('league', '团委', { by: 'role', role: 'league' }, withinWorkdays(5)),
    ),
  },
})
