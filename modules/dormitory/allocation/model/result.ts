import { bool, choice, datetime, dict, entity, integer, json, ref, states, text } from '#model'
import { genderCode } from '#model/national.ts'
import type { Reason } from './engine/explain.ts'
import type { Measures } from './engine/measures.ts'
import type { PresortRules } from './rules.ts'

export const runStates = states(
  {
    queued: { label: '排队中', tone: 'waiting' },
    running: { label: '模拟中', tone: 'going' },
    done: { label: '已完成', tone: 'done' },
    failed: { label: '失败', tone: 'refused' },
    cancelled: { label: '已停止', tone: 'over' },
  },
  { stop: ['queued', 'running'] },
)
export const PIN_KINDS = { pin: '固定', exclude: '不参与' } as const
const readonly = { readonly: true } as const
const student = { student: 'studentId', class: 'classId', department: 'departmentId' } as const

/** 模拟: one run with its rules and seed; several can be compared. */
export const presortRun = entity(
  'dormitory.presortRun',
  '预分配模拟',
  {
    planId: ref('presortPlan', '方案', { required: true, immutable: true }),
    runNo: integer('第几次', { required: true, ...readonly, min: 1 }),
    state: runStates.field('状态', { initial: 'queued' }),
    progress: integer('进度', { ...readonly, initial: 0, min: 0, max: 100 }),
    seed: integer('随机种子', readonly),
    rules: json<PresortRules>('规则', readonly),
    measures: json<Measures>('结果', readonly),
    note: text('说明', { ...readonly, max: 300 }),
    startedAt: datetime('开始', readonly),
    endedAt: datetime('结束', readonly),
    /** Number of manual changes afterwards. */
    handCount: integer('手工调整', { ...readonly, initial: 0 }),
  },
  { title: 'runNo', scope: { department: 'planId.ownerDepartmentId' }, unique: [['planId', 'runNo']], sort: ['-runNo'], verbs: [] },
)
/** 20-DP7: kept by every simulation: a student in this bed, or an excluded student. */
export const presortPin = entity(
  'dormitory.presortPin',
  '预分配指定',
  {
    planId: ref('presortPlan', '方案', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    kind: choice('指定', PIN_KINDS, { required: true, initial: 'pin' }),
    bedId: ref('dormBed', '床位', { help: '固定时填写' }),
    note: text('说明', { max: 100 }),
  },
  {
    title: 'note',
    scope: student,
    unique: [['planId', 'studentId']],
    importKey: ['planId', 'studentId'],
    refusals: {
      noBed: '固定{name}，请填写床位',
      someBed: '{name}不参与分配，不用填写床位',
      bedTwice: '{bed} 已指定给{holder}',
      fixed: '方案“{plan}”{state}，不能再改指定',
      mode: '方案“{plan}”分配到{mode}，不能指定学生',
      gender: '{name}是{student}生，{bed} 安排{room}生',
      takenInFile: '{bed} 与第 {first} 行指定了同一张床位',
    },
  },
)
export const UNPLACED = {
  noBed: '床位不够',
  quota: '超出配额',
  accessible: '没有无障碍床位',
  international: '没有留学生楼床位',
  pin: '指定的床位不能安排',
} as const
/** 分配结果: a student's bed in a simulation, or a room granted to a class or college. */
export const presortLine = entity(
  'dormitory.presortLine',
  '预分配结果',
  {
    planId: ref('presortPlan', '方案', { required: true, immutable: true }),
    runId: ref('presortRun', '模拟', { required: true, immutable: true }),
    studentId: ref('student', '学生', { immutable: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    grade: integer('年级', readonly),
    genderCode: dict('性别', genderCode, readonly),
    bedId: ref('dormBed', '床位', readonly),
    roomId: ref('dormRoom', '房间', readonly),
    dormId: ref('dormBuilding', '楼栋', readonly),
    /** Of a granted room. */
    beds: integer('床位数', readonly),
    score: integer('得分', { ...readonly, sortable: true }),
    reasons: json<readonly Reason[]>('理由', readonly),
    unplaced: choice('未安排原因', UNPLACED, readonly),
    pinned: bool('固定', { required: true, ...readonly, initial: false }),
    /** 20-DP8: why it could not be committed. */
    conflict: text('冲突', { ...readonly, max: 300 }),
    /** The room is granted to this class or college. */
    isGranted: bool('已授予', { required: true, ...readonly, initial: false }),
  },
  {
    title: 'conflict',
    scope: { ...student, building: 'dormId.buildingId' },
    sort: ['score'],
    verbs: ['list', 'export'],
  },
)
/** 学院确认: a college has reviewed its part of a simulation. */
export const presortPart = entity(
  'dormitory.presortPart',
  '预分配学院确认',
  {
    planId: ref('presortPlan', '方案', { required: true, immutable: true }),
    runId: ref('presortRun', '模拟', { required: true, immutable: true }),
    departmentId: ref('department', '学院', { required: true, immutable: true }),
    confirmedAt: datetime('确认时间', { required: true, ...readonly }),
    confirmedBy: ref('user', '确认人', readonly),
    note: text('说明', { max: 200 }),
  },
  { title: 'note', scope: { department: 'departmentId' }, unique: [['runId', 'departmentId']], verbs: [] },
)
