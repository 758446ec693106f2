import { bool, choice, date, entity, money, type Row, ref, states, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { donationProject } from './donation-project.ts'

const readonly = { readonly: true } as const
const fixed = { required: true, readonly: true } as const
export const ENTRY_KINDS = { money: '捐款', goods: '捐物', use: '使用' } as const
export const donationStates = states(
  {
    pledged: { label: '待支付', tone: 'waiting' },
    received: { label: '已收到', tone: 'done' },
    lapsed: { label: '未支付', tone: 'over' },
    reversed: { label: '已冲销', tone: 'refused' },
  },
  { reverse: ['received'], enterReceipt: ['received'], withdraw: ['pledged'] },
)
/** What of an anonymous gift is shown as its donor. */
export const ANONYMOUS = '匿名'
export const GIFTS = { money: ENTRY_KINDS.money, goods: ENTRY_KINDS.goods } as const
export const PAID_BY = { online: '网上支付', bank: '银行转账', cash: '现金', goods: '实物' } as const
/** 捐赠. Who gave stands in secret columns; what is shown of an anonymous one is 匿名, wherever it is read. */
export const donation = entity(
  'alumni.donation',
  '捐赠',
  {
    no: text('编号', { ...fixed, max: 24, format: 'code', search: true, sortable: true }),
    projectId: ref('donationProject', '捐赠项目', { ...fixed, search: true }),
    shownName: text('捐赠人', { ...fixed, max: 60, translatable: true }),
    donorName: text('捐赠人姓名', { ...fixed, max: 60, secret: 'internal' }),
    alumnusId: ref('alumnus', '校友', { ...readonly, secret: 'internal' }),
    isOrganisation: bool('单位', { ...fixed, initial: false }),
    isAnonymous: bool('匿名', { ...fixed, initial: false }),
    kind: choice('种类', GIFTS, { ...fixed, initial: 'money' }),
    amount: money('金额或价值', { ...fixed, min: 1, sortable: true }),
    goods: text('物品', { ...readonly, max: 200 }),
    paidBy: choice('方式', PAID_BY, fixed),
    message: text('留言', { ...readonly, max: 200 }),
    receivedOn: date('收到日期', { ...readonly, sortable: true }),
    receiptNo: text('捐赠票据号', { ...readonly, max: 40 }),
    state: donationStates.field('状态', { initial: 'pledged', sortable: true }),
    /** Until then an online gift waits for its payment. */
    payBy: date('支付期限', readonly),
    billLineId: ref('billLine', '应缴明细', { ...readonly, secret: 'internal' }),
  },
  {
    title: 'no',
    scope: {},
    unique: [['no']],
    sort: ['-no'],
    verbs: ['list', 'export'],
    countsUpTo: 50_000,
    refusals: {
      goodsMissing: '捐物要写明物品',
      paidOnline: '编号 {no} 是网上支付的，请在缴费的退款里退回，退回后自动冲销',
      noItem: '学校还没有设置捐赠的收费项目，请联系财务处',
      least: '每次至少捐 {least} 元',
      future: '日期 {on} 还没有到',
    },
  },
)
export type Donation = Row<typeof donation>
export const donationEntry = entity(
  'alumni.donationEntry',
  '捐赠台账',
  {
    ...entryFields('donationProject', '捐赠项目', ENTRY_KINDS, money('金额', fixed)),
    donationId: ref('donation', '捐赠', readonly),
    on: date('日期', { ...fixed, sortable: true }),
  },
  {
    title: 'kind',
    scope: { everyone: 'sums and uses that the school publishes; who gave stands elsewhere' },
    unique: ENTRY_KEYS,
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    appendOnly: true,
  },
)
export const donationLedger = ledger({
  entry: donationEntry,
  account: donationProject,
  effects: { money: { received: 1 }, goods: { goods: 1 }, use: { used: 1 } },
  floors: [{ sum: { received: 1, used: -1 }, refusal: 'short' }],
})
