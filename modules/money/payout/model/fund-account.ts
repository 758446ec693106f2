import { dict, entity, integer, money, type Row, ref, text } from '#model'
import { ledger } from '#model/ledger.ts'
import { ledgerEntry } from '../../ledger/model/ledger-entry.ts'
import { fundSource } from './dictionaries.ts'

const readonly = { readonly: true } as const
const total = { required: true, readonly: true, initial: 0 } as const
/** 经费: a budget of a year, and what of it is promised and paid. The three totals are those of its ledger entries. */
export const fundAccount = entity(
  'money.fundAccount',
  '经费',
  {
    code: text('编号', { required: true, max: 20, format: 'code' }),
    name: text('名称', { required: true, max: 60, search: true }),
    sourceKind: dict('来源', fundSource, { required: true }),
    year: integer('年度', { required: true, min: 2000, max: 2100, sortable: true }),
    budget: money('预算', total),
    reserved: money('占用', total),
    spent: money('支出', total),
    available: money('可用', { computed: true }),
    donorName: text('捐赠人', { max: 60 }),
    conditions: text('使用条件', { max: 500, multiline: true }),
    /** A change of the budget that waits for its second person (40-M4). */
    asked: money('待复核的预算变动', readonly),
    askedReason: text('变动原因', { ...readonly, max: 200 }),
    askedBy: ref('user', '经办', readonly),
    /** The fund that gets what is asked off this one. */
    askedTo: ref('fundAccount', '调入经费', readonly),
  },
  {
    title: 'name',
    scope: {},
    unique: [['code']],
    sort: ['-year', 'code'],
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: {
      short: '经费“{fund}”不够：预算 {budgetText}，占用 {reservedText}，支出 {spentText}，剩余 {leftText}，这次要 {wantedText}',
      over: '经费“{fund}”占用的只有 {reservedText}',
      notSpent: '经费“{fund}”只支出 {spentText}，不能退回 {wantedText}',
      used: '经费“{name}”已经有收支，不能删除',
      asking: '“{name}”已有一笔预算变动等待复核',
      nothing: '“{name}”没有等待复核的预算变动',
      sameHand: '经办和复核不能是同一人',
      sameFund: '不能调入同一项经费',
    },
  },
)
/** What of a budget is neither promised nor paid. */
export const availableOf = ({ budget, reserved, spent }: Pick<Row<typeof fundAccount>, 'budget' | 'reserved' | 'spent'>): number => budget - reserved - spent
export const fundLedger = ledger({
  entry: ledgerEntry,
  account: fundAccount,
  effects: { budget: { budget: 1 }, reserve: { reserved: 1 }, release: { reserved: -1 }, spend: { reserved: -1, spent: 1 } },
  floors: [
    { sum: { budget: 1, reserved: -1, spent: -1 }, refusal: 'short' },
    { sum: { reserved: 1 }, refusal: 'over' },
  ],
  needsTwoPeople: true,
})
