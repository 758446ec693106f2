import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, decimal, entity, integer, list, type Row, ref, states, text } from '#model'
import { FAULTS, REVIEW_GRADES, scoreList } from './review-scores.ts'

const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
export const reviewStates = states(
  {
    open: { label: '待自评', tone: 'waiting' },
    ...SUBMITTED_STATES,
    publicised: { label: '公示中', tone: 'going' },
    final: { label: '已定', tone: 'done' },
  },
  { report: ['open', 'returned'], grade: ['pending', 'returned', 'approved'] },
)
const figure = (label: string) => integer(label, readonly)
/** 年审结果: of one society in one round what was counted, what its head reports, and the grade. */
export const societyReview = entity(
  'society.societyReview',
  '社团年审结果',
  {
    roundId: ref('societyReviewRound', '社团年审', fixed),
    societyId: ref('society', '社团', { ...fixed, search: true }),
    /** Who stands for the society: its head, else another post, else the member of longest standing; nobody where there is none. */
    studentId: ref('student', '报告人', readonly),
    selfText: text('年审报告', { ...readonly, max: 3000, multiline: true }),
    members: figure('成员'),
    activities: figure('活动次数'),
    participants: figure('参加过活动的成员'),
    hours: decimal('指导小时', { ...readonly, precision: 6, scale: 1 }),
    openDrafts: figure('未办结的经费单'),
    raters: figure('评分人数'),
    scores: scoreList,
    total: decimal('总分', { ...readonly, precision: 5, scale: 2, sortable: true }),
    place: integer('名次', { ...readonly, sortable: true }),
    faults: list('不合格情形', choice('情形', FAULTS, { required: true }), readonly),
    grade: choice('等级', REVIEW_GRADES, readonly),
    /** 60-SO12: written to the society once its notice is over. */
    star: integer('星级', { ...readonly, min: 0, max: 5, sortable: true }),
    gradeReason: text('等级的理由', { ...readonly, max: 200 }),
    advice: text('改进意见', { ...readonly, max: 500, multiline: true }),
    state: reviewStates.field('状态', { initial: 'open', sortable: true }),
  },
  {
    title: 'societyId',
    scope: { department: 'societyId.guidanceUnitId', teacher: 'societyId.advisorId' },
    unique: [['roundId', 'societyId']],
    sort: ['place'],
    verbs: ['list', 'export'],
    refusals: {
      notPost: '“{society}”的年审报告由负责人或副负责人提交',
      notOpen: '“{name}”{phase}，现在不能提交年审报告',
      noWithdrawal: '年审不能撤回',
      settled: '“{name}”还没有汇总，不能定等级',
      notMember: '只有“{society}”的成员能评分',
      rateClosed: '“{name}”{phase}，现在不能评分',
    },
  },
)
export type Review = Row<typeof societyReview>
