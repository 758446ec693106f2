import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { REVERSAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { postMoney } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { billLedger, billLine, creditLedger } from '../model/bill-line.ts'
import { entriesOfSources, isHeld, keyOf, type Offset, type OffsetEntry, type Source } from './offset.ts'
import { draftOf, type Line, lockLines, tellMoney } from './settle.ts'

interface OnLine extends OffsetEntry {
  kind: Offset['kind']
}
const isOnLine = (entry: OffsetEntry): entry is OnLine => entry.kind !== 'creditIn'
/**
 * Reverses what a source has offset, by somebody else than who prepared it (40-M4); the lines owe it again, and what went to credit leaves it. Refused where the money has left a line for
 * the credit since, or the credit was used. Returns the sum, 0 where it is reversed already. A source offsets once: to offset again afterwards it takes a new number.
 */
export async function undoOffset(db: Db, source: Source, by: { makerId: string; reason: string }): Promise<number> {
  if (by.makerId === db.me.userId) throw refusalOf(billLine, 'sameHand')
  return db.tx(async tx => {
    const posted = async () => ((await entriesOfSources(tx, [source])).get(keyOf(source)) ?? []).filter(isHeld)
    const lines = await lockLines(
      tx,
      (await posted()).filter(isOnLine).map(e => e.accountId),
    )
    const entries = await posted()
    const onLines = entries.filter(isOnLine)
    await mustBeHeld(tx, onLines, lines)
    await postMoney(
      tx,
      billLedger,
      { book: 'student' },
      onLines.map(({ id, accountId, kind, amount }) => ({ ...draftOf(lines.get(accountId) as Line, causeOf(id, by), 1), kind, amount: -amount, reversesId: id })),
    )
    await tellMoney(
      tx,
      'fee.refunded',
      source,
      onLines.filter(e => e.kind !== 'reduce').map(({ accountId: lineId, amount }) => ({ lineId, amount })),
      lines,
    )
    await postMoney(
      tx,
      creditLedger,
      { book: 'student' },
      entries.filter(e => !isOnLine(e)).map(e => creditReversal(e, by)),
    )
    return entries.reduce((sum, e) => sum + e.amount, 0)
  })
}
const causeOf = (id: string, by: { makerId: string; reason: string }) => ({ sourceType: REVERSAL, sourceId: id, ...by })
const creditReversal = ({ id, accountId, accountKey, amount, studentId }: OffsetEntry, by: { makerId: string; reason: string }) => ({
  ...{ accountId, accountKey, studentId, ...causeOf(id, by), sourceSeq: 1 },
  ...{ kind: 'creditIn' as const, amount: -amount, reversesId: id },
})
/** A line whose charge fell has given back what it held (40-F11). */
export async function mustBeHeld(db: Db, entries: ReadonlyArray<{ accountId: string; kind: string; amount: number }>, lines: ReadonlyMap<string, Line>): Promise<void> {
  const held = await db.query<{ lineId: string; kind: string; sum: number }>(sql`select account_id as "lineId", kind, sum(amount)::float8 as sum from ledger_entry
    where tenant_id = ${db.me.tenantId} and account_id = any(${entries.map(e => e.accountId)}::uuid[]) group by 1, 2`)
  for (const { accountId, kind, amount } of entries) {
    const sum = held.find(h => h.lineId === accountId && h.kind === kind)?.sum ?? 0
    if (sum < amount) throw refusalOf(billLine, 'moved', { item: lines.get(accountId)?.item, held: yuanText(sum), amount: yuanText(amount) })
  }
}
