import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, datetime, decimal, dict, entity, json, list, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { aidLevel } from '../../levels/model/dictionaries.ts'
import { specialGroup } from './dictionaries.ts'
import type { Answered, Scored } from './scoring.ts'
import type { Member } from './survey.ts'

export const recognitionStates = states(
  {
    ...SUBMITTED_STATES,
    publicised: { label: '公示中', tone: 'going' },
    effective: { label: '已生效', tone: 'done' },
    adjusted: { label: '已调整', tone: 'attention' },
    ended: { label: '已结束', tone: 'over' },
  },
  { resubmit: ['returned'], withdraw: ['pending', 'returned'], propose: ['pending', 'approved'], acceptGroups: ['pending', 'approved'] },
)
export const RECOGNITION_SOURCES = { apply: '本人申请', list: '名单认定', adjust: '动态调整' } as const
const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const
/** A survey as it was when the student applied. */
export interface Snapshot extends Answered {
  homeAddress?: string | null
  parentPhone?: string | null
  householdSize?: number | null
  annualIncome?: number | null
  incomeNote?: string | null
  members?: readonly Member[] | null
  proofs?: readonly string[] | null
}
/** A score by another model, kept beside the one that holds (40-D1). */
export interface Earlier {
  model: string
  indexScore: number | null
  finalScore: number | null
  suggestedLevel: string | null
  at: string
}
const score = (label: string, more = {}) => decimal(label, { ...readonly, precision: 5, scale: 2, sortable: true, ...more })

/** 困难认定: an application of a student in a batch, with its scores and what was proposed and decided. */
export const aidRecognition = entity(
  'hardship.aidRecognition',
  '困难认定',
  {
    recognitionNo: text('单号', { required: true, readonly: true, max: 30, search: true, sortable: true }),
    batchId: ref('aidBatch', '批次', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    promise: text('承诺签名', { required: true, max: 64, help: '本人承诺所填内容真实；不实申报将取消等级并追回资助' }),
    surveySnapshot: json<Snapshot>('家庭情况', { ...readonly, ...S2, untyped: 'the survey as it was; shown by an action that declares its fields' }),
    source: choice('来源', RECOGNITION_SOURCES, { readonly: true, initial: 'apply' }),
    indexScore: score('指标分'),
    scoreDetail: json<readonly Scored[]>('得分明细', { readonly: true, secret: 'internal' }),
    reviewScore: score('评议分'),
    finalScore: score('总分'),
    earlier: json<Earlier>('原计分', { readonly: true, untyped: 'scores by the model before; shown by the comparison' }),
    /** Groups on a list of the state, and those that the college accepted of what the student said. */
    groups: list('名单群体', dict('特殊群体', specialGroup), { ...readonly, max: 8, ...S2 }),
    acceptedGroups: list('认可的群体', dict('特殊群体', specialGroup), { ...readonly, max: 8, ...S2 }),
    isFloor: bool('保底', { readonly: true, initial: false }),
    suggestedLevel: dict('建议等级', aidLevel, readonly),
    proposedLevel: dict('拟定等级', aidLevel, readonly),
    isProposed: bool('已拟定', { readonly: true, initial: false }),
    adjustReason: text('调整理由', { ...readonly, max: 200 }),
    proposedById: ref('user', '拟定人', readonly),
    /** 40-D7: the college's word on a proposal that is more than one step away. */
    jumpConfirmedById: ref('user', '学院确认', readonly),
    level: dict('认定等级', aidLevel, { ...readonly, sensitivity: 'S1' }),
    state: recognitionStates.field('状态', { sortable: true }),
    decidedAt: datetime('认定时间', readonly),
    isBelow: bool('未达到', { readonly: true, initial: false }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    lastLevel: dict('去年等级', aidLevel, { computed: true }),
  },
  {
    title: 'recognitionNo',
    unique: [['recognitionNo']],
    scope: BY_STUDENT_OF_COLLEGE,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      taken: '这个批次你已经申请过',
      reasonMissing: '拟定等级与建议等级不同，须写明理由',
      notUsed: '“{batch}”没有采用{level}',
      below: '{name}属于{group}，至少为{level}，不能更低',
      confirmed: '“{batch}”的认定结果已由{by}在 {at} 确认',
    },
  },
)
