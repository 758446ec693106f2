import { action, bool, choice, datetime, decimal, entity, integer, list, pickFields, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { labourProject } from './project.ts'
import { CATEGORIES, PROJECT_KINDS } from './rules.ts'

export const enrolmentStates = states(
  {
    enrolled: { label: '已报名', tone: 'going' },
    waiting: { label: '候补', tone: 'waiting' },
    cancelled: { label: '已取消', tone: 'over' },
    absent: { label: '未参加', tone: 'refused' },
    completed: { label: '已完成', tone: 'done' },
  },
  { cancel: ['enrolled', 'waiting'], assess: ['enrolled', 'completed'], drop: ['enrolled', 'waiting'] },
)
/** Those who have a place, or had one. */
export const HELD = ['enrolled', 'absent', 'completed'] as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
const mark = { min: 0, max: 100, precision: 5, scale: 2 } as const

/** 报名: a student in a project, in the order in which they came. */
export const labourEnrolment = entity(
  'labour.labourEnrolment',
  '劳动报名',
  {
    projectId: ref('labourProject', '项目', fixed),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    /** Their teacher reaches them by it. */
    teacherId: ref('teacher', '指导教师', readonly),
    ownerDepartmentId: ref('department', '负责部门', readonly),
    ...{ grade: integer('年级', readonly), departmentId: ref('department', '学院', readonly), majorId: ref('major', '专业', readonly), classId: ref('stuClass', '班级', readonly) },
    arrival: integer('报名顺序', { ...fixed, sortable: true }),
    state: enrolmentStates.field('状态', { initial: 'enrolled', sortable: true }),
    enrolledAt: datetime('报名时间', { ...fixed, sortable: true }),
    safetyConfirmedAt: datetime('安全须知确认', readonly),
    performance: decimal('表现', { ...readonly, ...mark }),
    report: decimal('报告', { ...readonly, ...mark }),
    score: decimal('成绩', { ...readonly, ...mark, sortable: true }),
    hours: decimal('学时', { ...readonly, precision: 5, scale: 1, help: '结算时记入台账的学时' }),
    groupNo: integer('组', { ...readonly, help: '劳动周的第几组' }),
    note: text('原因', { ...readonly, max: 200, translatable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { ...BY_STUDENT, teacher: 'teacherId' },
    unique: [['projectId', 'studentId']],
    sort: ['-enrolledAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { notHeld: '候补或者已取消的不能评分' },
  },
)
const need = { required: true } as const
const OWN = 'labour:labourEnrolment:enrol'
/** What students read of a project before they enrol. */
export const offeredFields = pickFields(labourProject.fields, [
  ...(['name', 'kind', 'category', 'beginTime', 'endTime', 'capacity', 'hasWaitlist', 'hoursCap', 'cancelBeforeHours', 'safetyNotice', 'needsInsurance'] as const),
])
const project = {
  id: text('编号', { ...need, max: 36 }),
  ...offeredFields,
  place: text('地点', { max: 200 }),
  teacher: text('指导教师', { max: 60 }),
  sessions: list('场次', shape('场次', { start: datetime('开始', need), end: datetime('结束', need), hours: decimal('学时', need) }), need),
  placesLeft: integer('空余', need),
  waiting: integer('候补', need),
} as const
/** 劳动项目 as students see them: those whose enrolment is open or to come. */
export const labourHall = action('labour.labourEnrolment.hall', '劳动项目', {
  method: 'GET',
  permission: OWN,
  input: { kind: choice('类型', PROJECT_KINDS), category: choice('类别', CATEGORIES) },
  many: true,
  output: { ...project, isOpen: bool('正在报名', need), mine: enrolmentStates.field('我的报名', { required: false, readonly: false }), position: integer('候补第几位') },
})
export const enrol = action('labour.labourEnrolment.enrol', '报名', {
  permission: OWN,
  input: {
    projectId: ref('labourProject', '项目', need),
    isSafetyRead: bool('已阅读安全须知，会遵守', { ...need, initial: false }),
    isInsured: bool('有人身意外保险', { initial: false }),
  },
  output: { state: choice('结果', enrolmentStates.labels, need), position: integer('候补第几位') },
})
export const cancelEnrolment = action('labour.labourEnrolment.cancel', '取消报名', { permission: OWN, input: { id: ref('labourEnrolment', '报名', need) }, output: 'none' })
/** Of staff: somebody who cannot take part, with the reason. */
export const dropEnrolment = action('labour.labourEnrolment.drop', '移出', {
  input: { id: ref('labourEnrolment', '报名', need), reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  inScope: true,
})
export const assessEnrolment = action('labour.labourEnrolment.assess', '评分', {
  input: { id: ref('labourEnrolment', '报名', need), performance: decimal('表现', mark), report: decimal('报告', mark) },
  output: 'none',
  inScope: true,
})
export const enrolmentActions = [labourHall, enrol, cancelEnrolment, dropEnrolment, assessEnrolment]
