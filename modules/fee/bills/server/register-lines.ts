import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { notifyWorkers } from '#server/jobs/queue-worker.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { billLine, type PayerType } from '../model/bill-line.ts'
import type { Explanation } from '../model/explanation.ts'
import { followCover } from './cover.ts'
import { type Cause, type Change, changeCharges, lockLines } from './settle.ts'
import { WITHDRAWALS } from './withdraw-lines.ts'

/** What a module hands in (40-F18). Source and number are its key: handed in again with another amount, the difference is charged. */
export interface HandedIn {
  sourceType: string
  sourceId: string
  sourceSeq: string
  payer: { type: PayerType; id: string; name: string }
  /** Code of the charge item. */
  item: string
  /** Fen. */
  amount: number
  xn: string
  xqM?: string
  dueDate: string
  explain: Explanation
}
const sourceOf = (of: Pick<HandedIn, 'sourceType' | 'sourceId' | 'sourceSeq'>): string => [of.sourceType, of.sourceId, of.sourceSeq].join('\n')
/** Item ids by code; refuses unknown and disabled ones. */
async function itemsByCode(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const items = await db.unscoped(chargeItem).all({ code: [...new Set(codes)], isEnabled: true }) // published items
  const ids = new Map(items.map(i => [i.code, i.id]))
  const unknown = codes.find(code => !ids.has(code))
  if (unknown) throw refusalOf(chargeItem, 'unknown', { code: unknown })
  return ids
}
/** 40-F18: opens, changes or, with nothing to pay, withdraws lines for another module, without doubles whoever calls at once; due dates follow. Returns the lines' ids in the order given. */
export async function handIn(db: Db, lines: readonly HandedIn[], posting: Pick<Cause, 'bizDate'> = {}): Promise<string[]> {
  if (!lines.length) return []
  return db.tx(async tx => {
    const items = await itemsByCode(
      tx,
      lines.map(l => l.item),
    )
    const sorted = [...lines].sort((a, b) => (sourceOf(a) < sourceOf(b) ? -1 : 1))
    const { added, changed } = await tx.upsert(
      billLine,
      ['sourceType', 'sourceId', 'sourceSeq'],
      sorted.map(({ payer, item, amount: _amount, xqM, ...line }) => ({
        ...line,
        ...{ xqM: xqM ?? null, itemId: items.get(item) as string },
        ...{ payerType: payer.type, payerId: payer.id, payerName: payer.name, studentId: payer.type === 'student' ? payer.id : null },
      })),
      { returning: ['sourceType', 'sourceId', 'sourceSeq'], history: false },
    )
    const ids = new Map([...added, ...changed].map(row => [sourceOf(row as unknown as HandedIn), row.id]))
    for (const { id, ...row } of await known(tx, sorted)) ids.set(sourceOf(row), id)
    await charge(tx, ids, sorted, posting)
    if (lines.some(l => !l.amount)) await notifyWorkers(tx, WITHDRAWALS)
    for (const [xn, of] of Map.groupBy(lines, l => l.xn))
      await followCover(
        tx,
        of.flatMap(l => (l.payer.type === 'student' ? [l.payer.id] : [])),
        xn,
      )
    return lines.map(line => ids.get(sourceOf(line)) as string)
  })
}
const known = (db: Db, lines: readonly HandedIn[]) =>
  db.query<{
    id: string
    sourceType: string
    sourceId: string
    sourceSeq: string
  }>(sql`select l.id, l.source_type as "sourceType", l.source_id as "sourceId", l.source_seq as "sourceSeq" from bill_line l
    join jsonb_to_recordset(${JSON.stringify(lines.map(({ sourceType, sourceId, sourceSeq }) => ({ sourceType, sourceId, sourceSeq })))}::jsonb) x("sourceType" text, "sourceId" text, "sourceSeq" text)
      on l.source_type = x."sourceType" and l.source_id = x."sourceId" and l.source_seq = x."sourceSeq" where l.tenant_id = ${db.me.tenantId}`)
/** Charges what differs from what is charged, as seen under the locks of the lines. */
async function charge(db: Db, ids: ReadonlyMap<string, string>, lines: readonly HandedIn[], posting: Pick<Cause, 'bizDate'>): Promise<void> {
  const locked = await lockLines(db, [...ids.values()])
  const changes = lines.flatMap((line): Change[] => {
    const lineId = ids.get(sourceOf(line)) as string
    const amount = line.amount - (locked.get(lineId)?.charged ?? 0)
    return amount ? [{ lineId, kind: 'charge', amount }] : []
  })
  const again = changes.flatMap(c => (c.amount > 0 ? [c.lineId] : []))
  if (again.length) await db.updateWhere(billLine, { id: again, 'closedAt.isNull': false }, { closedAt: null }) // withdrawn before, and due again
  await changeCharges(db, { sourceType: 'handedIn', sourceId: uuidv7(), ...posting }, changes)
}
