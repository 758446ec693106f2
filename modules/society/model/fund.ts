import { action, bool, choice, date, entity, files, list, money, type Row, ref, shape, states, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'
import { society } from './society.ts'

const need = { required: true } as const
const fixed = { required: true, readonly: true } as const
const readonly = { readonly: true } as const
export const FUND_KINDS = { allocation: '拨款', memberFee: '会费', sponsorship: '赞助', expense: '支出', refund: '退会费', return: '交回' } as const
/** Beside what moves money: what an activity keeps of it, and gives back (60-AT2). */
export const HOLD = 'hold'
const ENTRY_KINDS = { ...FUND_KINDS, [HOLD]: '活动预留' } as const
/** What people book; fees of members come and go with the bills (60-SO8). */
export const BOOKED_KINDS = { allocation: FUND_KINDS.allocation, sponsorship: FUND_KINDS.sponsorship, expense: FUND_KINDS.expense, return: FUND_KINDS.return } as const
export type BookedKind = keyof typeof BOOKED_KINDS
/** Kinds that take from the fund. */
export const SPENDING: readonly string[] = ['expense', 'return']

/** 社团经费: what came in and went out, and what is held. Amounts are signed; without the held ones their sum is the balance of the society. */
export const societyFundEntry = entity(
  'society.societyFundEntry',
  '社团经费',
  {
    ...entryFields('society', '社团', ENTRY_KINDS, money('金额', fixed)),
    about: text('事由', { ...fixed, max: 100, search: true, translatable: true }),
    /** The day it was booked: a statement that people have seen does not change. */
    bizDate: date('入账日期', { ...fixed, sortable: true }),
    draftId: ref('societyFundDraft', '经费单', readonly),
    checkerId: ref('user', '复核', readonly),
    isReversed: bool('已冲销', { computed: true }),
  },
  {
    title: 'about',
    scope: { department: 'accountId.guidanceUnitId', teacher: 'accountId.advisorId' },
    unique: ENTRY_KEYS,
    sort: ['-bizDate'],
    verbs: ['list', 'export'],
    appendOnly: true,
    countsUpTo: 10_000,
    refusals: {
      reversed: '“{about}”已经冲销',
      reversal: '“{about}”本身就是冲销，不能再冲销',
      fee: '会费随缴费记录入账，不能在这里冲销',
      hold: '活动的预留随活动释放，不能在这里冲销',
    },
  },
)
export const fundLedger = ledger({
  entry: societyFundEntry,
  account: society,
  effects: {
    allocation: { balance: 1 },
    memberFee: { balance: 1 },
    sponsorship: { balance: 1 },
    expense: { balance: 1 },
    refund: { balance: 1 },
    return: { balance: 1 },
    hold: { held: 1 },
  },
  floors: [
    { sum: { balance: 1, held: -1 }, refusal: 'fundShort' },
    { sum: { held: 1 }, refusal: 'heldShort' },
  ],
  needsTwoPeople: true,
})
export const fundDraftStates = states(
  {
    asked: { label: '待复核', tone: 'waiting' },
    advising: { label: '待指导教师同意', tone: 'waiting' },
    confirming: { label: '待指导单位同意', tone: 'waiting' },
    posted: { label: '已入账', tone: 'done' },
    returned: { label: '已退回', tone: 'attention' },
    withdrawn: { label: '已撤回', tone: 'over' },
  },
  {
    approve: ['asked', 'advising', 'confirming'],
    giveBack: ['asked', 'advising', 'confirming'],
    change: ['asked', 'returned'],
    withdraw: ['asked', 'advising', 'confirming', 'returned'],
  },
)
/** States in which somebody has to decide. */
export const UNDECIDED = ['asked', 'advising', 'confirming'] as const
const asked = {
  kind: choice('类别', BOOKED_KINDS, need),
  amount: money('金额', { ...need, min: 1, max: 10_000_000 }),
  about: text('事由', { ...need, min: 2, max: 100 }),
  happenedOn: date('发生日期', need),
  vouchers: files('凭证材料', { maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'webp', 'pdf'], help: '支出要有发票或收据' }),
} as const
/** 经费单: an entry as somebody prepares it, until others have agreed. */
export const societyFundDraft = entity(
  'society.societyFundDraft',
  '经费单',
  {
    societyId: ref('society', '社团', { ...fixed, search: true }),
    kind: choice('类别', FUND_KINDS, fixed),
    amount: money('金额', { ...fixed, min: 1 }),
    about: text('事由', { ...fixed, max: 100, search: true }),
    happenedOn: date('发生日期', { ...fixed, sortable: true }),
    vouchers: files('凭证材料', { ...readonly, maxFiles: 9, types: ['jpg', 'jpeg', 'png', 'webp', 'pdf'] }),
    /** The entry that is to be reversed. */
    reversesId: ref('societyFundEntry', '冲销哪一笔', readonly),
    state: fundDraftStates.field('状态', { initial: 'asked', sortable: true }),
    makerId: ref('user', '经办', fixed),
    checkerId: ref('user', '复核', readonly),
    adviserId: ref('user', '同意的指导教师', readonly),
    confirmerId: ref('user', '同意的指导单位', readonly),
    remark: text('退回原因', { ...readonly, max: 200 }),
  },
  {
    title: 'about',
    scope: { department: 'societyId.guidanceUnitId', teacher: 'societyId.advisorId' },
    sort: ['-createdAt'],
    verbs: ['list', 'export'],
    countsUpTo: 10_000,
    refusals: {
      voucher: '支出要有凭证',
      future: '发生日期 {day} 还没有到',
      samePerson: '“{about}”是你经办或同意过的，要由另一个人办',
      stopped: '“{society}”{state}，现在不能支出',
      notMaker: '只有经办人能改或撤回“{about}”',
      notAdvisor: '“{about}”要由“{society}”的指导教师同意',
      notUnit: '“{about}”要由“{society}”的指导单位或团委同意',
    },
  },
)
export type FundDraft = Row<typeof societyFundDraft>
const refusals = { ...society.options.refusals, ...societyFundEntry.options.refusals, ...societyFundDraft.options.refusals }
const id = ref('societyFundDraft', '经费单', need)
const societyId = ref('society', '社团', need)
export const bookFund = action('society.societyFundDraft.book', '记一笔', { input: { societyId, ...asked }, output: { id }, refusals })
export const changeFund = action('society.societyFundDraft.change', '修改', { permission: bookFund.permission, input: { id, ...asked }, output: 'none', refusals })
export const withdrawFund = action('society.societyFundDraft.withdraw', '撤回', { permission: bookFund.permission, input: { id }, output: 'none', refusals })
/** 60-SO9: by somebody else than the maker; what is spent above the limit, by advisor and unit as well. */
export const approveFund = action('society.societyFundDraft.approve', '同意', { input: { id }, output: { state: fundDraftStates.field('结果') }, refusals })
export const returnFund = action('society.societyFundDraft.giveBack', '退回', {
  permission: approveFund.permission,
  input: { id, reason: text('原因', { ...need, min: 2, max: 200 }) },
  output: 'none',
  refusals,
})
export const askReversal = action('society.societyFundEntry.askReversal', '冲销', {
  permission: bookFund.permission,
  input: { id: ref('societyFundEntry', '社团经费', need), reason: text('原因', { ...need, min: 2, max: 100 }) },
  output: 'none',
  refusals,
})
/** 60-SO9: the month's statement, for members and whoever answers for the society; with what waits, for the latter. */
export const fundStatement = action('society.societyFundEntry.statement', '经费收支', {
  method: 'GET',
  access: 'signedIn',
  input: { societyId, month: text('月份', { max: 7, help: '如 2026-09' }) },
  output: {
    society: text('社团', { ...need, max: 40 }),
    month: text('月份', { ...need, max: 7 }),
    opening: money('月初余额', need),
    income: money('收入', need),
    spent: money('支出', need),
    closing: money('月末余额', need),
    balance: money('现在余额', need),
    held: money('活动预留', need),
    mayBook: bool('可以记账', need),
    entries: list(
      '收支',
      shape('收支', {
        id: ref('societyFundEntry', '社团经费', need),
        bizDate: date('入账日期', need),
        kind: choice('类别', FUND_KINDS, need),
        about: text('事由', { ...need, max: 100 }),
        amount: money('金额', need),
        mayReverse: bool('可以冲销', need),
      }),
      need,
    ),
    drafts: list(
      '经费单',
      shape('经费单', {
        id,
        kind: choice('类别', FUND_KINDS, need),
        about: text('事由', { ...need, max: 100 }),
        amount: money('金额', need),
        happenedOn: date('发生日期', need),
        state: fundDraftStates.field('状态'),
        maker: text('经办', { max: 64 }),
        vouchers: societyFundDraft.fields.vouchers,
        remark: societyFundDraft.fields.remark,
        isReversal: bool('冲销', need),
        mayApprove: bool('可以同意', need),
        isMine: bool('本人经办', need),
      }),
      need,
    ),
  },
})
export const fundActions = [bookFund, changeFund, withdrawFund, approveFund, returnFund, askReversal, fundStatement]
