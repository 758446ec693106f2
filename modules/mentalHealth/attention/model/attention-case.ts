import { choice, date, datetime, dict, dictionary, entity, json, list, type Row, ref, states, text } from '#model'
import { NOTICE_STEPS } from './attention-notice.ts'

const need = { required: true } as const
const readonly = { readonly: true } as const
/** Words about a student: encrypted by the application, read by layer. */
const secretWords = (max: number) => ({ ...readonly, max, multiline: true, sensitivity: 'S2', encrypted: true }) as const
/** Levels that a psychologist confirms (50-MH3). */
export const SEVERE_LEVELS = { 1: '一级（红）', 2: '二级（橙）' } as const
/** Levels that college and counsellor confirm. */
export const MILD_LEVELS = { 3: '三级（黄）', 4: '四级（蓝）' } as const
export const LEVELS = { ...SEVERE_LEVELS, ...MILD_LEVELS } as const
export const LEVEL_TONES = { 1: 'refused', 2: 'attention', 3: 'going', 4: 'waiting' } as const
export type Level = '1' | '2' | '3' | '4'
export const isSevere = (level: string): boolean => Object.hasOwn(SEVERE_LEVELS, level)
/** Immediate danger: people are called (50-MH4). */
export const isImmediate = (level: string): boolean => level === '1'
export const attentionKind = dictionary('attentionKind', '关注类型', {
  psychological: '心理',
  academic: '学业',
  family: '家庭',
  economic: '经济',
  health: '身体健康',
  relationship: '人际关系',
  online: '网络',
})
export const CASE_SOURCES = { signal: '信号', screening: '普查', report: '报告', self: '本人求助' } as const
/** Where a case came from; what came later about a student with an open case stands beside it. */
export interface CaseSource {
  source: keyof typeof CASE_SOURCES
  ref: string | null
  level: Level
  at: string
}
export const caseStates = states(
  {
    proposed: { label: '待确认', tone: 'waiting' },
    open: { label: '关注中', tone: 'going' },
    handover: { label: '交接中', tone: 'attention' },
    closed: { label: '已结束', tone: 'over' },
  },
  {
    confirmSevere: ['proposed'],
    confirmMild: ['proposed'],
    dismiss: ['proposed'],
    followUp: ['open', 'proposed', 'handover'],
    share: ['open'],
    shareCard: ['open'],
    raise: ['open', 'handover'],
    review: ['open'],
    withholdGuardian: ['open', 'handover'],
  },
)
export const REVIEWS = { lower: '降一级', close: '结束关注' } as const
/** 关注个案 */
export const attentionCase = entity(
  'mentalHealth.attentionCase',
  '关注个案',
  {
    studentId: ref('student', '学生', { ...need, ...readonly }),
    level: choice('级别', LEVELS, { ...need, ...readonly }),
    kinds: list('类型', dict('类型', attentionKind, need), { ...readonly, max: 7 }),
    sources: json<readonly CaseSource[]>('来源', readonly),
    watchFor: text('注意什么', secretWords(500)),
    agreedActions: text('约定的做法', secretWords(500)),
    /** For layer ML0: what to do, without a reason. */
    actionCard: text('行动提示', secretWords(200)),
    assessment: text('评估', secretWords(4000)),
    hospitalRecords: text('就医材料摘录', secretWords(2000)),
    ownerId: ref('user', '负责人', readonly),
    backupId: ref('user', '后备', readonly),
    confirmedByFdyId: ref('user', '辅导员确认', readonly),
    confirmedByCollegeId: ref('user', '学院确认', readonly),
    openedAt: datetime('开始时间', readonly),
    nextFollowUpOn: date('下次跟进', readonly),
    levelSince: datetime('本级起', readonly),
    /** Until when somebody has to look after the student: the first response, then each follow-up. */
    dueAt: datetime('跟进时限', readonly),
    /** Whom of 50-MH7 this deadline has reached. */
    told: choice('已提醒到', NOTICE_STEPS, readonly),
    /** Until when a guardian has to be told, at levels 1 and 2; empty once somebody has, or the centre has said why not. */
    guardianDueAt: datetime('告知家长时限', readonly),
    guardianAt: datetime('告知家长时间', readonly),
    guardianWhyNot: text('暂不告知家长的理由', secretWords(500)),
    guardianTold: choice('已提醒到（告知家长）', NOTICE_STEPS, readonly),
    reviewTo: choice('复核意见', REVIEWS, readonly),
    reviewedByCentreId: ref('user', '心理中心复核', readonly),
    reviewedByCollegeId: ref('user', '学院复核', readonly),
    state: caseStates.field('状态', { initial: 'proposed' }),
  },
  {
    isUncounted: true,
    title: 'level',
    scope: { student: 'studentId' },
    verbs: [],
    refusals: {
      none: '没有这名学生，或不在你的范围内',
      twoPeople: '负责人和后备须是两个人',
      notCentre: '一级和二级由心理中心的人负责，个案组也只能是心理中心的人',
      contact: '学生没有紧急联系人，一级和二级须先补上',
      confirmed: '你这一方已经确认过，等另一方确认',
      future: '跟进时间 {at} 还没有到',
      interval: '这一级最迟 {by} 要再跟进一次',
      past: '{day} 已经过去',
      span: '最长到 {by}',
      notUp: '已经是{level}，只能往上调',
      lowest: '已经是最低一级，只能结束关注',
      otherReview: '另一方提出的是另一种复核，请先商量一致',
      early: '一级和二级满 {days} 天才能结束',
      followUpOpen: '还约定了 {day} 跟进，先跟进再结束',
      begun: '已经在关注，不能不列入；可以确认级别，或复核结束',
      notBegun: '还没有确认，确认以后再登记跟进',
      guardianNone: '现在没有要告知家长的时限',
      ongoing: '一级和二级未满 {days} 天，须约定下次跟进',
    },
  },
)
export type AttentionCase = Row<typeof attentionCase>
export const MEMBER_LAYERS = { ml0: '行动提示', ml2: '个案组' } as const
/** Who is in a case beside those related to the student. */
export const attentionMember = entity(
  'mentalHealth.attentionMember',
  '个案组成员',
  {
    caseId: ref('attentionCase', '个案', { ...need, ...readonly, isPart: true }),
    userId: ref('user', '人员', { ...need, ...readonly }),
    layer: choice('范围', MEMBER_LAYERS, { ...need, ...readonly }),
    from: date('开始', { ...need, ...readonly }),
    to: date('截止', { ...need, ...readonly }),
  },
  { title: 'layer', scope: {}, unique: [['caseId', 'userId', 'layer']], verbs: [] },
)
export const FOLLOW_UP_WAYS = { face: '面谈', phone: '电话', visit: '走访', family: '联系家长', online: '线上', other: '其他' } as const
export const FOLLOW_UP_LAYERS = { ml1: '辅导员和学院', ml2: '个案组' } as const
export const attentionFollowUp = entity(
  'mentalHealth.attentionFollowUp',
  '跟进记录',
  {
    caseId: ref('attentionCase', '个案', { ...need, ...readonly, isPart: true }),
    at: datetime('时间', { ...need, ...readonly }),
    byId: ref('user', '跟进人', { ...need, ...readonly }),
    way: choice('方式', FOLLOW_UP_WAYS, { ...need, ...readonly }),
    layer: choice('范围', FOLLOW_UP_LAYERS, { ...need, ...readonly }),
    content: text('情况', { ...need, ...secretWords(2000) }),
    nextOn: date('下次跟进', readonly),
  },
  { isUncounted: true, title: 'way', scope: {}, sort: ['-at'], verbs: [] },
)
