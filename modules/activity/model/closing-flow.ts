import { type Condition, type FlowNode, flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { ORGANISERS, type OrganiserType } from './activity.ts'
import { activityClosing } from './closing.ts'

const { step, college, fdy } = usualSteps({ samePolicy: 'ask', phrases: ['凭证齐全，同意', '请补充凭证'] })
export const OVERRUNS = { none: '没有超支', ...ORGANISERS } as const
const overOf = (type: OrganiserType): Condition => ({ fact: 'overrun', op: 'eq', value: type })
const over = (id: string, type: OrganiserType, node: FlowNode) => onlyWhen({ id, name: `${ORGANISERS[type]}的活动是否超支`, when: overOf(type), yes: '超支', no: '没有' }, node)
/** 60-AT11: an overrun goes to who approved the budget. 60-SO9: what leaves a society's fund is looked at by its advisor in any case. */
export const closingSubject = flowSubject({
  processType: 'activityClosing',
  label: '活动经费结清',
  entity: activityClosing,
  form: ['activityId', 'planned', 'spent', 'isOver', 'note'],
  inCard: ['planned', 'spent', 'isOver', 'note'],
  facts: [
    { name: 'overrun', label: '超支', type: 'choice', choices: OVERRUNS, from: 'module' },
    { name: 'spendsFund', label: '动用社团经费', type: 'bool', from: 'module' },
    { name: 'yuan', label: '支出', type: 'number', unit: '元', from: 'module' },
  ],
  noAutoApprove: true,
  initial: {
    code: 'activityClosing',
    name: '活动经费结清',
    graph: stepByStep(
      onlyWhen(
        {
          id: 'whetherAdvisor',
          name: '是否须指导教师复核',
          when: { any: [{ fact: 'spendsFund', op: 'eq', value: true }, overOf('society')] },
          yes: '社团经费或超支',
          no: '其他',
        },
        step('advisor', '指导教师', { by: 'relation', relation: 'societyAdvisor' }),
      ),
      over('whetherUnit', 'society', step('unit', '业务指导单位', { by: 'relation', relation: 'guidanceUnit' })),
      over('whetherLeague', 'society', step('league', '团委', { by: 'role', role: 'league' })),
      over('whetherGuide', 'organisation', step('guide', '指导教师', { by: 'relation', relation: 'orgGuide' })),
      over('whetherCollege', 'department', college()),
      over('whetherFdy', 'class', fdy()),
    ),
  },
})
