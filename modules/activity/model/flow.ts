import { type FlowNode, flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { activity, FORM, ORGANISERS, type OrganiserType } from './activity.ts'

const { step, college, fdy } = usualSteps({ phrases: ['同意', '请补充安全措施'] })
const of = (id: string, type: OrganiserType, node: FlowNode) =>
  onlyWhen({ id, name: `${ORGANISERS[type]}的活动`, when: { fact: 'organiserType', op: 'eq', value: type }, yes: ORGANISERS[type], no: '其他' }, node)
const MANY = 500
/** 60-AT1: who knows the organiser, the league for societies and organisations above the class, then publicity and security where they have to know. */
export const activitySubject = flowSubject({
  processType: 'activity',
  label: '活动',
  entity: activity,
  form: [...FORM],
  inCard: [...FORM],
  facts: [
    { name: 'organiserType', label: '组织者', type: 'choice', choices: ORGANISERS, from: 'module' },
    { name: 'isOfClass', label: '班级的学生组织', type: 'bool', from: 'module' },
    { name: 'isAbove', label: '超过时长积分标准', type: 'bool', from: 'module' },
    { name: 'yuan', label: '预算', type: 'number', unit: '元', from: 'module' },
    { name: 'people', label: '名额', type: 'number', unit: '人', from: 'module' },
    { name: 'hasGuests', label: '有校外嘉宾', type: 'bool', from: 'module' },
  ],
  noAutoApprove: true,
  initial: {
    code: 'activity',
    name: '活动审批',
    graph: stepByStep(
      of('whetherAdvisor', 'society', step('advisor', '指导教师', { by: 'relation', relation: 'societyAdvisor' })),
      of('whetherUnit', 'society', step('unit', '业务指导单位', { by: 'relation', relation: 'guidanceUnit' })),
      of('whetherLeague', 'society', step('league', '团委', { by: 'role', role: 'league' })),
      of('whetherGuide', 'organisation', step('guide', '指导教师', { by: 'relation', relation: 'orgGuide' })),
      onlyWhen(
        {
          id: 'whetherOrgLeague',
          name: '是否班级以上的学生组织',
          when: {
            all: [
              { fact: 'organiserType', op: 'eq', value: 'organisation' },
              { fact: 'isOfClass', op: 'eq', value: false },
            ],
          },
          yes: '班级以上的学生组织',
          no: '其他',
        },
        step('orgLeague', '团委', { by: 'role', role: 'league' }),
      ),
      of('whetherCollege', 'department', college()),
      of('whetherFdy', 'class', fdy()),
      onlyWhen(
        {
          id: 'whetherAbove',
          name: '是否超过时长积分标准',
          // the league has looked at those of societies and of organisations above the class already
          when: {
            all: [
              { fact: 'isAbove', op: 'eq', value: true },
              {
                any: [
                  { fact: 'organiserType', op: 'in', value: ['department', 'class'] },
                  { fact: 'isOfClass', op: 'eq', value: true },
                ],
              },
            ],
          },
          yes: '超过标准',
          no: '没有超过',
        },
        step('aboveLeague', '团委', { by: 'role', role: 'league' }),
      ),
      onlyWhen(
        { id: 'whetherPublicity', name: '是否有校外嘉宾', when: { fact: 'hasGuests', op: 'eq', value: true }, yes: '有校外嘉宾', no: '没有' },
        step('publicity', '宣传部', { by: 'position', position: 'publicityOffice' }),
      ),
      onlyWhen(
        { id: 'whetherSecurity', name: '是否须保卫处', when: { fact: 'people', op: 'ge', value: MANY }, yes: `${MANY} 人以上`, no: '人数较少' },
        step('security', '保卫处', { by: 'position', position: 'securityOffice' }),
      ),
    ),
  },
})
