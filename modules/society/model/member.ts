import { choice, date, datetime, entity, integer, type Row, ref, states, text } from '#model'

export const ROLES = { head: '负责人', deputy: '副负责人', treasurer: '财务负责人', officer: '干事', member: '成员' } as const
export type Role = keyof typeof ROLES
export const memberStates = states(
  {
    asked: { label: '待审核', tone: 'waiting' },
    confirming: { label: '待确认', tone: 'waiting' },
    active: { label: '在社', tone: 'done' },
    declined: { label: '未通过', tone: 'refused' },
    left: { label: '已退社', tone: 'over' },
  },
  {
    update: ['active'],
    accept: ['asked'],
    decline: ['asked', 'confirming'],
    confirm: ['confirming'],
    leave: ['asked', 'confirming', 'active'],
    askRemoval: ['active'],
    answerRemoval: ['active'],
    keepMember: ['active'],
    removeMember: ['active'],
    keepPost: ['active'],
    giveRole: ['active'],
    readmit: ['left', 'declined'],
  },
)
/** States in which a student waits for an answer. */
export const WAITING = ['asked', 'confirming'] as const
const need = { required: true } as const
const fixed = { required: true, immutable: true } as const
const readonly = { readonly: true } as const
const internal = { readonly: true, secret: 'internal' } as const

/** 社团成员: one row of a student and a society; who joins again goes on with it. */
export const societyMember = entity(
  'society.societyMember',
  '社团成员',
  {
    societyId: ref('society', '社团', { ...fixed, search: true }),
    studentId: ref('student', '学生', { ...fixed, search: true }),
    role: choice('职务', ROLES, { ...need, initial: 'member' }),
    joinedOn: date('加入日期', { sortable: true }),
    /** Of the present term of a head. */
    postFrom: date('任职开始', readonly),
    headUntil: date('任期到', readonly),
    /** A former head reads until then. */
    readsUntil: datetime('可查看到', readonly),
    /** Terms as head of this society, the present one included; kept after they end. */
    headTerms: integer('负责人届数', readonly),
    state: memberStates.field('状态', { initial: 'active', sortable: true }),
    note: text('申请说明', { ...readonly, max: 200 }),
    askedAt: datetime('申请时间', { ...readonly, sortable: true }),
    answerBy: datetime('答复期限', readonly),
    told: text('提醒到', { ...internal, max: 8 }),
    leftOn: date('退社日期', { ...readonly, sortable: true }),
    leaveReason: text('退社原因', { ...readonly, max: 200 }),
    removalReason: text('拟移出的原因', { ...readonly, max: 200 }),
    hearUntil: datetime('申辩截止', readonly),
    statement: text('本人申辩', { ...readonly, max: 500 }),
    /** Why somebody has to look whether the post may be kept. */
    postDoubt: text('任职待核实', { ...readonly, max: 100 }),
    feeXn: text('会费学年', { ...readonly, max: 9 }),
    billLineId: ref('billLine', '应缴明细', internal),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'studentId',
    scope: { student: 'studentId', class: 'studentId.counselledClassId', department: 'societyId.guidanceUnitId', teacher: 'societyId.advisorId' },
    unique: [['societyId', 'studentId']],
    importKey: ['societyId', 'studentId'],
    sort: ['societyId', 'role', 'joinedOn'],
    verbs: ['list', 'add', 'update', 'export', 'import'],
    countsUpTo: 20_000,
    refusals: {
      away: '{name}现在{status}，不能加入社团',
      notRunning: '“{society}”{state}，现在不招新',
      closed: '“{society}”现在不招新',
      already: '{name}已经是“{society}”的成员',
      pending: '{name}已申请加入“{society}”，正在等答复',
      most: '{name}已加入“{societies}”，最多加入 {most} 个社团',
      full: '“{society}”的 {cap} 个名额已满',
      headTaken: '“{society}”的负责人是{holder}，请先变更',
      headElsewhere: '{name}已经是“{other}”的负责人，只能担任一个社团的负责人',
      future: '加入日期 {joinedOn} 还没有到',
      headLeaves: '你是“{society}”的负责人，请先变更负责人',
      onRoster: '{name}在“{society}”的名册里已有一行（{state}）；退了社的，请在名册里点“重新加入”',
      ownRow: '不能办理自己的',
      hearing: '“{society}”已向{name}提出移出，{until} 前听取申辩',
      notAsked: '要先提出移出，听取{name}的申辩',
      headStays: '{name}是负责人，请先变更负责人',
      noHearing: '没有人提出把你移出“{society}”',
      advisorLater: '负责人还在答复期限内（{until}），到期没有答复再由指导教师决定',
    },
  },
)
export type Member = Row<typeof societyMember>
