import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, dict, entity, files, integer, type Row, ref, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { enlistEnd, militaryRefusal } from './dictionaries.ts'

export const SEASONS = { spring: '春季', autumn: '秋季' } as const
export const KINDS = { conscript: '义务兵', directNco: '直招军士' } as const
export const EXAM_RESULTS = { fit: '合格', unfit: '不合格' } as const
export const REVIEW_RESULTS = { passed: '合格', failed: '不合格' } as const
export const enlistStates = states(SUBMITTED_STATES, {
  resubmit: ['returned'],
  withdraw: ['pending', 'returned'],
  enterPapers: ['approved'],
  endPath: ['approved'],
  confirmReturn: ['approved'],
})
/** Stages on the way, each followed by the next. */
export const PATH = ['registered', 'medical', 'review', 'chosen', 'enlisted', 'discharged'] as const
export const stageStates = states(
  {
    registered: { label: '已登记', tone: 'waiting' },
    medical: { label: '体检', tone: 'going' },
    review: { label: '政治考核', tone: 'going' },
    chosen: { label: '定兵', tone: 'going' },
    enlisted: { label: '在伍', tone: 'done' },
    discharged: { label: '已退役', tone: 'attention' },
    returned: { label: '已复学', tone: 'done' },
    notReturning: { label: '不再复学', tone: 'over' },
    failed: { label: '未入伍', tone: 'over' },
    sentBack: { label: '退兵', tone: 'refused' },
  },
  { enterPapers: PATH, endPath: PATH, confirmReturn: ['discharged'] },
)
export type Stage = keyof typeof stageStates.labels

const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const
const PAPER = { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], ...S2 } as const
/** Fields of the applicant. */
export const asked = {
  year: integer('应征年度', { required: true, min: 2010, max: 2100, sortable: true }),
  season: choice('征兵季', SEASONS, { required: true }),
  kind: choice('类别', KINDS, { required: true }),
  familyName: text('家人姓名', { max: 60, sensitivity: 'S1' }),
  familyPhone: text('家人电话', { max: 20, format: 'phone', sensitivity: 'S1', mask: 'phone', help: '服役期间联系不上本人时使用' }),
} as const
/** What staff enter as it comes in, and what the papers say. */
export const papers = {
  examResult: choice('体检结论', EXAM_RESULTS, S2),
  politicalReview: choice('政治考核结论', REVIEW_RESULTS, S2),
  noticeNo: text('入伍通知书号', { max: 40 }),
  noticeDate: date('入伍通知书日期', { sortable: true }),
  noticeFiles: files('入伍通知书', PAPER),
  unit: text('部队', { ...S2, max: 100 }),
  dischargedOn: date('退役日期', { sortable: true }),
  dischargeFiles: files('退役证', PAPER),
  /** A ground that people have found; the program finds others itself (40-E2). */
  refusalGround: dict('不予资助的情形', militaryRefusal),
} as const
/** 应征记录: the path of a student from registration through service to return. */
export const enlistRecord = entity(
  'enlistment.enlistRecord',
  '应征记录',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    ...asked,
    registeredOn: date('登记日期', { ...readonly, sortable: true }),
    state: enlistStates.field('登记审批', { initial: 'pending', sortable: true }),
    stage: stageStates.field('进度', { initial: 'registered', sortable: true }),
    ...papers,
    keepStatusUntil: date('学籍保留到', readonly),
    returnBy: date('最晚复学', { ...readonly, sortable: true }),
    returnedOn: date('复学日期', readonly),
    returnReason: text('逾期复学的理由', { ...readonly, max: 200 }),
    majorAfter: ref('major', '复学后专业', readonly),
    endCause: dict('终止原因', enlistEnd, readonly),
    endReason: text('终止说明', { ...readonly, max: 200 }),
    endedOn: date('终止日期', readonly),
    /** Last reminder of the return, in days before it, and the year of the last letter. */
    told: text('提醒到', { ...readonly, max: 5, secret: 'internal' }),
    letterYear: integer('寄信年度', { ...readonly, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    daysLeft: integer('剩余天数', { computed: true }),
    aidState: text('资助', { computed: true, max: 60 }),
  },
  {
    title: 'noticeNo',
    scope: BY_STUDENT,
    sort: ['-registeredOn'],
    verbs: ['list', 'export'],
    refusals: {
      open: '{name}已有一份没有结束的应征登记',
      status: '{name}现在{status}，不能登记应征',
      yearPast: '应征年度 {year} 已经过去',
      noticeFile: '填写入伍通知书日期的，要上传入伍通知书',
      noticeEarly: '入伍通知书日期 {noticeDate} 早于登记日期 {registeredOn}',
      dischargeFile: '填写退役日期的，要上传退役证',
      dischargeEarly: '退役日期 {dischargedOn} 早于入伍通知书日期 {noticeDate}',
      dischargeFuture: '退役日期 {dischargedOn} 还没有到',
      notAhead: '{name}现在“{stage}”，不能终止为“{to}”',
      late: '{name}最晚 {returnBy} 复学，{on} 已超过；确有正当理由的，由学工处写明理由',
      early: '复学日期 {on} 早于退役日期 {dischargedOn}',
      noClass: '请选择复学后的班级',
    },
  },
)
export type EnlistRecord = Row<typeof enlistRecord>

/** What a record still lacks before it goes on from its stage, in the words of its fields; and what speaks against it. */
export function lackingFor(
  row: Pick<EnlistRecord, 'stage' | 'examResult' | 'politicalReview' | 'noticeNo' | 'noticeDate' | 'noticeFiles' | 'dischargedOn' | 'dischargeFiles'>,
): string[] {
  const { fields } = enlistRecord
  const has = { ...row, noticeFiles: row.noticeFiles?.length, dischargeFiles: row.dischargeFiles?.length }
  const needs = NEEDED[row.stage] ?? []
  return [
    ...needs.filter(name => !has[name]).map(name => fields[name].label),
    ...(row.stage === 'medical' && row.examResult === 'unfit' ? ['体检不合格'] : []),
    ...(row.stage === 'review' && row.politicalReview === 'failed' ? ['政治考核不合格'] : []),
  ]
}
type Paper = 'examResult' | 'politicalReview' | 'noticeNo' | 'noticeDate' | 'noticeFiles' | 'dischargedOn' | 'dischargeFiles'
const NEEDED: Partial<Record<Stage, readonly Paper[]>> = {
  medical: ['examResult'],
  review: ['politicalReview'],
  chosen: ['noticeNo', 'noticeDate', 'noticeFiles'],
  enlisted: ['dischargedOn', 'dischargeFiles'],
}
/** The stage that follows; none after discharge, where the return is confirmed. */
export const stageAfter = (stage: Stage): Stage | undefined => PATH[(PATH as readonly Stage[]).indexOf(stage) + 1]
/** Stages from which a path may end in each of the three ways. */
export const ENDS = {
  failed: { label: '未入伍', from: ['registered', 'medical', 'review', 'chosen'] },
  sentBack: { label: '退兵或提前退役', from: ['enlisted', 'discharged'] },
  notReturning: { label: '不再复学', from: ['discharged'] },
} as const satisfies Partial<Record<Stage, { label: string; from: readonly Stage[] }>>
export const END_LABELS = { failed: ENDS.failed.label, sentBack: ENDS.sentBack.label, notReturning: ENDS.notReturning.label } as const
/** 40-E1: days before the last day of return on which people are reminded. */
export const REMIND_DAYS = [180, 60, 15] as const
