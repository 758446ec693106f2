import { choice, date, datetime, dict, entity, integer, money, ref, states, text } from '#model'
import { bank } from '#modules/money/payout/model/dictionaries.ts'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const

export const batchStates = states(
  {
    draft: { label: '待送银行', tone: 'waiting' },
    exported: { label: '已送银行', tone: 'going' },
    closed: { label: '已结清', tone: 'over' },
    cancelled: { label: '已作废', tone: 'over' },
  },
  { exportBank: ['draft'], importReturn: ['exported'], close: ['exported'], cancel: ['draft'] },
)
/** 代扣批次: what the bank is asked to collect from students' cards on a day. */
export const debitBatch = entity(
  'fee.debitBatch',
  '代扣批次',
  {
    batchNo: text('批次号', { ...fixed, max: 24, search: true }),
    title: text('名称', { ...fixed, max: 100, search: true }),
    merchantId: ref('merchantAccount', '收款账户', fixed),
    profileId: ref('exportProfile', '银行格式', fixed),
    itemId: ref('chargeItem', '收费项目', fixed),
    xn: text('学年', { ...fixed, max: 9 }),
    debitOn: date('代扣日', { ...fixed, sortable: true }),
    count: integer('笔数', total),
    total: money('金额', { ...total, sortable: true }),
    paidCount: integer('成功', total),
    paidTotal: money('成功金额', total),
    failedCount: integer('失败', total),
    state: batchStates.field('状态', { initial: 'draft', sortable: true }),
    makerId: ref('user', '经办', readonly),
    exportedAt: datetime('送银行时间', readonly),
  },
  {
    title: 'title',
    scope: {},
    unique: [['batchNo']],
    sort: ['-debitOn'],
    verbs: ['list', 'export'],
    refusals: {
      merchant: '“{name}”不是银行代扣的收款账户',
      profile: '“{name}”不是银行代扣的导出方案',
      nothing: '没有可以代扣的：欠费的学生都没有银行卡，或者正在支付',
      empty: '这一批的费用都已用别的方式缴清',
      open: '还有 {n} 笔没有银行结果，不能结清',
      foreign: '文件里没有这一批的行',
      past: '代扣日 {day} 已经过去',
    },
  },
)
export const debitLineStates = states({
  ready: { label: '待送银行', tone: 'waiting' },
  exported: { label: '已送银行', tone: 'going' },
  paid: { label: '已扣款', tone: 'done' },
  failed: { label: '未扣成', tone: 'refused' },
  dropped: { label: '未列入', tone: 'over' },
})
/** 代扣明细: one student of a batch. Its order holds the line while the bank collects. */
export const debitLine = entity(
  'fee.debitLine',
  '代扣明细',
  {
    batchId: ref('debitBatch', '代扣批次', fixed),
    seq: integer('序号', fixed),
    orderId: ref('payOrder', '支付订单', fixed),
    studentId: ref('student', '学生', fixed),
    amount: money('金额', fixed),
    bankName: dict('开户行', bank, fixed),
    branchNo: text('联行号', { ...readonly, max: 12 }),
    cardNo: text('卡号', { ...fixed, max: 32, sensitivity: 'S2', encrypted: true }),
    lastFour: text('尾号', { ...fixed, max: 4 }),
    holderName: text('户名', { ...fixed, max: 60 }),
    state: debitLineStates.field('状态', { initial: 'ready', sortable: true }),
    failReason: text('说明', { ...readonly, max: 200 }),
  },
  {
    title: 'holderName',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['batchId', 'seq']],
    sort: ['batchId', 'seq'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
  },
)
export const OUTCOMES = { paid: '成功', failed: '失败' } as const
export const outcome = choice('结果', OUTCOMES)
