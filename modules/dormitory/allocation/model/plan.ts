import { choice, date, datetime, dict, entity, integer, json, ref, states, text } from '#model'
import { genderCode } from '#model/national.ts'
import type { PoolFilter, StudentFilter } from './filters.ts'
import type { PresortRules } from './rules.ts'

export const PLAN_MODES = { toCollege: '分到学院', toClass: '分到班级', toStudent: '分到学生' } as const
export const planStates = states(
  {
    draft: { label: '草稿', tone: 'waiting' },
    simulated: { label: '已模拟', tone: 'going' },
    committed: { label: '已提交', tone: 'attention' },
    published: { label: '已发布', tone: 'done' },
    closed: { label: '已结束', tone: 'over' },
    undone: { label: '已撤销', tone: 'over' },
  },
  {
    simulate: ['draft', 'simulated', 'undone'],
    openWishes: ['draft', 'simulated', 'undone'],
    commit: ['simulated'],
    undo: ['committed'],
    publish: ['committed'],
    close: ['published'],
    update: ['draft', 'simulated', 'undone'],
    remove: ['draft', 'simulated', 'undone'],
  },
)
export type PlanState = keyof typeof planStates.labels
export type PlanMode = keyof typeof PLAN_MODES
/** States whose rooms are taken, so that no other plan assigns them. */
export const LIVE_STATES = ['committed', 'published'] as const
const readonly = { readonly: true } as const

/** 预分配方案: students, beds, date and rules; simulated any number of times and committed once. */
export const presortPlan = entity(
  'dormitory.presortPlan',
  '预分配方案',
  {
    name: text('名称', { required: true, max: 60, search: true }),
    xn: text('学年', { required: true, max: 9, sortable: true, help: '如 2026-2027' }),
    mode: choice('分配到', PLAN_MODES, { required: true, initial: 'toStudent' }),
    studentFilter: json<StudentFilter>('学生范围', { required: true }),
    poolFilter: json<PoolFilter>('床位范围', { required: true }),
    startDate: date('入住日期', { required: true, sortable: true, help: '床位从这一天起归学生' }),
    seed: integer('随机种子', { required: true, initial: 1, min: 0, max: 2_000_000_000, help: '数据和种子都一样时，结果也一样' }),
    /** Default if unset. */
    rules: json<PresortRules>('规则'),
    state: planStates.field('状态', { initial: 'draft' }),
    /** Deadline for students' wishes. */
    wishUntil: date('意愿填写截止', readonly),
    /** The committed simulation. */
    runId: text('提交的模拟', { ...readonly, max: 36, format: 'uuid' }),
    committedAt: datetime('提交时间', { ...readonly, sortable: true }),
    committedBy: ref('user', '提交人', readonly),
    publishedAt: datetime('发布时间', readonly),
    undoneAt: datetime('撤销时间', readonly),
    studentCount: integer('学生', readonly),
    placedCount: integer('已安排', readonly),
    ownerDepartmentId: ref('department', '所属部门', readonly),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    unique: [['name']],
    select: 'scoped',
    limit: 'new',
    sort: ['-startDate'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      studentForm: '请选择年级、学院或班级',
      poolForm: '请选择校区、楼栋或楼层',
      poolScope: '有 {count} 个校区、楼栋或楼层不存在，或不在你的数据范围内',
      rulesForm: '规则的权重是 0 到 100 的整数',
      past: '入住日期 {startDate} 已经过去',
      noSuchPlan: '所选的上一级方案不存在，或还没有提交',
      xnForm: '学年应写成 2026-2027 这样连续的两年',
      nameTaken: '已有方案“{name}”',
    },
  },
)
/** 配额: maximum beds and rooms of a college, a major of a grade, or a class. */
export const presortQuota = entity(
  'dormitory.presortQuota',
  '预分配配额',
  {
    planId: ref('presortPlan', '方案', { required: true, immutable: true }),
    departmentId: ref('department', '学院', { help: '填了年级专业或班级的，可以不填' }),
    gradeMajorId: ref('gradeMajor', '年级专业'),
    classId: ref('stuClass', '班级'),
    genderCode: dict('性别', genderCode, { required: true }),
    beds: integer('床位', { required: true, min: 0, max: 100_000 }),
    rooms: integer('房间', { min: 0, max: 10_000, help: '不填时只限床位' }),
    demand: integer('需求', { computed: true }),
  },
  {
    title: 'genderCode',
    scope: { department: 'departmentId' },
    unique: [['planId', 'departmentId', 'gradeMajorId', 'classId', 'genderCode']],
    importKey: ['planId', 'departmentId', 'gradeMajorId', 'classId', 'genderCode'],
    refusals: {
      unit: '请填写学院、年级专业或班级',
      genderOnly: '性别只能是男或女',
      over: '{gender}生配额共 {quota} 张床位，范围内只有 {beds} 张',
      fixed: '方案“{plan}”{state}，不能再改配额',
      otherCollege: '{unit}属于{college}，与所填学院不同',
      taken: '这个{unit}的{gender}生已有配额',
    },
  },
)
