import { bool, choice, datetime, decimal, entity, integer, json, ref, rich, states, text } from '#model'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import { CATEGORIES, DEFAULT_WEIGHTS, PROJECT_KINDS, type Session, type Weights } from './rules.ts'

/** After publishing; until it is settled a project runs. */
export const projectStages = states({ running: { label: '进行中', tone: 'going' }, settled: { label: '已结算', tone: 'over' } }, { settle: ['running', 'settled'] })
const need = { required: true } as const
const counter = { required: true, readonly: true, initial: 0 } as const

/** 劳动项目: a course, practice, labour week or post with places and sessions. Its window is the enrolment. */
export const labourProject = entity(
  'labour.labourProject',
  '劳动项目',
  {
    ...roundFields,
    kind: choice('类型', PROJECT_KINDS, { ...need, initial: 'practice' }),
    category: choice('类别', CATEGORIES, { ...need, initial: 'service' }),
    organiserDeptId: ref('department', '组织单位', need),
    teacherId: ref('teacher', '指导教师', need),
    venueId: ref('venue', '场地'),
    place: text('地点', { max: 100, help: '没有场地的写地点' }),
    capacity: integer('名额', { ...need, min: 1, max: 5000, sortable: true }),
    hasWaitlist: bool('名额满后排候补', { ...need, initial: true }),
    sessions: json<readonly Session[], { required: true }>('场次', need),
    hoursCap: decimal('学时上限', { ...need, min: 0.5, max: 200, precision: 5, scale: 1, help: '一个人在这个项目里最多得多少学时' }),
    cancelBeforeHours: integer('取消报名', { ...need, min: 0, max: 720, initial: 24, help: '第一场开始前多少小时内不能再取消' }),
    safetyNotice: rich('安全须知', { ...need, max: 20_000 }),
    needsInsurance: bool('须有保险', { ...need, initial: false, help: '报名时学生确认自己有人身意外保险' }),
    assessment: json<Weights>('考核比重'),
    stage: projectStages.field('阶段', { initial: 'running' }),
    /** Places taken: never more than `capacity`. */
    enrolled: integer('已报名', counter),
    /** Who came when, over all who ever enrolled. */
    arrivals: integer('报名序号', { ...counter, secret: 'internal' }),
    left: integer('空余', { computed: true }),
    waiting: integer('候补', { computed: true }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId', teacher: 'teacherId' },
    select: 'open',
    selectFields: ['name', 'kind', 'category'],
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      noPlace: '请选择场地，或者写明地点',
      noSessions: '请至少写一场',
      sessionForm: '第 {n} 场请写明开始、结束和学时',
      sessionOrder: '第 {n} 场结束 {end} 不晚于开始 {start}',
      sessionHours: '第 {n} 场 {start} 至 {end} 最多算 {most} 学时，现在 {hours}',
      sessionOverlap: '第 {n} 场 {start} 与前一场（到 {end}）重叠',
      outsideTerm: '第 {n} 场 {start} 不在 {term} 内（{from} 至 {to}）',
      noTerm: '校历里没有包括 {day} 的学期',
      enrolLate: '报名结束 {endTime} 须早于第一场开始 {start}',
      cap: '学时上限 {cap} 超过各场合计 {sum}',
      weights: '考核比重合计应是 100，现在 {sum}',
      capacityTaken: '已有 {enrolled} 人报名，名额不能减到 {capacity}',
      settledField: '“{name}”{state}，不能再改{what}',
      full: '“{name}”的 {capacity} 个名额已满，不排候补',
      away: '{status}的学生不能报名',
      already: '你已报名“{name}”',
      safety: '请先阅读安全须知并确认',
      insured: '“{name}”须有人身意外保险，请确认',
      barred: '本学期缺勤 {count} 次，最近一次 {last}，到 {until} 为止不能报名',
      clashSession: '“{name}”{at} 和“{other}”{from} 至 {to} 时间冲突',
      clashLesson: '“{name}”{at} 和 {from} 至 {to} 的课“{course}”冲突',
      clashLeave: '“{name}”{at} 在请假期间（{from} 至 {to}）',
      cancelLate: '“{name}”须在 {until} 前取消，现在已过',
      notOver: '“{name}”最后一场 {end} 还没有结束，不能结算',
      notRunning: '“{name}”没有发布，不能结算',
    },
  },
)
export const projectActions = roundActions(labourProject)
export const FRESH_PROJECT = {
  audience: { roles: ['student'] },
  kind: 'practice',
  category: 'service',
  hasWaitlist: true,
  cancelBeforeHours: 24,
  needsInsurance: false,
  assessment: DEFAULT_WEIGHTS,
}

/** 场次: of a published project, so that times are compared and attended. */
export const labourSession = entity(
  'labour.labourSession',
  '劳动场次',
  {
    projectId: ref('labourProject', '项目', { required: true, readonly: true }),
    no: integer('场次', { required: true, readonly: true }),
    startsAt: datetime('开始', { required: true, readonly: true, sortable: true }),
    endsAt: datetime('结束', { required: true, readonly: true }),
    hours: decimal('学时', { required: true, readonly: true, precision: 4, scale: 1 }),
    /** The sign-in task made for it. */
    signTaskId: text('签到任务', { readonly: true, max: 36, format: 'uuid', secret: 'internal' }),
    /** The teacher's own scope, as of the project. */
    teacherId: ref('teacher', '指导教师', { readonly: true }),
    ownerDepartmentId: ref('department', '负责部门', { readonly: true }),
    remindedAt: datetime('提醒时间', { readonly: true, secret: 'internal' }),
  },
  {
    title: 'startsAt',
    scope: { department: 'ownerDepartmentId', teacher: 'teacherId' },
    unique: [['projectId', 'no']],
    select: 'scoped',
    selectFields: ['projectId', 'startsAt'],
    sort: ['-startsAt'],
    verbs: ['list'],
  },
)
