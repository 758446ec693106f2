import { type Row, refusalOf } from '#model'
import { MANUAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { fundAccount } from '#modules/money/payout/model/fund-account.ts'
import { accountsWith } from '#server/access/holders.ts'
import { type Db, handle } from '#server/context.ts'
import type { MessageAbout } from '#server/notifications/about.ts'
import { rowTodos } from '#server/notifications/row-todos.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { ADJUSTMENTS, adjustLine, adjustment, approveAdjustment, giveBackCredit, reverseEntry } from '../model/adjustment.ts'
import { billLine, ORIGINS, payerCredit, STANDARD } from '../model/bill-line.ts'
import { OPENING } from '../model/opening-balance.ts'
import { CREDIT_USE } from './pay-from-credit.ts'

export type Adjustment = Row<typeof adjustment>
type Entry = Row<typeof ledgerEntry>
type LineRow = Row<typeof billLine>
const about: MessageAbout<Adjustment> = {
  bizType: 'adjustment',
  link: () => '/fee/adjustments',
  values: ({ payerName, about: item, amount }) => ({ name: payerName, item, amount: yuanText(amount) }),
}
export const adjustmentTodos = rowTodos<Adjustment, 'check'>(adjustment, about, {
  check: {
    text: '复核 {name} 的{item}调账 {amount} 元',
    summary: ({ reason }) => ({ text: '原因：{reason}', values: { reason } }),
    while: a => a.state === 'pending',
    link: () => '/fee/adjustments',
  },
})
type Draft = Pick<Adjustment, 'kind' | 'studentId' | 'payerName' | 'about' | 'amount' | 'reason'> & Partial<Pick<Adjustment, 'lineId' | 'creditId' | 'entryId' | 'fundId'>>
/** Written down for a second person, who is told. */
export async function ask(db: Db, makerId: string, draft: Draft): Promise<{ adjustmentId: string }> {
  const row = await db.insert(adjustment, { ...draft, makerId })
  const to = (await accountsWith(db, approveAdjustment.permission)).filter(id => id !== makerId)
  await adjustmentTodos.open(db, 'check', [{ row, who: { userId: null, name: row.payerName }, to }])
  return { adjustmentId: row.id }
}
const itemOf = async (db: Db, { itemId }: LineRow): Promise<string> => (await db.cached(chargeItem)).get(itemId)?.name ?? ''
const ofLine = (row: LineRow, item: string) => ({ lineId: row.id, studentId: row.studentId, payerName: row.payerName, about: `${item} ${row.xn}` })
/** Only these are charged here; the amount of others is what their module hands in, and would be charged again by it. */
const isOurs = ({ sourceType }: LineRow): boolean => sourceType === STANDARD || sourceType === OPENING
/** What may be reversed by hand: what was charged or reduced here, and what credit has paid. Payments are refunded; what other modules reduce or offset is theirs to take back. */
export function isReversible({ kind, sourceType, reversesId }: Pick<Entry, 'kind' | 'sourceType' | 'reversesId'>, line: LineRow): boolean {
  if (reversesId || line.closedAt) return false
  if (sourceType === CREDIT_USE) return true
  return kind === 'charge' ? isOurs(line) : kind === 'reduce' && (sourceType === MANUAL || sourceType === 'feeApplication')
}
const askLine = handle(adjustLine, async ({ db, me, refuse }, { lineId, kind, amount, reason }) => {
  const row = await db.visible(billLine).one(lineId)
  const item = await itemOf(db, row)
  if (row.closedAt) refuse('closed', { item })
  if (!amount) refuse('zero', {}, 'amount')
  if (kind === 'charge' && !isOurs(row)) refuse('handedIn', { item }, 'kind')
  if (kind === 'reduce' && amount < 0) refuse('positive', {}, 'amount')
  return ask(db, me.userId, { ...ofLine(row, item), kind, amount, reason })
})
const askReversal = handle(reverseEntry, async ({ db, me, refuse }, { entryId, reason }) => {
  const entry = await db.unscoped(ledgerEntry).one(entryId) // of a line in the caller's scope, which the next statement says
  const row = await db.visible(billLine).one(entry.accountId)
  if (!isReversible(entry, row)) refuse('entry', {})
  await mustNotBeReversed(db, entryId)
  return ask(db, me.userId, { ...ofLine(row, await itemOf(db, row)), kind: 'reverse', entryId, amount: -entry.amount, reason })
})
export async function mustNotBeReversed(db: Db, entryId: string): Promise<void> {
  if (await db.unscoped(ledgerEntry).find({ reversesId: entryId })) throw refusalOf(adjustment, 'reversed') // the reversal of an entry the caller may see
}
const askGiveBack = handle(giveBackCredit, async ({ db, me, refuse }, { creditId, amount, fundId = null, reason }) => {
  const credit = await db.visible(payerCredit).one(creditId)
  const { origin, studentId, payerName, balance } = credit
  if (origin === 'own') refuse('own', {})
  if (origin === 'loan' && fundId) refuse('toBank', {}, 'fundId')
  if (balance < amount) refuse('short', { balance: yuanText(balance), amount: yuanText(amount) }, 'amount')
  if (fundId) await db.visible(fundAccount).one(fundId)
  return ask(db, me.userId, { kind: 'giveBack', creditId, studentId, payerName, about: `${ADJUSTMENTS.giveBack} ${ORIGINS[origin]}`, amount, fundId, reason })
})
export default [askLine, askReversal, askGiveBack]
