import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, dict, entity, integer, list, ref, rich, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'
import { aggravatingFact, mitigatingFact, violationCategory } from './dictionaries.ts'
import { LEVELS, MEASURES } from './levels.ts'

export const PART_ROLES = { principal: '主要责任', accessory: '次要责任', other: '其他' } as const
export const DEFENCES = { statement: '陈述申辩', hearing: '申请听证', waived: '放弃陈述', lapsed: '逾期未陈述' } as const
const { pending, returned, approved } = SUBMITTED_STATES
export const punishmentStates = states(
  {
    investigating: { label: '调查中', tone: 'going' },
    proposed: { label: '已拟处理', tone: 'going' },
    noticed: { label: '已告知', tone: 'waiting' },
    defenceClosed: { label: '待送审', tone: 'attention' },
    pending,
    returned,
    approved,
    rejected: SUBMITTED_STATES.rejected,
    withdrawn: SUBMITTED_STATES.withdrawn,
    cancelled: SUBMITTED_STATES.cancelled,
    decided: { label: '待送达', tone: 'attention' },
    served: { label: '已送达', tone: 'going' },
    inForce: { label: '处分期内', tone: 'refused' },
    liftPending: { label: '解除审批中', tone: 'going' },
    lifted: { label: '已解除', tone: 'done' },
    dismissed: { label: '批评教育', tone: 'over' },
    revoked: { label: '已撤销', tone: 'over' },
    changed: { label: '已变更', tone: 'over' },
    executed: { label: '已执行', tone: 'refused' },
  },
  {
    propose: ['investigating', 'proposed', 'noticed', 'defenceClosed'],
    dismiss: ['investigating', 'proposed', 'noticed', 'defenceClosed'],
    issueNotice: ['proposed'],
    defend: ['noticed'],
    recordDefence: ['noticed'],
    answerDefence: ['noticed', 'defenceClosed', 'returned'],
    submit: ['defenceClosed', 'returned'],
  },
)
/** The period runs: PN13 asks for these. */
export const IN_FORCE = ['inForce', 'liftPending'] as const
/** Decided, and neither revoked nor changed. */
export const DECIDED = ['decided', 'served', 'inForce', 'liftPending', 'lifted', 'executed'] as const

