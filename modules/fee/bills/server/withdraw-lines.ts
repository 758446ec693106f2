import sql from 'sql-template-tag'
import { extensionPoint, type Registration } from '#server/base/extension-point.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { queueWorker } from '#server/jobs/queue-worker.ts'
import { billLine, STANDARD } from '../model/bill-line.ts'
import { lockLines } from './settle.ts'

/** What holds lines while somebody pays them: orders, which stand above the bills. */
interface LineHolder extends Registration {
  kind: 'billLineHolder'
  code: string
  /** Closes what is open of these lines, where the money would come from, and books what turns out to be paid. Outside a transaction. */
  release(db: Db, lineIds: readonly string[]): Promise<void>
  isHeld(db: Db, lineIds: readonly string[]): Promise<boolean>
}
export const lineHolders = extensionPoint<LineHolder>('billLineHolder', { id: h => h.code })
export const WITHDRAWALS = 'fee.withdrawals'
const AT_ONCE = 50

/** Closes a line for which nothing is charged any more, once nobody is paying it. */
async function close(db: Db, lineId: string): Promise<void> {
  const line = (await lockLines(db, [lineId])).get(lineId)
  if (!line || line.charged > 0) return // handed in again meanwhile
  for (const holder of db.registered(lineHolders)) if (await holder.isHeld(db, [lineId])) return
  const closed = await db.updateWhere(billLine, { id: lineId, 'closedAt.isNull': true }, { closedAt: today() })
  const { sourceType, sourceId, studentId } = line
  if (closed.length) await db.emit('fee.lineClosed', { lineId, sourceType, sourceId, studentId })
}
/**
 * 40-F18: a module withdraws a line by handing it in with nothing to pay. An open order of it is closed first, at its provider; what was paid meanwhile is the payer's credit.
 * A provider that does not answer is asked again by the next round.
 */
export async function withdrawLines(db: Db): Promise<boolean> {
  const rows = await db.query<{ id: string }>(sql`select id from bill_line where tenant_id = ${db.me.tenantId} and charged = 0 and closed_at is null
    and source_type <> ${STANDARD} order by updated_at limit ${AT_ONCE}`)
  for (const { id } of rows) {
    for (const holder of db.registered(lineHolders)) await holder.release(db, [id])
    await db.tx(tx => close(tx, id))
  }
  return false
}
export default queueWorker(WITHDRAWALS, `select from bill_line where tenant_id = $1 and charged = 0 and closed_at is null and source_type <> '${STANDARD}'`, withdrawLines)
