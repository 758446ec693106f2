import { SUBMITTED_STATES } from '#flow/index.ts'
import { bool, choice, date, datetime, entity, files, integer, list, money, type Row, ref, shape, states, text } from '#model'
import { BY_STUDENT } from '#modules/student/model/scope.ts'

export const AID_KINDS = { compensation: '学费补偿', loanRepay: '贷款代偿', waiver: '复学学费减免', retiredWaiver: '退役考入学费减免' } as const
export type AidKind = keyof typeof AID_KINDS
export const PAY_TO = { student: '学生本人', bank: '贷款银行', feeAccount: '学费账户' } as const
/** Kinds that are forgone on bills instead of paid out. */
export const isWaiver = (kind: AidKind): boolean => kind === 'waiver' || kind === 'retiredWaiver'
export const RECOVERIES = { open: '待追缴', charged: '已转应收', recovered: '已追回', dropped: '不追缴' } as const
/** States in which an aid has been granted and not taken back. */
export const GRANTED = ['approved', 'reported', 'funded', 'paid'] as const
export const aidStates = states(
  {
    ...SUBMITTED_STATES,
    reported: { label: '已上报', tone: 'going' },
    funded: { label: '已拨款', tone: 'going' },
    paid: { label: '已发放', tone: 'done' },
    stopped: { label: '已停止', tone: 'over' },
  },
  {
    resubmit: ['returned'],
    withdraw: ['pending', 'returned'],
    stateTuition: ['pending'],
    report: ['approved'],
    fund: ['reported'],
    pay: ['funded'],
    recover: ['paid', 'stopped'],
    dropRecovery: ['paid', 'stopped'],
  },
)
const readonly = { readonly: true } as const
const need = { required: true } as const
const total = { ...need, ...readonly, initial: 0 } as const
/** One school year of the computation, as it was decided. */
export const aidYear = {
  xn: text('学年', { ...need, max: 9 }),
  paid: money('实缴学费', need),
  loan: money('用于学费的贷款', need),
  reduced: money('其他减免', need),
  cap: money('上限', need),
  amount: money('金额', need),
  isKnown: bool('已核实', need),
  /** Waived on this bill line; empty until it is issued. */
  lineId: ref('billLine', '应缴明细'),
} as const
/** Tuition of a year as finance has stated it where the ledger has none. */
export const statedYear = { xn: aidYear.xn, paid: money('实缴学费', { ...need, min: 0 }), loan: money('用于学费的贷款', { ...need, min: 0 }) } as const
/** Fields of the applicant. */
export const asked = {
  kind: choice('申请', AID_KINDS, { required: true, immutable: true }),
  formNo: text('全国征兵网申请表编号', { max: 40, help: '在全国征兵网填写申请表后得到' }),
  proofs: files('退役证', { maxFiles: 6, types: ['jpg', 'jpeg', 'png', 'pdf'], sensitivity: 'S2', help: '退役后考入的学生申请减免时上传' }),
} as const
/** 参军资助: tuition compensated or waived, a loan repaid, for one service. */
export const militaryAid = entity(
  'enlistment.militaryAid',
  '参军资助',
  {
    studentId: ref('student', '学生', { required: true, immutable: true, search: true }),
    departmentId: ref('department', '学院', readonly),
    classId: ref('stuClass', '班级', readonly),
    enlistId: ref('enlistRecord', '应征记录', readonly),
    ...asked,
    years: list('逐年', shape('学年', aidYear), { ...need, ...readonly, max: 12 }),
    stated: list('财务核定', shape('学年', statedYear), { ...readonly, max: 12, secret: 'internal' }),
    total: money('金额', { ...total, sortable: true }),
    toBank: money('还贷款', total),
    toStudent: money('发给学生', total),
    payTo: choice('去向', PAY_TO, { ...need, ...readonly, initial: 'student' }),
    /** Filled in by finance with the approval (40-E3). */
    tuitionOpinion: text('学费核定意见', { max: 200, multiline: true }),
    state: aidStates.field('状态', { initial: 'pending', sortable: true }),
    reportedOn: date('上报日期', { ...readonly, sortable: true }),
    reportedById: ref('user', '上报人', readonly),
    fundedOn: date('拨款日期', readonly),
    fundId: ref('fundAccount', '经费', readonly),
    /** On a payout list since then. */
    listedAt: datetime('列入发放', { ...readonly, secret: 'internal' }),
    bankPaidOn: date('还贷日期', readonly),
    paidOn: date('发放日期', readonly),
    recovery: choice('追缴', RECOVERIES, readonly),
    recoverAmount: money('应追缴', readonly),
    recoverReason: text('追缴说明', { ...readonly, max: 200 }),
    recoverLineId: ref('billLine', '追缴应收', readonly),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
    yearCount: integer('学年数', { computed: true }),
  },
  {
    title: 'formNo',
    scope: BY_STUDENT,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    refusals: {
      noRecord: '还没有入伍通知书，不能申请{kind}',
      notBack: '{kind}在确认复学时办理，还没有复学',
      notRetired: '{name}是入伍后复学的学生，请申请复学学费减免',
      proof: '{kind}要上传退役证',
      taken: '{name}已经申请过{kind}',
      ground: '不能申请{kind}：{ground}',
      noLoan: '没有未还清的国家助学贷款，请申请学费补偿',
      hasLoan: '还有未还清的国家助学贷款，请申请贷款代偿：先还贷款，余下的发给本人',
      noYears: '没有可以计算的学年',
      yearsUnknown: '{years} 学年没有学费台账，请先核定这些学年的学费',
      yearAlien: '{xn} 不是这份申请要计算的学年',
      yearLedger: '{xn} 学年的学费以台账为准，不用另外核定',
      bankDate: '{name}有 {amount} 元要还贷款，请填写还贷日期',
      nothing: '{name}没有要追缴的资助',
      noItem: '请先设立收费项目“{item}”',
    },
  },
)
export type MilitaryAid = Row<typeof militaryAid>