const readonly = { readonly: true } as const
const S1 = { sensitivity: 'S1' } as const
const S2 = { sensitivity: 'S2' } as const
/** 处分: the decision for one party of a case. */
export const punishment = entity(
  'discipline.punishment',
  '处分',
  {
    caseId: ref('disciplineCase', '案件', { required: true, immutable: true }),
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    grade: integer('年级', readonly),
    departmentId: ref('department', '学院', readonly),
    majorId: ref('major', '专业', readonly),
    classId: ref('stuClass', '班级', readonly),
    measure: choice('处理', MEASURES, { ...readonly, initial: 'punishment' }),
    partRole: choice('责任', PART_ROLES, { ...readonly, initial: 'other' }),
    facts: rich('认定事实', { ...readonly, max: 50_000, ...S2 }),
    /** Ids only: what a material is stands in its own row. */
    materialIds: list('证据', ref('caseMaterial', '材料'), { ...readonly, max: 50 }),
    aggravating: list('从重情节', dict('从重情节', aggravatingFact), { ...readonly, ...S2 }),
    mitigating: list('从轻情节', dict('从轻情节', mitigatingFact), { ...readonly, ...S2 }),
    proposedLevel: choice('拟给予', LEVELS, { ...readonly, ...S1 }),
    decidedLevel: choice('处分', LEVELS, { ...readonly, ...S1 }),
    levelReason: text('超出条款幅度的理由', { ...readonly, max: 300, ...S2 }),
    periodMonths: integer('处分期（月）', { ...readonly, ...S2 }),
    periodReason: text('处分期的理由', { ...readonly, max: 300, ...S2 }),
    periodStart: date('处分期自', { ...readonly, ...S1 }),
    periodEnd: date('处分期至', { ...readonly, ...S1 }),
    noticeIssuedOn: date('告知书签发', readonly),
    noticeServedOn: date('告知书送达', readonly),
    defenceDueOn: date('申辩截止', { ...readonly, sortable: true }),
    defenceKind: choice('申辩方式', DEFENCES, readonly),
    defenceText: rich('陈述申辩', { ...readonly, max: 50_000, ...S2 }),
    defenceAnswer: rich('对申辩的答复', { ...readonly, max: 20_000, ...S2 }),
    defendedOn: date('申辩日期', readonly),
    /** By those who decide. */
    legalOpinion: text('合法性审查意见', { max: 500, multiline: true }),
    legalReviewOn: date('合法性审查日期'),
    legalReviewBy: ref('user', '合法性审查人', readonly),
    meetingName: text('会议名称', { max: 100 }),
    meetingOn: date('会议日期'),
    submitterId: ref('user', '送审人', readonly),
    documentNo: text('处分文号', { ...readonly, max: 60, search: true }),
    decidedOn: date('决定日期', { ...readonly, sortable: true }),
    decidedBy: list('决定人', ref('user', '决定人'), { ...readonly, secret: 'internal' }),
    servedOn: date('决定书送达', readonly),
    appealDueOn: date('申诉截止', { ...readonly, sortable: true }),
    isExecutionSuspended: bool('暂缓执行', { ...readonly, initial: false }),
    liftedOn: date('解除日期', { ...readonly, sortable: true }),
    liftDocumentNo: text('解除文号', { ...readonly, max: 60 }),
    extendedMonths: integer('延长（月）', { ...readonly, initial: 0, ...S2 }),
    extendReason: text('延长理由', { ...readonly, max: 300, ...S2 }),
    /** Days on which a suspension of studies held the period. */
    pausedOn: date('处分期暂停自', readonly),
    replacesId: ref('punishment', '变更自', readonly),
    endReason: text('撤销或变更理由', { ...readonly, max: 300, ...S2 }),
    /** Of the delivery by electronic signature: agreed to before it was used (50-PN8). */
    eSignAgreedOn: date('同意电子送达', readonly),
    /** Last day of the clock that runs now: defence, then appeal. */
    dueOn: date('最近期限', { ...readonly, sortable: true }),
    told: text('提醒到', { ...readonly, max: 20, secret: 'internal' }),
    state: punishmentStates.field('状态', { ...readonly, initial: 'investigating' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    appealDays: integer('申诉天数', { computed: true }),
    appealTo: text('申诉受理机构', { computed: true, max: 100 }),
    caseNo: text('案件编号', { computed: true, max: 30, format: 'code' }),
    category: dict('违纪类别', violationCategory, { computed: true }),
    articles: text('处分依据', { computed: true, max: 2500 }),
    daysLeft: integer('剩余天数', { computed: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT,
    unique: [['documentNo']],
    select: 'scoped',
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      investigators: '{caseNo} 的调查人只有 {count} 人，至少 {least} 人',
      noFacts: '还没有写明认定事实，不能告知',
      noEvidence: '还没有列出证据，不能告知',
      foreign: '“{title}”不是这个案件的材料',
      range: '{level}超出条款的幅度（{min}至{max}），请写明理由',
      months: '处分期 {months} 个月，不在 {least} 至 {most} 个月之间，请写明理由',
      criticism: '批评教育不是处分，请用“批评教育结案”',
      notServed: '告知书还没有送达，不能决定',
      defenceOpen: '{name}的陈述申辩期限到 {due}，还没有陈述也没有放弃',
      defenceDay: '申辩日期 {on} 须在告知书送达（{served}）与今天（{today}）之间',
      unanswered: '{name}作过陈述申辩，请先写明答复',
      defenceOver: '陈述申辩期限到 {due} 24:00，现在是 {now}',
      noLegal: '{what}须经合法性审查：还没有审查日期（第五十六条）',
      noMeeting: '{what}须经会议研究决定：还没有会议名称和日期（第五十六条）',
      legalOrder: '合法性审查 {legal}、会议 {meeting}、决定 {decided}：须依次进行',
      gaps: '处分决定书缺少：{items}，不能签发（第五十三条）',
      numbered: '{no}已经决定，不能取消审批',
      noSerial: '文号规则“{pattern}”里没有 {seq}，不能编号',
      heavier: '{level}重于告知的{notified}',
    },
  },
)
