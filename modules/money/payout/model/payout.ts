import { SUBMITTED_STATES } from '#flow/index.ts'
import { choice, date, dict, entity, integer, labelsOf, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'
import { bank } from './dictionaries.ts'

/** Where the money comes from. `reserves`: the list's approval reserves it, the source has not (40-B3). `atSchool`: only for students who are at school that day (40-B2), or where it says so on a day of the list's month. */
export const SOURCES = {
  award: { label: '奖学金', reserves: false, atSchool: null },
  subsidy: { label: '资助补助', reserves: false, atSchool: 'month' },
  wage: { label: '勤工助学', reserves: true, atSchool: 'day' },
  military: { label: '参军资助', reserves: false, atSchool: null },
  loanSurplus: { label: '贷款余款', reserves: false, atSchool: null },
  refund: { label: '退费', reserves: true, atSchool: null },
  certReward: { label: '考证奖励', reserves: false, atSchool: null },
} as const
export type Source = keyof typeof SOURCES
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const

export const payoutStates = states(
  {
    draft: { label: '编制', tone: 'waiting' },
    checked: { label: '已检查', tone: 'waiting' },
    ...SUBMITTED_STATES,
    exported: { label: '已送银行', tone: 'going' },
    closed: { label: '已结清', tone: 'over' },
  },
  {
    prepare: ['draft'],
    bringHeld: ['draft'],
    check: ['draft', 'checked'],
    submit: ['checked'],
    reopen: ['checked', 'pending', 'returned', 'rejected', 'withdrawn', 'cancelled', 'approved'],
    exportBank: ['approved'],
    importReturn: ['exported'],
    close: ['exported'],
  },
)
/** 发放单: money paid out to the cards of students. */
export const payoutList = entity(
  'money.payoutList',
  '发放单',
  {
    listNo: text('单号', { ...fixed, max: 24, search: true }),
    title: text('名称', { ...fixed, max: 100, search: true }),
    source: choice('来源', labelsOf(SOURCES), fixed),
    sourceBatchId: text('批次', { ...readonly, max: 36 }),
    fundId: ref('fundAccount', '经费', readonly),
    month: text('月份', { ...readonly, max: 7 }),
    /** The day by which it is judged who is at school, and on which the money is expected. */
    bizDate: date('发放日', { ...fixed, sortable: true }),
    profileId: ref('exportProfile', '银行格式', readonly),
    count: integer('笔数', total),
    total: money('金额', { ...total, sortable: true }),
    paidCount: integer('已到账', total),
    paidTotal: money('到账金额', total),
    failedCount: integer('失败', total),
    heldCount: integer('暂缓发放', total),
    state: payoutStates.field('状态', { initial: 'draft', sortable: true }),
    /** How often it was approved: its reservations are told apart by it. */
    approvals: integer('批准次数', { ...total, secret: 'internal' }),
    /** SHA-256 of the lines that were submitted; a list that was changed since is neither approved nor exported. */
    digest: text('摘要', { ...readonly, max: 64, secret: 'internal' }),
    makerId: ref('user', '经办', readonly),
  },
  {
    title: 'title',
    scope: {},
    unique: [['listNo']],
    sort: ['-bizDate'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      noFund: '请先选经费',
      noProfile: '请先选银行格式',
      profile: '“{name}”不是发放单的导出方案',
      empty: '没有可以发放的行',
      left: '{names}在发放日不在校，请退回编制重新检查',
      altered: '发放单在提交以后被改动过，请退回编制重新检查',
      open: '还有 {n} 笔没有银行结果，不能结清',
      fundFixed: '这些钱占用的是经费“{fund}”，不能改从别处支出',
      onList: '这笔钱已在发放单 {listNo}（{state}）上，不能另外付款',
      foreign: '文件里没有这张发放单的行',
    },
  },
)
export const lineStates = states(
  {
    ready: { label: '待发放', tone: 'waiting' },
    held: { label: '暂缓发放', tone: 'attention' },
    exported: { label: '已送银行', tone: 'going' },
    paid: { label: '已到账', tone: 'done' },
    failed: { label: '未到账', tone: 'refused' },
    reissued: { label: '已重发', tone: 'over' },
  },
  { hold: ['ready'] },
)
/** Why a line waits (40-B2). The first two are the student's to mend. */
export const HELD = { noAccount: '没有银行卡', name: '户名与姓名不一致', notAtSchool: '发放日不在校', suspended: '有处分或异议', byHand: '人工暂缓' } as const
/** 发放明细: one grant of one student. */
export const payoutLine = entity(
  'money.payoutLine',
  '发放明细',
  {
    listId: ref('payoutList', '发放单', fixed),
    seq: integer('序号', readonly),
    studentId: ref('student', '学生', fixed),
    /** The source's own id of what is paid. */
    grantId: text('发放依据', { ...fixed, max: 64 }),
    month: text('月份', { ...readonly, max: 7 }),
    round: integer('发放轮次', { ...fixed, initial: 1 }),
    what: text('用途', { ...fixed, max: 100 }),
    amount: money('金额', { ...fixed, min: 1 }),
    bankName: dict('开户行', bank, readonly),
    branchNo: text('联行号', { ...readonly, max: 12 }),
    cardNo: text('卡号', { ...readonly, max: 32, sensitivity: 'S2', encrypted: true }),
    lastFour: text('尾号', { ...readonly, max: 4 }),
    holderName: text('户名', { ...readonly, max: 60 }),
    state: lineStates.field('状态', { initial: 'ready', sortable: true }),
    heldFor: choice('暂缓发放原因', HELD, readonly),
    failReason: text('说明', { ...readonly, max: 200 }),
    paidOn: date('到账日', readonly),
    /** The failed line that this one makes good. */
    replacesId: ref('payoutLine', '重发', readonly),
    /** Its money is reserved: by which list and approval, or by its source. */
    reservedBy: text('占用', { ...readonly, max: 60, secret: 'internal' }),
    studentNo: text('学号', { computed: true, max: 20, format: 'code' }),
  },
  {
    title: 'what',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['listId', 'seq']],
    sort: ['listId', 'seq'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { listState: '发放单{state}，不能再暂缓' },
  },
)
