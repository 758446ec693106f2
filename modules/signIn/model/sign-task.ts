import { bool, choice, date, datetime, entity, integer, json, list, ref, states, text, time } from '#model'
import type { Fence } from '#model/geo.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { REPEATS } from './timing.ts'
import { WAY_RULES, WAYS } from './ways.ts'

export const KINDS = { general: '一般', meeting: '班会', class: '课堂', activity: '活动', dorm: '晚间归寝' } as const
export type Kind = keyof typeof KINDS
export const DIRECTIONS = { in: '只签到', inOut: '签到并签退' } as const
export const PHOTO_RULES = { none: '不用', live: '现场拍摄' } as const
/** A sign-in task: audience, times and accepted ways. */
export const signTask = entity(
  'signIn.signTask',
  '签到任务',
  {
    ...roundFields,
    kind: choice('类型', KINDS, { required: true, initial: 'meeting' }),
    direction: choice('方向', DIRECTIONS, { required: true, initial: 'in' }),
    /** Source in another module: the activity, the labour session, the building. */
    sourceType: text('来源', { readonly: true, max: 40 }),
    sourceId: text('来源编号', { readonly: true, max: 36 }),
    repeat: choice('重复', REPEATS, { required: true, initial: 'once' }),
    weekdays: json<number[]>('星期'),
    skipsHolidays: bool('跳过节假日', { initial: true, help: '以校历为准，调休按调休后的课表' }),
    openTime: time('每天开始'),
    lateTime: time('迟到从', { help: '过了这个时间签到算迟到；不填没有迟到' }),
    closeTime: time('每天截止', { help: '早于开始的算第二天' }),
    ways: list('签到方式', choice('方式', WAYS), { required: true, min: 1, max: 5 }),
    wayRule: choice('几种方式', WAY_RULES, { required: true, initial: 'any' }),
    fences: json<Fence[]>('定位范围'),
    photoRule: choice('照片', PHOTO_RULES, { readonly: true, initial: 'none' }),
    makeupHours: integer('补签期限（小时）', { initial: 24, min: 0, max: 336, help: '截止后多少小时内可以申请补签；0 为不能补签' }),
    exempt: bool('请假免签', { required: true, initial: true }),
    countsForEvidence: bool('计入综合测评', { initial: false }),
    remindAt: json<number[]>('截止前提醒（分钟）'),
    ownerId: ref('user', '发布人', { readonly: true }),
    teacherId: ref('teacher', '发布教职工', { readonly: true, secret: 'internal' }),
    /** Last day with generated occurrences. */
    madeUntil: date('已生成到', { readonly: true, secret: 'internal' }),
  },
  {
    title: 'name',
    scope: { user: 'ownerId', teacher: 'teacherId', department: 'ownerDepartmentId' },
    select: 'scoped',
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      closeTime: '每天截止 {time} 与开始相同',
      times: '{repeat}签到须填写每天开始和截止的时间',
      lateTime: '迟到时间 {late} 不在 {open} 至 {close} 之间',
      tooLong: '一次签到最长 {most} 小时，现在 {hours} 小时，请检查日期',
      weekdays: '每周签到须选择星期',
      weekdayForm: '星期只能是 1 到 7',
      beyondTerm: '签到到 {endTime}，晚于本学期的最后一天 {term}；下学期请复制后重新发布',
      noDates: '从 {beginTime} 到 {endTime} 没有一天要签到，请检查星期和节假日',
      noWays: '请至少选一种签到方式',
      needsFence: '选了定位须画出范围',
      fenceForm: '第 {n} 个范围写法不对：圆须有圆心和半径，多边形须有三个以上的点',
      fenceSmall: '第 {n} 个范围半径 {radius} 米，小于 {least} 米，定位误差会让在场的学生签不上',
      fenceMany: '范围最多 {most} 个，现在 {n} 个',
      remindForm: '提醒时间须为 1 到 1440 分钟',
      noStudents: '受众里没有在校学生，签到只面向学生',
      settled: '“{name}”{state}，不能再改{what}，请结束后复制一份',
    },
  },
)
export const taskActions = roundActions(signTask)

export const occurrenceStates = states(
  { planned: { label: '未开始', tone: 'waiting' }, open: { label: '签到中', tone: 'done' }, closed: { label: '已截止', tone: 'over' }, settled: { label: '已统计', tone: 'over' } },
  { close: ['open'], retime: ['open'] },
)
export type OccurrenceState = keyof typeof occurrenceStates.labels
/** One occurrence of a task. */
export const signOccurrence = entity(
  'signIn.signOccurrence',
  '签到场次',
  {
    taskId: ref('signTask', '任务', { required: true, immutable: true }),
    date: date('日期', { required: true, readonly: true, sortable: true }),
    opensAt: datetime('开始', { required: true, readonly: true, sortable: true }),
    lateAt: datetime('迟到从', { readonly: true }),
    closesAt: datetime('截止', { required: true, readonly: true, sortable: true }),
    state: occurrenceStates.field('状态', { initial: 'planned' }),
    snapshotCount: integer('应到', { readonly: true }),
    signedCount: integer('准时', { readonly: true }),
    lateCount: integer('迟到', { readonly: true }),
    absentCount: integer('缺勤', { readonly: true }),
    excusedCount: integer('免签', { readonly: true }),
    madeUpCount: integer('补签', { readonly: true }),
    closedAt: datetime('截止于', { readonly: true }),
    settledAt: datetime('结算时间', { readonly: true }),
    /** Secret from which codes, numbers and tickets are derived; never leaves the server. */
    secret: text('密钥', { readonly: true, secret: true, max: 100 }),
    ownerId: ref('user', '发布人', { readonly: true }),
    teacherId: ref('teacher', '发布教职工', { readonly: true, secret: 'internal' }),
    departmentId: ref('department', '部门', { readonly: true }),
  },
  {
    title: 'date',
    scope: { user: 'ownerId', teacher: 'teacherId', department: 'departmentId' },
    unique: [['taskId', 'date']],
    select: 'scoped',
    sort: ['-opensAt'],
    verbs: ['list', 'export'],
  },
)
