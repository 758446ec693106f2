import { bool, choice, date, datetime, entity, integer, json, list, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { roundFields, roundRefusals } from '#modules/workflow/rounds/model/round.ts'
import { roundActions } from '#modules/workflow/rounds/model/round-actions.ts'
import type { Pool } from '../../places/model/pool.ts'
import type { Wave } from './waves.ts'

/** Visibility of present roommates to students. */
export const SHOW_ROOMMATES = { none: '不显示', alias: '显示昵称', consent: '显示昵称和习惯' } as const
/** What happens to students without a bed at the end. */
export const FALLBACKS = { presort: '系统按班级分配', counsellor: '交给辅导员' } as const
export const CLAIM_STAGES = { claiming: '选床位', settled: '已结束' } as const

export const claimRound = entity(
  'dormitory.claimRound',
  '选床位轮次',
  {
    ...roundFields,
    pool: json<Pool>('床位范围', { required: true }),
    waves: json<readonly Wave[]>('批次', { help: '不分批时，整个轮次期间都可以选' }),
    moveIn: date('入住日期', { required: true, sortable: true, help: '床位从这一天起归学生' }),
    trial: bool('试选', { required: true, initial: false, help: '只给学生熟悉流程，不占床位' }),
    holdSeconds: integer('保留秒数', { required: true, initial: 120, min: 10, max: 1800, help: '选中后保留这么久，等学生确认' }),
    maxChanges: integer('更换次数', { required: true, initial: 2, min: 0, max: 20, help: '确认后还可以更换几次' }),
    needPaid: bool('缴费后才能选', { required: true, initial: false }),
    needPhoto: bool('有照片才能选', { required: true, initial: false, help: '本人照片审核通过后才能选床位' }),
    teamMax: integer('小队人数', { min: 2, max: 16, help: '不填时不超过房间床位数' }),
    showRoommate: choice('室友信息', SHOW_ROOMMATES, { required: true, initial: 'consent', help: '只显示本人同意公开的内容' }),
    fallback: choice('未选学生', FALLBACKS, { required: true, initial: 'counsellor' }),
    stage: choice('阶段', CLAIM_STAGES, { required: true, readonly: true, initial: 'claiming' }),
    pausedAt: datetime('暂停时间', { readonly: true }),
    settledAt: datetime('结清时间', { readonly: true, sortable: true }),
    claimedCount: integer('自选人数', { readonly: true }),
    fallbackCount: integer('结清时分配', { readonly: true }),
    leftCount: integer('仍未安排', { readonly: true }),
    /** Reminders sent, by wave and minutes. */
    told: json<readonly string[]>('已提醒', { readonly: true, secret: 'internal' }),
  },
  {
    title: 'name',
    scope: { department: 'ownerDepartmentId' },
    select: 'scoped',
    cached: true,
    sort: ['-beginTime'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      ...roundRefusals,
      poolForm: '请选择宿舍楼，或把房间分给班级',
      poolScope: '有 {count} 个房间或宿舍楼不存在，或不在你的数据范围内',
      waveForm: '批次要有名称、开始和结束时间',
      waveOutside: '批次“{wave}”（{opensAt} 至 {closesAt}）不在轮次时间（{beginTime} 至 {endTime}）之内',
      moveInPast: '入住日期 {moveIn} 已经过去',
      running: '“{name}”{state}，不能再改{what}',
      noBeds: '这个范围里没有能安排的床位',
    },
  },
)
export const claimRoundActions = roundActions(claimRound)

export const teamStates = states(
  { open: { label: '组队中', tone: 'going' }, housed: { label: '已选房间', tone: 'done' }, dissolved: { label: '已解散', tone: 'over' } },
  { join: ['open'], leave: ['open'] },
)
export const claimTeam = entity(
  'dormitory.claimTeam',
  '选床位小队',
  {
    roundId: ref('claimRound', '轮次', { required: true, immutable: true }),
    leaderId: ref('student', '队长', { required: true, immutable: true }),
    memberIds: list('成员', ref('student', '成员'), { computed: true }),
    code: text('队号', { required: true, readonly: true, max: 8 }),
    state: teamStates.field('状态', { initial: 'open' }),
  },
  {
    title: 'code',
    scope: { student: 'leaderId', class: 'leaderId.counselledClassId', department: 'leaderId.departmentId' },
    unique: [['roundId', 'code']],
    sort: ['-createdAt'],
    verbs: ['list'],
  },
)
/** A student's profile for future roommates, and favourite beds; one per round. */
export const claimCard = entity(
  'dormitory.claimCard',
  '选床位名片',
  {
    roundId: ref('claimRound', '轮次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    alias: text('昵称', { max: 12 }),
    habits: text('作息和愿望', { max: 40 }),
    isShown: bool('给室友看', { required: true, initial: false }),
    bedIds: list('收藏床位', ref('dormBed', '床位'), { max: 10 }),
  },
  { title: 'alias', scope: { student: 'studentId' }, unique: [['roundId', 'studentId']], verbs: [] },
)
export const CLAIM_DEEDS = { hold: '选中', confirm: '确认', release: '放弃', change: '更换', favourites: '按收藏选', team: '小队选房' } as const
export type ClaimAction = keyof typeof CLAIM_DEEDS
/** Every claim, successful or refused. */
export const claimLog = entity(
  'dormitory.claimLog',
  '选床位记录',
  {
    roundId: ref('claimRound', '轮次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true }),
    departmentId: ref('department', '学院', { readonly: true }),
    classId: ref('stuClass', '班级', { readonly: true }),
    bedId: ref('dormBed', '床位', { immutable: true }),
    action: choice('操作', CLAIM_DEEDS, { required: true, immutable: true }),
    at: datetime('时间', { required: true, readonly: true, sortable: true }),
    /** `ok`, or the violated rule. */
    result: text('结果', { required: true, immutable: true, max: 40 }),
    ms: integer('耗时（毫秒）', { required: true, immutable: true, min: 0 }),
  },
  {
    title: 'result',
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-at'],
    verbs: ['list', 'export'],
  },
)
/** The single permission for all student actions in rounds. */
export const CHOOSE = 'dormitory:claimRound:choose'
export const REALMS = ['welcome'] as const
export const roundId = ref('claimRound', '轮次', { required: true })
