import { action, datetime, entity, files, integer, money, ref, shape, states, text } from '#model'

export const remittanceStates = states(
  {
    draft: { label: '待上缴', tone: 'waiting' },
    sent: { label: '待确认', tone: 'going' },
    received: { label: '已收到', tone: 'done' },
    returned: { label: '已退回', tone: 'refused' },
  },
  { send: ['draft', 'returned'], confirm: ['sent'], explain: ['sent'], return: ['sent'], remove: ['draft'] },
)
export const OPEN_REMITTANCES = ['draft', 'sent', 'returned'] as const
const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const

/** 上缴: what a branch or committee hands up of what it collected for a plan. Received, neither it nor the sums it covers change any more (40-G8). */
export const remittance = entity(
  'league.remittance',
  '上缴',
  {
    planId: ref('leagueFeePlan', '收缴计划', fixed),
    fromId: ref('leagueBranch', '上缴方', fixed),
    toId: ref('leagueBranch', '接收方', fixed),
    collected: money('收缴', fixed),
    dueShare: integer('上缴比例', { ...fixed, help: '百分比' }),
    due: money('应上缴', fixed),
    amount: money('上缴', readonly),
    received: money('实收', readonly),
    /** Received less sent, while both are known and differ. */
    difference: money('差额', { computed: true }),
    voucher: files('凭证', { maxFiles: 3, types: ['pdf', 'jpg', 'png'], mostMb: 10 }),
    state: remittanceStates.field('状态', { initial: 'draft' }),
    sentById: ref('user', '上缴人', readonly),
    sentAt: datetime('上缴时间', { ...readonly, sortable: true }),
    receivedById: ref('user', '接收人', readonly),
    receivedAt: datetime('接收时间', { ...readonly, sortable: true }),
    explainedById: ref('user', '说明人', readonly),
    note: text('说明', { ...readonly, max: 300 }),
  },
  {
    title: 'planId',
    scope: { department: 'fromId.departmentId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export', 'remove'],
    refusals: {
      top: '“{name}”没有上级团组织，不能上缴',
      nothing: '“{name}”没有可上缴的团费（收缴 {collected} 元，已上缴 {remitted} 元）',
      paying: '“{name}”还有 {n} 笔团费正在支付，请等它们完成或关闭',
      open: '“{name}”还有一笔上缴没有完成，请先办完',
      sameHand: '上缴和接收不能是同一人',
      sameChecker: '说明差额和确认不能是同一人',
      equal: '上缴和实收一致，不用说明',
    },
  },
)
const need = { required: true } as const
const id = ref('remittance', '上缴', need)
const SEND = 'league:remittance:remit'
const RECEIVE = 'league:remittance:confirm'
/** Takes together what was collected and not handed up yet. */
export const remit = action('league.remittance.remit', '上缴', {
  input: { planId: ref('leagueFeePlan', '收缴计划', need), fromId: ref('leagueBranch', '上缴方', need) },
  output: shape('上缴', { id, collected: money('收缴', need), due: money('应上缴', need) }),
})
export const sendRemittance = action('league.remittance.send', '登记上缴', {
  permission: SEND,
  input: { id, amount: money('上缴', { ...need, min: 1 }), voucher: remittance.fields.voucher },
  output: 'none',
})
export const confirmReceipt = action('league.remittance.confirm', '确认收到', {
  inScope: true,
  input: { id, received: money('实收', { ...need, min: 0 }) },
  output: remittanceStates.field('状态'),
})
/** One of the receiver says why the sums differ; another confirms it. */
export const explainDifference = action('league.remittance.explain', '说明差额', {
  permission: RECEIVE,
  inScope: true,
  input: { id, note: text('原因', { ...need, min: 2, max: 300 }) },
  output: 'none',
})
export const returnRemittance = action('league.remittance.return', '退回', {
  permission: RECEIVE,
  inScope: true,
  input: { id, note: text('原因', { ...need, min: 2, max: 300 }) },
  output: 'none',
})
