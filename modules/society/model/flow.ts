import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { asked, CHANGE_KINDS, societyChange } from './change.ts'
import { FOUNDING_FORM, societyFounding } from './founding.ts'

const { step, college, officer } = usualSteps({ phrases: ['同意', '请补充材料'] })
export const advisor = step('advisor', '指导教师', { by: 'relation', relation: 'societyAdvisor' })
export const unit = step('unit', '业务指导单位', { by: 'relation', relation: 'guidanceUnit' })
export const league = step('league', '团委', { by: 'role', role: 'league' })
/** What a society itself has to pass. */
export const throughLeague = stepByStep(advisor, unit, league)
/** 60-SO5: a head without a rank on file is confirmed by the college. */
const confirmed = onlyWhen(
  { id: 'whetherCollege', name: '负责人是否须学院确认', when: { fact: 'isRankUnknown', op: 'eq', value: true }, yes: '没有排名，须学院确认', no: '有排名' },
  college(),
)
export const foundingSubject = flowSubject({
  processType: 'societyFounding',
  label: '社团成立',
  entity: societyFounding,
  form: [...FOUNDING_FORM, 'advisorId'],
  inCard: [...FOUNDING_FORM, 'advisorId'],
  facts: [{ name: 'isRankUnknown', label: '负责人没有学业排名', type: 'bool', from: 'module' }],
  noAutoApprove: true,
  initial: { code: 'societyFounding', name: '社团成立', graph: stepByStep(confirmed, advisor, unit, league) },
})
/** The members' name for the society is the school's, too: the office agrees. */
const renamed = onlyWhen({ id: 'whetherOffice', name: '是否须学工处同意', when: { fact: 'kind', op: 'eq', value: 'rename' }, yes: '更名', no: '其他' }, officer())
export const changeSubject = flowSubject({
  processType: 'societyChange',
  label: '社团变更',
  entity: societyChange,
  form: Object.keys(asked),
  inCard: Object.keys(asked),
  facts: [
    { name: 'kind', label: '变更', type: 'choice', choices: CHANGE_KINDS, from: 'module' },
    { name: 'isRankUnknown', label: '负责人没有学业排名', type: 'bool', from: 'module' },
  ],
  noAutoApprove: true,
  initial: { code: 'societyChange', name: '社团变更', graph: stepByStep(confirmed, advisor, unit, league, renamed) },
})
