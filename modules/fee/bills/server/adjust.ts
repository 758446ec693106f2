import { refusalOf } from '#model'
import { MANUAL, REVERSAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { postMoney, returnToFund } from '#modules/money/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { adjustment, approveAdjustment, rejectAdjustment } from '../model/adjustment.ts'
import { billLedger, billLine, creditLedger, payerCredit } from '../model/bill-line.ts'
import { tellCharges } from './arrears-changed.ts'
import { type Adjustment, adjustmentTodos, mustNotBeReversed } from './ask-adjustment.ts'
import { followCover } from './cover.ts'
import { CREDIT_USE } from './pay-from-credit.ts'
import { type Cause, changeCharges, draftOf, type Line, lockLines, tellMoney } from './settle.ts'
import { mustBeHeld } from './undo-offset.ts'

/** Posted by somebody else than who asked (40-M4), once: the row is locked, and its state says whether it waits. */
const approve = handle(approveAdjustment, async ({ db, me, refuse }, { id, slipNo }) => {
  const row = await db.visible(adjustment).lock(id, 'approve')
  if (row.makerId === me.userId) refuse('sameHand')
  const isByBank = row.kind === 'giveBack' && !row.fundId
  if (isByBank && !slipNo) refuse('slip', {}, 'slipNo')
  await EFFECTS[row.kind](db, row)
  await settled(db, id, { state: 'done', checkerId: me.userId, ...(isByBank && slipNo ? { slipNo } : {}) })
})
const reject = handle(rejectAdjustment, async ({ db, me }, { id, why }) => {
  const row = await db.visible(adjustment).lock(id, 'reject')
  await settled(db, id, { state: 'rejected', checkerId: row.makerId === me.userId ? null : me.userId, why })
})
async function settled(db: Db, id: string, patch: Partial<Adjustment>): Promise<void> {
  await adjustmentTodos.follow(db, [await db.update(adjustment, id, { ...patch, checkedOn: today() })])
}
const byOf = ({ reason, makerId }: Adjustment) => ({ reason, ...(makerId ? { makerId } : {}) })
const manual = (row: Adjustment): Cause => ({ sourceType: MANUAL, sourceId: row.id, ...byOf(row) })
const EFFECTS: Readonly<Record<Adjustment['kind'], (db: Db, row: Adjustment) => Promise<void>>> = {
  charge: (db, row) => onLine(db, row, 'charge'),
  reduce: (db, row) => onLine(db, row, 'reduce'),
  reverse,
  giveBack,
}
async function onLine(db: Db, row: Adjustment, kind: 'charge' | 'reduce'): Promise<void> {
  const line = await lockedLine(db, row)
  await changeCharges(db, manual(row), [{ lineId: line.id, kind, amount: row.amount }])
  await followLine(db, line)
}
/** Asked for again under the lock: it may have been withdrawn meanwhile. */
async function lockedLine(db: Db, { lineId }: Adjustment): Promise<Line> {
  const id = lineId ?? ''
  const line = (await lockLines(db, [id])).get(id) as Line
  const { closedAt } = await db.unscoped(billLine).one(id) // the line of an adjustment in the caller's scope
  if (closedAt) throw refusalOf(adjustment, 'closed', { item: line.item })
  return line
}
/** A line for which nothing is charged any more is closed; a loan covers what is owed now (40-F15). */
async function followLine(db: Db, { id, xn, sourceType, sourceId, studentId }: Line): Promise<void> {
  const closed = await db.updateWhere(billLine, { id, charged: 0 }, { closedAt: today() })
  if (closed.length) await db.emit('fee.lineClosed', { lineId: id, sourceType, sourceId, studentId })
  if (studentId) await followCover(db, [studentId], xn)
  await tellCharges(db, [id])
}
async function reverse(db: Db, row: Adjustment): Promise<void> {
  const line = await lockedLine(db, row)
  const entry = await db.unscoped(ledgerEntry).one(row.entryId ?? '') // the entry of an adjustment in the caller's scope
  await mustNotBeReversed(db, entry.id)
  const cause = { sourceType: REVERSAL, sourceId: entry.id, ...byOf(row) }
  const { kind, amount, sourceType, sourceId, sourceSeq } = entry
  if (kind === 'charge' || kind === 'reduce') {
    await changeCharges(db, cause, [{ lineId: line.id, kind, amount: -amount, reversesId: entry.id }])
    await followLine(db, line)
    return
  }
  await mustBeHeld(db, [{ accountId: line.id, kind, amount }], new Map([[line.id, line]]))
  const used = await db.unscoped(ledgerEntry).find({ sourceType, sourceId, sourceSeq, kind: 'creditOut' }) // the other side of the entry
  if (sourceType !== CREDIT_USE || !used) throw refusalOf(adjustment, 'entry')
  await postMoney(db, billLedger, { book: entry.book }, [{ ...draftOf(line, cause, 1), kind: kind as 'pay', amount: -amount, reversesId: entry.id }])
  const { accountId, accountKey, studentId } = used
  const back = { ...cause, sourceId: used.id, sourceSeq: 1, accountId, accountKey, studentId, reversesId: used.id }
  await postMoney(db, creditLedger, { book: used.book }, [{ ...back, kind: 'creditOut', amount: -used.amount }])
  await tellMoney(db, 'fee.refunded', cause, [{ lineId: line.id, amount }], new Map([[line.id, line]]))
  await followLine(db, line)
}
/** 40-F14: what is left of a loan goes to its bank, what is left of aid to its fund or to who gave it. */
async function giveBack(db: Db, row: Adjustment): Promise<void> {
  const credit = await db.unscoped(payerCredit).lock(row.creditId ?? '') // the credit of an adjustment in the caller's scope
  const { id: accountId, payerName: accountKey, studentId, book, balance } = credit
  if (balance < row.amount) throw refusalOf(adjustment, 'short', { balance: yuanText(balance), amount: yuanText(row.amount) })
  await postMoney(db, creditLedger, { book }, [{ ...manual(row), sourceSeq: 1, accountId, accountKey, studentId, kind: 'refund', amount: row.amount }])
  if (row.fundId) await returnToFund(db, row.fundId, { ...byOf(row), sourceType: 'feeAdjustment', sourceId: row.id, studentId, amount: row.amount })
}
export default [approve, reject]
