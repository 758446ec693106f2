import { flowSubject, onlyWhen, stepByStep, usualSteps } from '#flow/index.ts'
import { orgAppointment } from './appointment.ts'
import { KINDS } from './post.ts'

const { step, officer } = usualSteps({ phrases: ['同意', '请补充推荐材料'] })
const when = (fact: string, id: string, name: string, yes: string, node: ReturnType<typeof step>) =>
  onlyWhen({ id, name, when: { fact, op: 'eq', value: true }, yes, no: '其他' }, node)
/** Whose step it would be and who has proposed it is not asked again. A class by its counsellor; unions of a college by its league, then the league and the office; chairs by the school's party committee, too. */
export const appointmentSubject = flowSubject({
  processType: 'orgAppointment',
  label: '学生组织任职',
  entity: orgAppointment,
  form: ['orgId', 'postId', 'studentId', 'from', 'to', 'basis', 'gradesNote', 'note'],
  facts: [
    { name: 'asksCounsellor', label: '班级的组织，不是辅导员提名', type: 'bool', from: 'module' },
    { name: 'asksCollege', label: '学院或年级的组织，不是学院提名', type: 'bool', from: 'module' },
    { name: 'asksLeague', label: '班级以上的组织，不是团委提名', type: 'bool', from: 'module' },
    { name: 'isUnion', label: '学生会或研究生会', type: 'bool', from: 'module' },
    { name: 'isChair', label: '学生会主席团成员', type: 'bool', from: 'module' },
    { name: 'kind', label: '岗位类别', type: 'choice', choices: KINDS, from: 'module' },
  ],
  noAutoApprove: true,
  initial: {
    code: 'orgAppointment',
    name: '学生组织任职审批',
    graph: stepByStep(
      when('asksCounsellor', 'whetherFdy', '是否须辅导员', '班级', step('fdy', '辅导员', { by: 'relation', relation: 'orgCounsellor' }, { emptyPolicy: 'upDepartment' })),
      when('asksCollege', 'whetherCollege', '是否须学院', '学院', step('college', '学院', { by: 'relation', relation: 'orgCollege' })),
      when('asksLeague', 'whetherLeague', '是否须团委', '班级以上', step('league', '团委', { by: 'role', role: 'league' })),
      when('isUnion', 'whetherOfficer', '是否须学工处', '学生会', officer()),
      when('isChair', 'whetherLeader', '是否须学校党委', '主席团成员', step('leader', '学校党委', { by: 'position', position: 'leader' })),
    ),
  },
})
