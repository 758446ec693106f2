import { choice, datetime, entity, integer, money, ref, states, text } from '#model'
import { BY_STUDENT_OF_COLLEGE } from '#modules/student/model/scope.ts'

export const ROUTES = { original: '原路退回', bank: '银行转账' } as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

export const refundStates = states(
  {
    pending: { label: '待复核', tone: 'waiting' },
    accepted: { label: '退款中', tone: 'going' },
    success: { label: '已退款', tone: 'done' },
    abnormal: { label: '退款异常', tone: 'attention' },
    failed: { label: '退款失败', tone: 'refused' },
    rejected: { label: '未通过', tone: 'refused' },
  },
  { approve: ['pending'], reject: ['pending'], payByBank: ['accepted', 'abnormal'], queryNow: ['accepted'] },
)
/** 40-F13: a refund in one of these takes its amount from what may still be refunded. */
export const COUNTED = ['pending', 'accepted', 'success', 'abnormal'] as const

/** 退款: asked for by one person of the finance office, checked by another. The money leaves the payer's credit when it is checked. */
export const refundOrder = entity(
  'fee.refundOrder',
  '退款',
  {
    refundNo: text('退款单号', { ...fixed, max: 24, search: true }),
    orderId: ref('payOrder', '支付订单', fixed),
    studentId: ref('student', '学生', readonly),
    payerName: text('缴费人', { ...fixed, max: 60, search: true }),
    amount: money('金额', { ...fixed, sortable: true }),
    reason: text('原因', { ...fixed, max: 200 }),
    route: choice('方式', ROUTES, fixed),
    state: refundStates.field('状态', { initial: 'pending', sortable: true }),
    makerId: ref('user', '经办', readonly),
    checkerId: ref('user', '复核', readonly),
    checkedAt: datetime('复核时间', readonly),
    finishedAt: datetime('到账时间', readonly),
    why: text('说明', { ...readonly, max: 300 }),
    slipNo: text('转账凭证号', { ...readonly, max: 40, search: true }),
    tries: integer('尝试次数', { ...fixed, initial: 0, secret: 'internal' }),
    nextAt: datetime('下次尝试', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'refundNo',
    scope: BY_STUDENT_OF_COLLEGE,
    unique: [['refundNo']],
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: { sameHand: '经办和复核不能是同一人', notByBank: '这笔退款原路退回，不用银行转账' },
  },
)
