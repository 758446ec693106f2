import { type Facts, SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, datetime, decimal, entity, files, integer, json, list, money, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { RESULTS } from '../../items/model/checks.ts'

export const asked = {
  batchId: ref('awardBatch', '批次', { required: true, immutable: true }),
  itemId: ref('awardItem', '奖项', { required: true, immutable: true }),
  statement: text('申请理由', { max: 1000, multiline: true }),
  evidenceIds: list('佐证成果', ref('evidence', '佐证', { required: true }), { max: 12, help: '从我的成长里选，不用再上传证明' }),
  achievements: text('其他成果', { max: 500, multiline: true, help: '我的成长里没有的竞赛、论文、志愿服务等，一行一项' }),
  isOutstanding: bool('有突出表现', { required: true, initial: false, help: '名次不够、凭突出表现申请时勾选，并上传证明' }),
  proofs: files('证明材料', { maxFiles: 8, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
} as const
const readonly = { readonly: true } as const
export const NOTICED = { none: '未公示', college: '学院公示', school: '学校公示' } as const

export const awardStates = states(
  {
    ...SUBMITTED_STATES,
    nominated: { label: '拟推荐', tone: 'going' },
    publicised: { label: '公示中', tone: 'going' },
    review: { label: '待复核', tone: 'attention' },
    reported: { label: '已上报', tone: 'going' },
    granted: { label: '已授予', tone: 'done' },
    revoked: { label: '已撤销', tone: 'refused' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    cancel: ['approved', 'nominated', 'publicised', 'review'],
    nominate: ['approved'],
    takeBack: ['nominated'],
    decideReview: ['review'],
    giveProof: ['pending', 'approved', 'nominated', 'publicised', 'review'],
  },
)
/** Of a case that has not been withdrawn. */
export const STANDING = ['pending', 'returned', 'approved', 'rejected', 'nominated', 'publicised', 'review', 'reported', 'granted', 'revoked'] as const
/** Of a case that has a seat. */
export const SEATED = ['nominated', 'publicised', 'review', 'reported', 'granted'] as const
/** 奖项申报: a student, or the monitor or head of a class or room, applies for an item of a batch. */
export const awardApplication = entity(
  'award.awardApplication',
  '奖项申报',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    roomId: ref('dormRoom', '寝室', readonly),
    subjectId: text('授予对象', { required: true, readonly: true, max: 36, format: 'uuid', secret: 'internal' }),
    recipient: text('授予', { ...readonly, max: 100 }),
    ...asked,
    /** What the picked entries said when they were submitted. */
    achieved: text('佐证成果', { ...readonly, max: 2500, multiline: true }),
    level: text('等级', { ...readonly, max: 20 }),
    amount: money('金额', readonly),
    facts: json<Facts>('事实', { readonly: true, secret: 'internal' }),
    checks: list('条件', shape('条件', { name: text('条件', { required: true, max: 60 }), result: choice('结果', RESULTS, { required: true }) }), readonly),
    recommendation: text('推荐意见', { max: 500, multiline: true }),
    rankInCollege: integer('学院排名', { ...readonly, sortable: true }),
    medianRank: decimal('名次中位数', { ...readonly, precision: 6, scale: 1 }),
    noticed: choice('公示', NOTICED, { required: true, readonly: true, initial: 'none' }),
    nominations: integer('推荐次数', { required: true, readonly: true, initial: 0, secret: 'internal' }),
    offeredAt: datetime('递补通知', readonly),
    reviewReason: text('复核原因', { ...readonly, max: 500, translatable: true }),
    heldFrom: choice('复核前', { nominated: '拟推荐', publicised: '公示中', approved: '已通过' }, { ...readonly, secret: 'internal' }),
    cancelReason: text('未入选原因', { ...readonly, max: 200, translatable: true }),
    state: awardStates.field('状态', { sortable: true }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'recipient',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      notOpen: '“{name}”现在不受理申报（{beginTime} 至 {endTime}）',
      notInAudience: '“{name}”不面向你',
      notOffered: '“{name}”不评选这个奖项',
      twice: '{recipient}已经申报过“{item}”',
      unqualified: '不符合“{item}”的条件：{why}',
      needsProof: '按名次须有突出表现才能申请“{item}”，请勾选“有突出表现”并上传证明：{why}',
      proved: '“{item}”的申报不缺证明材料',
      evidence: '选的佐证成果有 {count} 项已经冲销，或不是你本人的，请去掉',
      words: '申请理由要写 {min} 到 {max} 字，现在 {count} 字',
      notMonitor: '“{item}”由班长申报',
      notHead: '“{item}”由寝室长申报',
      granted: '已获得“{other}”，与“{item}”不可兼得',
      excluded: '{name}的“{other}”（{state}）与“{item}”不可兼得',
      lower: '{name}的“{other}”金额更高，只保留金额高的，不能再推荐“{item}”',
      cap: '{name}本学年奖学金合计 {sum} 元，再加 {amount} 元超过上限 {cap} 元',
      factChanged: '{name}现在不符合“{item}”的条件：{why}',
      over: '“{batch}”{stage}，不能再推荐',
      noQuota: '{college}没有“{item}”的名额',
      level: '“{item}”没有等级“{level}”',
      levelFull: '{level}名额 {seats} 个，已用 {used} 个',
      noCollege: '{name}没有所属学院，不能推荐',
    },
  },
)
const UNDECIDED: readonly string[] = ['pending', 'returned', 'approved', 'nominated', 'publicised', 'review']
/** It rests on an outstanding achievement, as it says itself or as its ranks by now demand, and nothing proves it (40-A5). */
export function lacksProof({ state, isOutstanding, proofs, checks }: Pick<Row<typeof awardApplication>, 'state' | 'isOutstanding' | 'proofs' | 'checks'>): boolean {
  return UNDECIDED.includes(state) && !proofs?.length && (isOutstanding || Boolean(checks?.some(c => c?.result === 'proof')))
}
