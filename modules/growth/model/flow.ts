import { flowSubject, stepByStep, usualSteps } from '#flow/index.ts'
import { growthObjection } from './objection.ts'

const DAY_HOURS = 8
const within = (days: number) => ({ timeout: { hours: days * DAY_HOURS, workingTime: true, marks: [50, 100].map(atPercent => ({ atPercent, action: 'remind' as const })) } })
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
      step('organiser', '主办单位', { by: 'field', field: 'organiserId' }, { emptyPolicy: 'skip', ...within(3) }),
      step('league', '团委', { by: 'role', role: 'league' }, within(5)),
    ),
  },
})
