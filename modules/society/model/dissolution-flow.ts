import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { CAUSES, societyDissolution } from './dissolution.ts'
import { advisor, league, unit } from './flow.ts'

const { officer } = usualSteps({ phrases: ['同意', '请先处理好善后'] })
const byVote = (id: string, step: Parameters<typeof onlyWhen>[1]) =>
  onlyWhen({ id, name: '是否由成员表决', when: { fact: 'cause', op: 'eq', value: 'vote' }, yes: '成员表决', no: '团委提出' }, step)
/** What members voted for passes advisor, unit and league; what the league begins, like everything else, the office. */
export const dissolutionSubject = flowSubject({
  processType: 'societyDissolution',
  label: '社团注销',
  entity: societyDissolution,
  form: ['cause', 'reason'],
  inCard: ['cause', 'reason'],
  facts: [{ name: 'cause', label: '事由', type: 'choice', choices: CAUSES, from: 'module' }],
  noAutoApprove: true,
  initial: {
    code: 'societyDissolution',
    name: '社团注销',
    graph: stepByStep(byVote('whetherAdvisor', advisor), byVote('whetherUnit', unit), byVote('whetherLeague', league), officer()),
  },
})
