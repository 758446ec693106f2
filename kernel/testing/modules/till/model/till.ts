import { entity, money, text } from '#model'
import { ENTRY_KEYS, entryFields, ledger } from '#model/ledger.ts'

const amount = { required: true, readonly: true, initial: 0 } as const
/** Test account: a till whose money may be set aside, with two floors. */
export const till = entity(
  'till.till',
  '钱箱',
  { name: text('名称', { required: true, max: 40 }), balance: money('余额', amount), reserved: money('预留', amount) },
  { title: 'name', scope: {}, unique: [['name']], refusals: { short: '{name}只剩 {available}，这次要 {wanted}', unreserved: '{name}只预留了 {available}' } },
)
export const tillEntry = entity(
  'till.tillEntry',
  '钱箱明细',
  {
    ...entryFields('till', '钱箱', { pay: '收款', reserve: '预留', spend: '支出' }, money('金额', { required: true, readonly: true })),
    receipt: text('单据', { max: 20, readonly: true }),
  },
  { title: 'sourceId', scope: {}, unique: ENTRY_KEYS, verbs: ['list'], appendOnly: true },
)
/** Paying in raises the balance; reserved money is spent. */
export const tillLedger = ledger({
  entry: tillEntry,
  account: till,
  effects: { pay: { balance: 1 }, reserve: { reserved: 1 }, spend: { reserved: -1, balance: -1 } },
  floors: [
    { sum: { balance: 1, reserved: -1 }, refusal: 'short' },
    { sum: { reserved: 1 }, refusal: 'unreserved' },
  ],
  needsTwoPeople: true,
})
