import { action, bool, choice, date, dict, dictionary, entity, integer, ref, states, text } from '#model'
import { politicalCode } from '#model/national.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const PARTY_STAGES = { none: '无', applicant: '入党申请人', activist: '入党积极分子', developing: '发展对象', probationary: '预备党员', full: '正式党员' } as const
export type PartyStage = keyof typeof PARTY_STAGES
export const LEFT_CAUSES = { age: '超龄离团', transfer: '转出学校', graduation: '毕业转出', auto: '自行脱团', expelled: '开除团籍' } as const
export const memberStates = states(
  { active: { label: '在册', tone: 'done' }, left: { label: '已离团', tone: 'over' } },
  { update: ['active'], leave: ['active'], charge: ['active'] },
)
/** What a member's fee goes by (40-G1): students have no income; of the others the plan's standards say how much. */
export const leagueFeeClass = dictionary('leagueFeeClass', '团费类别', {
  student: '学生（无工资收入）',
  wage1: '工资 2000 元及以下',
  wage2: '工资 2000 至 3000 元',
  wage3: '工资 3000 至 5000 元',
  wage4: '工资 5000 元以上',
})
export const STUDENT_CLASS = 'student'
const readonly = { readonly: true } as const

/** 团员. Political status stands in the student record; this roster says where it should differ. */
export const leagueMember = entity(
  'league.leagueMember',
  '团员',
  {
    studentId: ref('student', '团员', { required: true, immutable: true }),
    branchId: ref('leagueBranch', '团支部', { required: true, immutable: true }),
    joinedOn: date('入团时间', { required: true, sortable: true }),
    memberNo: text('团员编号', { max: 20, sensitivity: 'S1' }),
    partyStage: choice('入党阶段', PARTY_STAGES, { required: true, initial: 'none' }),
    partyFrom: date('成为党员', { help: '成为预备党员的日期；从下个月起不缴团费' }),
    cadre: bool('团干部', { required: true, initial: false }),
    feeClass: dict('团费类别', leagueFeeClass, { required: true, initial: STUDENT_CLASS }),
    inFrom: text('转自', { max: 100 }),
    transferOut: text('转往', { ...readonly, max: 100 }),
    leftOn: date('离团日期', readonly),
    leftCause: choice('离团原因', LEFT_CAUSES, readonly),
    state: memberStates.field('状态', { initial: 'active' }),
    /** Months past their date that are not paid. */
    monthsOwed: integer('欠缴月数', { required: true, ...readonly, initial: 0, sortable: true }),
    /** 40-G5: when branch and college were warned of six months in a row. */
    warnedOn: date('预警日期', { ...readonly, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    politicalCode: dict('政治面貌', politicalCode, { computed: true }),
    isLiable: bool('本月应缴', { computed: true }),
  },
  {
    title: 'studentId',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['studentId']],
    importKey: ['studentId'],
    select: 'scoped',
    selectFields: ['branchId', 'state'],
    sort: ['branchId', 'joinedOn'],
    countsUpTo: 100_000,
    refusals: {
      young: '{name}到 {from} 才满 14 周岁，入团时间不能是 {joinedOn}',
      future: '入团时间 {joinedOn} 还没有到',
      twice: '{name}已经在“{branch}”的名册里，不能同时在两个支部',
      notBranch: '“{branch}”不是团支部，团员只能编在团支部',
      partyDate: '{stage}要填成为党员的日期',
      partyEarly: '成为党员的日期 {partyFrom} 早于入团时间 {joinedOn}',
      leftEarly: '离团日期 {leftOn} 早于入团时间 {joinedOn}',
      openOrder: '{name}有正在支付的团费，请等它完成或关闭',
    },
  },
)
const id = ref('leagueMember', '团员', { required: true })
export const leaveLeague = action('league.leagueMember.leave', '离团', {
  input: {
    id,
    leftOn: date('离团日期', { required: true }),
    leftCause: choice('原因', LEFT_CAUSES, { required: true }),
    transferOut: text('转往', { max: 100, help: '转出学校或毕业转出时填接收的团组织' }),
  },
  output: 'none',
  inScope: true,
})
