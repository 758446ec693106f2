import { type FlowGraph, flowSubject, stepByStep, usualSteps, WITHIN_TWO_DAYS } from '#flow/index.ts'
import { LEVELS } from './counting.ts'
import { leave } from './leave.ts'
import { leaveTeam } from './team.ts'

const PHRASES = ['同意，注意安全', '同意，按时返校销假', '请补充证明', '请先与任课教师沟通缺课']
const { step, fdy, college, officer } = usualSteps({ timeout: WITHIN_TWO_DAYS, phrases: PHRASES })

/** 20-L1 to L3: head teacher if the school wants it, counsellor, then higher levels by length; the teaching office is notified of missed exams (20-L6). */
const graph: FlowGraph = {
  nodes: [
    { id: 'start', type: 'start', name: '提交' },
    { id: 'whetherBzr', type: 'condition', name: '是否先由班主任审批' },
    step('bzr', '班主任', { by: 'relation', relation: 'bzr' }, { emptyPolicy: 'skip' }),
    fdy(),
    { id: 'whetherCollege', type: 'condition', name: '是否须学院审批' },
    college(),
    { id: 'whetherOfficer', type: 'condition', name: '是否须学工处审批' },
    officer(),
    { id: 'whetherExam', type: 'condition', name: '是否有考试' },
    { id: 'teachingOffice', type: 'cc', name: '抄送教务处', approvers: { by: 'position', position: 'teachingOffice' } },
    { id: 'end', type: 'end', name: '结束' },
  ],
  edges: [
    { from: 'start', to: 'whetherBzr' },
    { from: 'whetherBzr', to: 'bzr', name: '先班主任', when: { fact: 'asksBzr', op: 'eq', value: true } },
    { from: 'whetherBzr', to: 'fdy', name: '直接辅导员' },
    { from: 'bzr', to: 'fdy' },
    { from: 'fdy', to: 'whetherCollege' },
    { from: 'whetherCollege', to: 'college', name: '须学院', when: { fact: 'approvalLevel', op: 'in', value: ['college', 'officer'] } },
    { from: 'whetherCollege', to: 'whetherExam', name: '辅导员即可' },
    { from: 'college', to: 'whetherOfficer' },
    { from: 'whetherOfficer', to: 'officer', name: '须学工处', when: { fact: 'approvalLevel', op: 'eq', value: 'officer' } },
    { from: 'whetherOfficer', to: 'whetherExam', name: '学院即可' },
    { from: 'officer', to: 'whetherExam' },
    { from: 'whetherExam', to: 'teachingOffice', name: '有考试', when: { fact: 'exam', op: 'eq', value: true } },
    { from: 'whetherExam', to: 'end', name: '没有考试' },
    { from: 'teachingOffice', to: 'end' },
  ],
}
export const leaveSubject = flowSubject({
  processType: 'leave',
  label: '请假',
  entity: leave,
  form: [
    'typeId',
    'startAt',
    'endAt',
    'days',
    'reason',
    'privateReason',
    'proofs',
    'privateProofs',
    'leavesCampus',
    'leavesCity',
    'cantonCode',
    'address',
    'transport',
    'companion',
    'contactName',
    'contactPhone',
    'guardianInformed',
  ],
  inCard: ['typeId', 'startAt', 'endAt', 'days', 'leavesCampus', 'leavesCity', 'cantonCode', 'transport', 'companion', 'contactName', 'contactPhone', 'guardianInformed'],
  facts: [
    { name: 'countedDays', label: '请假天数（合并）', type: 'number', unit: '天', from: 'module' },
    { name: 'approvalLevel', label: '审批到', type: 'choice', choices: LEVELS, from: 'module' },
    { name: 'leaveType', label: '请假类型编号', type: 'text', from: 'module' },
    { name: 'touchesHoliday', label: '节假日前后', type: 'bool', from: 'module' },
    { name: 'exam', label: '期间有考试', type: 'bool', from: 'module' },
    { name: 'termDays', label: '本学期共请', type: 'number', unit: '天', from: 'module' },
    { name: 'termTimes', label: '本学期次数', type: 'number', unit: '次', from: 'module' },
    { name: 'missedSections', label: '缺课', type: 'number', unit: '节', from: 'module' },
    { name: 'asksBzr', label: '先由班主任审批', type: 'bool', from: 'module' },
    { name: 'isExtension', label: '续假', type: 'bool', from: 'module' },
    { name: 'isRetro', label: '补假', type: 'bool', from: 'module' },
  ],
  initial: { code: 'leave', name: '请假', graph },
})
/** 20-L14: one approval for the whole group, by the organiser's college and the student-affairs office. */
export const teamSubject = flowSubject({
  processType: 'leaveTeam',
  label: '集体公假',
  entity: leaveTeam,
  form: ['title', 'typeId', 'startAt', 'endAt', 'days', 'reason', 'proofs', 'studentCount'],
  facts: [{ name: 'students', label: '学生人数', type: 'number', unit: '人', from: 'module' }],
  initial: {
    code: 'leaveTeam',
    name: '集体公假',
    graph: stepByStep(college(), officer()),
  },
})
