import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { claimDue, nextTry } from '#server/jobs/retries.ts'
import { receipt } from '../model/receipt.ts'
import { type Numbered, numberFor } from './receipt-service.ts'
import { RECEIPT_QUEUE, type Receipt } from './settle-receipts.ts'

const AT_ONCE = 20

/** Keeps the number of a receipt. One that was taken back meanwhile keeps it as reversed: a number once given is never lost. */
async function keep(db: Db, row: Receipt, { no, checkCode }: Numbered): Promise<void> {
  const issuedAt = new Date().toISOString()
  const isReversal = row.state === 'reversed'
  const patch = isReversal ? { reverseNo: no, nextAt: null, why: null } : { state: 'issued' as const, no, checkCode, issuedAt, nextAt: null, why: null }
  const isStill = isReversal ? sql`t.id = ${row.id} and t.reverse_no is null` : sql`t.id = ${row.id} and t.state in ('pending', 'failed')`
  if ((await db.updateWhere(receipt, isStill, patch)).length || isReversal) return
  const { kind, orderId, orderNo, studentId, payerName, amount, items, isTest } = row
  const taken = { state: 'reversed', no, checkCode, issuedAt, reversedAt: issuedAt, nextAt: issuedAt } as const
  await db.insertOrSkip(receipt, { kind, orderId, orderNo, studentId, payerName, amount, items, isTest, ...taken })
}
async function work(db: Db, row: Receipt, now: number): Promise<void> {
  try {
    const numbered = await numberFor(db, row.state === 'reversed' ? 'reverse' : 'issue', row)
    await db.tx(tx => keep(tx, row, numbered))
  } catch (fault) {
    const patch = { why: (fault as Error).message.slice(0, 300), tries: row.tries + 1, nextAt: nextTry(row.tries, now) }
    await db.updateWhere(receipt, sql`t.id = ${row.id} and t.state in ('pending', 'failed')`, { ...patch, state: 'failed' })
    await db.updateWhere(receipt, sql`t.id = ${row.id} and t.state = 'reversed' and t.reverse_no is null`, patch)
  }
}
/** 40-F17: issues and reverses what is due; what the receipt service refuses is tried again, and stays to be seen until it is done. */
export async function runReceipts(db: Db, now = Date.now()): Promise<boolean> {
  // what waits for a number: to be issued, or to be reversed
  const due = await claimDue(db, receipt, 'nextAt', now, AT_ONCE)
  for (const row of due) await work(db, row, now)
  return due.length === AT_ONCE
}
export default queueWorker(RECEIPT_QUEUE, `select from receipt where tenant_id = $1 and next_at <= now()`, db => runReceipts(db))
