import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, entity, integer, type Row, ref, states, text } from '#model'
import { society } from './society.ts'

const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
/** 60-SO14 */
export const CAUSES = { vote: '成员表决', review: '年审不合格', noHead: '长期没有负责人', fewMembers: '成员长期不足', violation: '违反规定', merger: '并入其他社团' } as const
export type Cause = keyof typeof CAUSES
export const dissolutionStates = states(
  {
    voting: { label: '表决中', tone: 'going' },
    voteFailed: { label: '表决未通过', tone: 'over' },
    proposed: { label: '待团委处理', tone: 'attention' },
    dismissed: { label: '不予注销', tone: 'over' },
    ...SUBMITTED_STATES,
    liquidating: { label: '清算', tone: 'going' },
    dissolved: { label: '已注销', tone: 'done' },
  },
  { castVote: ['voting'], begin: ['proposed'], dismiss: ['proposed'], tick: ['liquidating'], finish: ['liquidating'] },
)
/** States of a case that is not over. */
export const OPEN = ['voting', 'proposed', 'pending', 'returned', 'approved', 'liquidating'] as const
const count = (label: string) => integer(label, readonly)
/** 社团注销: from the vote, or another cause, over the approvals to the list of what has to be cleared. */
export const societyDissolution = entity(
  'society.societyDissolution',
  '社团注销',
  {
    societyId: ref('society', '社团', { ...fixed, search: true }),
    studentId: ref('student', '发起人', readonly),
    applicantId: ref('user', '申请人', readonly),
    cause: choice('事由', CAUSES, { ...fixed }),
    reason: text('原因', { ...fixed, max: 500, multiline: true }),
    /** Of a merger: where members and money go. */
    intoId: ref('society', '并入的社团', readonly),
    voteUntil: datetime('表决截止', readonly),
    eligible: count('有表决权的成员'),
    /** Grow by one with a vote and keep no trace of whose; told once the vote is over. */
    ayes: integer('赞成票', { ...fixed, readonly: true, initial: 0, secret: 'internal' }),
    noes: integer('反对票', { ...fixed, readonly: true, initial: 0, secret: 'internal' }),
    voted: count('参加表决'),
    agreed: count('赞成'),
    thingsBack: bool('借用的物品已归还', { required: true, ...readonly, initial: false }),
    archived: bool('档案已移交', { required: true, ...readonly, initial: false }),
    clearNote: text('清算说明', { ...readonly, max: 500, multiline: true }),
    state: dissolutionStates.field('状态', { initial: 'proposed', sortable: true }),
    stateNote: text('处理说明', { ...readonly, max: 200 }),
    dissolvedOn: date('注销日期', { ...readonly, sortable: true }),
  },
  {
    title: 'societyId',
    scope: { department: 'societyId.guidanceUnitId', teacher: 'societyId.advisorId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      ...society.options.refusals,
      notHead: '只有“{society}”的负责人能发起表决',
      over: '“{society}”{state}，不能注销',
      open: '“{society}”的注销已经在办',
      voteOver: '表决已在 {until} 截止',
      voted: '你已经投过票',
      noWithdrawal: '成员表决通过的注销不能撤回',
      intoMissing: '并入其他社团的，要选并入哪个社团',
      intoSelf: '“{society}”不能并入自己',
      intoOver: '“{into}”{state}，“{society}”不能并入',
      intoFull: '“{into}”已有 {members} 名成员，并入 {coming} 名后超过人数上限 {cap}',
      notClear: '“{society}”还有没清的：{items}',
    },
  },
)
export type Dissolution = Row<typeof societyDissolution>
/** 表决名单: the members at the moment the vote was called, and the day each voted. */
export const societyVoter = entity(
  'society.societyVoter',
  '表决名单',
  { dissolutionId: ref('societyDissolution', '社团注销', fixed), studentId: ref('student', '学生', fixed), votedOn: date('投票日期', readonly) },
  { title: 'studentId', scope: { student: 'studentId' }, unique: [['dissolutionId', 'studentId']], verbs: [] },
)
/** 60-SO14: at least half have voted, and of those at least so many (in thirds) agree. */
export const isCarried = ({ eligible, ayes, noes }: Pick<Dissolution, 'eligible' | 'ayes' | 'noes'>): boolean =>
  ayes + noes > 0 && (ayes + noes) * 2 >= (eligible ?? 0) && ayes * 3 >= (ayes + noes) * 2
