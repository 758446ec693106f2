import { bool, choice, date, datetime, entity, files, integer, list, ref, rich, shape, states, text } from '#model'

export const STAGES = { school: '校内申诉', province: '省级申诉' } as const
export const CONCLUSIONS = { uphold: '维持原决定', suggestRevoke: '建议撤销', suggestChange: '建议变更' } as const
export const appealStates = states(
  {
    submitted: { label: '已提交', tone: 'waiting' },
    correcting: { label: '补正材料', tone: 'attention' },
    refused: { label: '不予受理', tone: 'refused' },
    reviewing: { label: '正在复查', tone: 'going' },
    concluded: { label: '已有结论', tone: 'done' },
    served: { label: '已送达', tone: 'over' },
    withdrawn: { label: '已撤回', tone: 'over' },
  },
  {
    accept: ['submitted'],
    askCorrection: ['submitted'],
    refuse: ['submitted', 'correcting'],
    correct: ['correcting'],
    withdraw: ['submitted', 'correcting', 'reviewing'],
    extend: ['reviewing'],
    conclude: ['reviewing'],
  },
)
/** Nobody has answered it yet. */
export const OPEN = ['submitted', 'correcting', 'reviewing'] as const
const readonly = { readonly: true } as const
const S2 = { sensitivity: 'S2' } as const
/** 申诉: a student's objection to a decision, reviewed by the committee; afterwards to the province. */
export const appeal = entity(
  'discipline.appeal',
  '申诉',
  {
    punishmentId: ref('punishment', '处分', { required: true, ...readonly }),
    studentId: ref('student', '学生', { required: true, ...readonly, search: true }),
    stage: choice('申诉到', STAGES, { ...readonly, initial: 'school' }),
    grounds: rich('理由', { required: true, ...readonly, max: 50_000, ...S2 }),
    files: files('材料', { ...readonly, maxFiles: 9, types: ['pdf', 'jpg', 'jpeg', 'png'], ...S2 }),
    submittedAt: datetime('申诉时间', { required: true, ...readonly, sortable: true }),
    acceptedOn: date('受理日期', readonly),
    refusalReason: text('不予受理的理由', { ...readonly, max: 300 }),
    missing: text('须补正', { ...readonly, max: 300 }),
    correctDueOn: date('补正截止', readonly),
    dueOn: date('复查期限', { ...readonly, sortable: true }),
    extendedTo: date('复查延长到', readonly),
    extensionApprovedBy: ref('user', '批准延长', readonly),
    members: list('委员', ref('user', '委员'), { ...readonly, max: 15 }),
    votes: list('表决', shape('表决', { userId: ref('user', '委员', { required: true }), choice: choice('表决意见', CONCLUSIONS, { required: true }) }), {
      ...readonly,
      max: 15,
      secret: 'internal',
    }),
    suspendAdvice: bool('建议暂缓执行', { ...readonly, initial: false }),
    conclusion: choice('结论', CONCLUSIONS, readonly),
    opinion: text('复查意见', { ...readonly, max: 1000, multiline: true, ...S2 }),
    concludedOn: date('结论日期', readonly),
    resultNo: text('复查文号', { ...readonly, max: 60, search: true }),
    servedOn: date('结论送达', readonly),
    provinceDueOn: date('省级申诉截止', readonly),
    /** The deciding body has followed the suggestion. */
    carriedOutOn: date('重新决定日期', readonly),
    state: appealStates.field('状态', { ...readonly, initial: 'submitted' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    documentNo: text('处分文号', { computed: true, max: 60 }),
    provinceDays: integer('省级申诉天数', { computed: true }),
  },
  {
    title: 'studentId',
    unique: [['resultNo']],
    scope: { student: 'studentId', department: 'studentId.departmentId' },
    sort: ['-submittedAt'],
    verbs: ['list', 'export'],
    refusals: {
      notServed: '处分决定书还没有送达，不能申诉',
      late: '申诉期限到 {due} 24:00，收到时间 {now}，不予受理',
      once: '对这个决定已经提出过申诉',
      correctLate: '补正期限到 {due} 24:00，现在是 {now}',
      conflict: '{name}{why}，不能担任本案委员',
      lacks: '委员会须有{who}',
      quorum: '到会 {present} 人，委员 {all} 人，须至少 {least} 人到会',
      stranger: '{name}不是本案委员',
      votedTwice: '{name}投了两次票',
      majority: '表决中“{conclusion}”只有 {count} 票，到会 {present} 人，须过半数',
      extended: '复查期限已延长到 {to}，只能延长一次',
      extendLate: '复查期限到 {due}，须在期限前批准延长',
      approver: '延长须由校领导批准，{name}不是校领导',
      noSuggestion: '复查结论不是“{what}”，不能这样处理',
      heavier: '申诉不加重：{level}重于原决定的{first}',
      same: '与原决定相同，不用变更',
    },
  },
)
