import { choice, date, datetime, entity, integer, list, ref, states, text } from '#model'

export const reviewStates = states(
  {
    drawn: { label: '评议中', tone: 'going' },
    closed: { label: '评议结束', tone: 'done' },
    skipped: { label: '不评议', tone: 'over' },
  },
  { close: ['drawn'], remind: ['drawn'] },
)
/** Full days between the names of a group and its first vote (40-D4). */
export const SHOWN_DAYS = 3
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const

/** 班级民主评议小组: drawn at random from willing students of a class; the counsellor chairs it without a vote. */
export const reviewGroup = entity(
  'hardship.reviewGroup',
  '民主评议小组',
  {
    batchId: ref('aidBatch', '批次', fixed),
    classId: ref('stuClass', '班级', fixed),
    departmentId: ref('department', '学院', readonly),
    members: list('成员', ref('student', '学生', { required: true }), { ...readonly, max: 99 }),
    /** The draw can be repeated from it: members are taken in the order of a hash of seed and student. */
    seed: text('随机种子', { ...readonly, max: 64 }),
    willing: integer('愿意参加', readonly),
    shownFrom: date('公布日期', readonly),
    votesFrom: date('开始评议', readonly),
    /** Applicants and their room-mates had to be drawn as well; they abstain where it concerns them. */
    isTight: choice('回避', { no: '不抽取', yes: '逐件回避' }, { ...readonly, initial: 'no' }),
    state: reviewStates.field('状态', { initial: 'drawn' }),
    reason: text('不评议的原因', { ...readonly, max: 200 }),
    closedAt: datetime('结束时间', readonly),
  },
  {
    title: 'classId',
    scope: { class: 'classId', department: 'departmentId' },
    unique: [['batchId', 'classId']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      tooFew: '“{className}”的小组需要 {need} 人，愿意参加的有 {willing} 人，其中班干部 {officers} 人（最多 {most} 人）',
      drawn: '“{className}”的小组已在 {on} 抽取',
      nobody: '“{className}”没有人申请，不用评议',
      early: '小组名单公布到 {on}，之后才能评议',
      over: '“{className}”的评议已结束',
      notMember: '你不是“{className}”的评议成员',
      ownCase: '这份申请与你有关，须回避',
      noQuorum: '有 {count} 份申请不到三分之二的成员评议，还没有评议完的成员：{names}',
      stillOpen: '“{batch}”还在受理申请，结束后才能结束评议',
    },
  },
)
/** 评议志愿: who of a class would sit in the group. */
export const reviewVolunteer = entity(
  'hardship.reviewVolunteer',
  '评议志愿',
  { batchId: ref('aidBatch', '批次', fixed), studentId: ref('student', '学生', fixed) },
  { title: 'studentId', scope: { student: 'studentId' }, unique: [['batchId', 'studentId']], verbs: [] },
)
/** 评议: secret; nobody lists or reads votes, and the result is made of all together. */
export const reviewVote = entity(
  'hardship.reviewVote',
  '评议',
  {
    memberId: ref('student', '成员', fixed),
    recognitionId: ref('aidRecognition', '申请', fixed),
    points: integer('评分', { ...fixed, min: -10, max: 10, secret: 'internal' }),
    note: text('说明', { ...readonly, max: 100, secret: 'internal' }),
  },
  { title: 'memberId', scope: {}, unique: [['memberId', 'recognitionId']], verbs: [] },
)
