import { action, bool, choice, date, datetime, integer, list, money, ref, text } from '#model'
import { ENTRY_KINDS } from '#modules/money/ledger/model/ledger-entry.ts'

const id = ref('billLine', '应缴明细', { required: true })
/** The entries of a line, first to last: what was charged, reduced and paid, when and by whom. */
export const entriesOf = action('fee.billLine.entries', '流水', {
  method: 'GET',
  permission: 'fee:billLine:list',
  input: { id },
  many: true,
  output: {
    id: text('编号', { required: true, max: 36 }),
    entryNo: text('流水号', { required: true, max: 24 }),
    bizDate: date('记账日', { required: true }),
    kind: choice('变动', ENTRY_KINDS, { required: true }),
    amount: money('金额', { required: true }),
    reason: text('原因', { max: 200 }),
    by: text('经手人', { max: 64 }),
    at: datetime('时间', { required: true }),
    mayReverse: bool('可以冲销', { required: true }),
  },
})
/** 40-F16: arrears are reminded; what is deferred or waits for a loan is not. */
export const remindArrears = action('fee.billLine.remind', '提醒缴费', {
  input: { ids: list('应缴明细', id, { required: true, min: 1, max: 500 }) },
  output: { told: integer('已提醒', { required: true }), skipped: integer('不用提醒', { required: true }) },
})
export const arrearsFigures = action('fee.billLine.figures', '欠费合计', {
  method: 'GET',
  permission: 'fee:billLine:list',
  output: {
    people: integer('欠费人数', { required: true }),
    owed: money('欠费合计', { required: true }),
    loanPending: money('等待贷款', { required: true }),
    deferred: money('缓缴', { required: true }),
    long: integer('逾期 90 天以上', { required: true }),
  },
})
