import { choice, date, datetime, entity, files, integer, list, type Row, ref, shape, states, text } from '#model'

export const electionStates = states(
  {
    nominating: { label: '提名中', tone: 'going' },
    reviewing: { label: '资格审查', tone: 'waiting' },
    voting: { label: '投票中', tone: 'going' },
    counted: { label: '已计票', tone: 'attention' },
    confirmed: { label: '已确认', tone: 'done' },
    repeat: { label: '须重选', tone: 'refused' },
    cancelled: { label: '已取消', tone: 'over' },
  },
  {
    update: ['nominating', 'reviewing'],
    closeNomination: ['nominating'],
    openVoting: ['reviewing'],
    count: ['voting'],
    confirm: ['counted'],
    nextRound: ['counted', 'confirmed', 'repeat'],
    cancel: ['nominating', 'reviewing', 'voting'],
    vote: ['voting'],
  },
)
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const SCOPE = { class: 'orgId.classId', department: 'orgId.departmentId', teacher: 'orgId.guideId' } as const

/** 选举: one round of voting for some posts of an organisation; a further round is an election of its own that names the one before. */
export const orgElection = entity(
  'studentOrg.orgElection',
  '选举',
  {
    orgId: ref('studentOrg', '学生组织', { ...fixed, search: true }),
    name: text('名称', { ...need, max: 60, search: true, sortable: true }),
    postIds: list('岗位', ref('orgPost', '岗位', need), { ...fixed, max: 20 }),
    /** Seats to be filled, as they were when the election was made: results are worked out from these, whatever the posts have later. */
    frozenSeats: list('名额', shape('名额', { postId: ref('orgPost', '岗位', need), seats: integer('人数', need) }, need), readonly),
    roundNo: integer('轮次', { ...need, ...readonly, min: 1, initial: 1 }),
    previousId: ref('orgElection', '上一轮', readonly),
    consent: files('上级团组织同意', { maxFiles: 2, types: ['jpg', 'jpeg', 'png', 'pdf'], help: '团支部委员会在网上选举要有' }),
    voteTo: datetime('投票截止', { ...need, sortable: true }),
    from: date('任职开始', { ...need, help: '当选的人从这一天任职' }),
    voters: integer('有选举权', readonly),
    /** Ballots that were counted. */
    present: integer('参加投票', readonly),
    minutes: files('会议纪要', { maxFiles: 3, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    note: text('说明', { ...readonly, max: 300 }),
    state: electionStates.field('状态', { initial: 'nominating', sortable: true }),
    voted: integer('已投票', { computed: true }),
  },
  {
    title: 'name',
    scope: SCOPE,
    sort: ['-voteTo'],
    verbs: ['list', 'add', 'update', 'export'],
    refusals: {
      orgOver: '“{org}”{state}，不能选举',
      postElsewhere: '岗位“{post}”不属于“{org}”',
      postTwice: '岗位“{post}”选了两次',
      notElected: '“{post}”不由选举产生',
      noSeat: '“{post}”在 {from} 没有空缺',
      past: '投票截止 {voteTo} 已经过去',
      branchOnline: '团支部委员会在网上选举，要学校允许，并有上级团组织同意的文件',
      waiting: '还有 {n} 名候选人没有审查',
      fewCandidates: '“{post}”选 {seats} 人，现在只有 {n} 名候选人',
      fewInAll: '共选 {seats} 人，候选人要多出两成，至少 {needed} 名，现在 {n} 名',
      noVoters: '“{org}”没有可以投票的学生',
      stillOpen: '投票到 {voteTo} 截止，还有 {n} 人没有投票，现在不能计票',
      over: '“{name}”的投票已在 {voteTo} 截止',
      notVoter: '你不在“{name}”的选民名单里',
      voted: '你已经在“{name}”投过票',
      foreign: '选票里有不是候选人的人',
      tooMany: '“{post}”最多选 {seats} 人，你选了 {n} 人',
      ineligible: '{why}。请更换，或填写理由不予确认',
      eligible: '{name}符合任职条件，不能不予确认',
      noNext: '“{name}”已选满，不用再选一轮',
      nextMade: '“{name}”已经有下一轮',
    },
  },
)
export type Election = Row<typeof orgElection>
export const candidateStates = states(
  {
    nominated: { label: '待本人同意', tone: 'waiting' },
    stood: { label: '待审查', tone: 'waiting' },
    admitted: { label: '候选人', tone: 'done' },
    refused: { label: '未通过', tone: 'refused' },
    withdrawn: { label: '已退出', tone: 'over' },
  },
  { consent: ['nominated'], withdraw: ['nominated', 'stood', 'admitted'], admit: ['stood'], refuse: ['stood', 'admitted'] },
)
export const RESULTS = { elected: '当选', next: '进入下一轮', lost: '未当选' } as const
/** 候选人. Votes are counted after the end; until then nobody reads them. */
export const orgCandidate = entity(
  'studentOrg.orgCandidate',
  '候选人',
  {
    electionId: ref('orgElection', '选举', { ...fixed, search: true }),
    postId: ref('orgPost', '岗位', fixed),
    studentId: ref('student', '候选学生', { ...fixed, search: true }),
    statement: text('竞选说明', { max: 1000, multiline: true }),
    consent: files('本人同意书', { maxFiles: 2, types: ['jpg', 'jpeg', 'png', 'pdf'] }),
    gradesNote: text('成绩核实', { ...readonly, max: 200 }),
    state: candidateStates.field('状态', { initial: 'stood', sortable: true }),
    reason: text('未通过原因', { ...readonly, max: 200 }),
    votes: integer('得票', { ...readonly, sortable: true }),
    result: choice('结果', RESULTS, readonly),
    passedOver: text('不予确认的理由', { ...readonly, max: 200 }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { student: 'studentId', class: 'electionId.orgId.classId', department: 'electionId.orgId.departmentId', teacher: 'electionId.orgId.guideId' },
    unique: [['electionId', 'postId', 'studentId']],
    sort: ['electionId', 'postId', '-votes'],
    verbs: ['list', 'export'],
    refusals: {
      closed: '“{name}”现在不接受报名',
      notAsked: '“{name}”没有请你参选',
      already: '{name}已经报名“{post}”',
      ineligible: '{why}',
    },
  },
)
export type Candidate = Row<typeof orgCandidate>
/** Who may vote, and whether they have: it says nothing finer than the day, and names no ballot. */
export const orgVoter = entity(
  'studentOrg.orgVoter',
  '选民',
  { electionId: ref('orgElection', '选举', fixed), studentId: ref('student', '学生', fixed), votedOn: date('投票日期', readonly) },
  { title: 'studentId', scope: { student: 'studentId' }, unique: [['electionId', 'studentId']], verbs: [] },
)
