import { action, bool, choice, decimal, entity, integer, ref, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { GRADES } from './rules.ts'

const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const gap = { ...readonly, precision: 5, scale: 1 } as const
/** 成绩学分: how a student stands against the requirement, and the credit for it. */
export const labourGrade = entity(
  'labour.labourGrade',
  '劳动成绩',
  {
    studentId: ref('student', '学生', { ...fixed, search: true }),
    planId: ref('labourPlan', '培养要求', fixed),
    score: decimal('成绩', { min: 0, max: 100, precision: 5, scale: 2, sortable: true, help: '不填时按劳动课程的成绩核算' }),
    /** Entered or imported; the assessment leaves it alone. */
    isGiven: bool('成绩已登记', { required: true, readonly: true, initial: false }),
    grade: choice('等级', GRADES, readonly),
    courseGap: decimal('课程还差', gap),
    dailyGap: decimal('日常还差', gap),
    productionGap: decimal('生产还差', gap),
    serviceGap: decimal('服务还差', gap),
    weeksGap: integer('劳动周还差', readonly),
    isMet: bool('达标', { required: true, readonly: true, initial: false }),
    credit: decimal('学分', { required: true, readonly: true, initial: 0, precision: 3, scale: 1 }),
    ...{ departmentId: ref('department', '学院', readonly), majorId: ref('major', '专业', readonly), classId: ref('stuClass', '班级', readonly) },
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['studentId', 'planId']],
    importKey: ['studentId', 'planId'],
    sort: ['studentId'],
    verbs: ['list', 'add', 'update', 'import', 'export'],
    countsUpTo: 10_000,
    refusals: { otherPlan: '{name}的培养要求不是这一份（{level} {grade} 级）' },
  },
)
const need = { required: true } as const
const planId = ref('labourPlan', '培养要求', need)
/** 50-LB8 */
export const judgeGrades = action('labour.labourGrade.judge', '核算', {
  input: { planId },
  output: { people: integer('人数', need), met: integer('达标', need) },
})
/** Those who lack something are told what. */
export const remindGaps = action('labour.labourGrade.remind', '提醒未达标', { permission: judgeGrades.permission, input: { planId }, output: { people: integer('人数', need) } })
export const gradeActions = [judgeGrades, remindGaps]
