import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { photoBatch } from '../model/batch.ts'
import { PHOTO_MESSAGES } from '../model/messages.ts'
import { KINDS } from '../model/photo.ts'

/** Counts what has become of the files of a batch so far, with one piece less to wait for. */
export async function countPiece(tx: Db, batchId: string): Promise<void> {
  const of = (result: string) => sql`(select count(*)::int from photo_line l where l.tenant_id = t.tenant_id and l.batch_id = t.id and l.result = ${result})`
  await tx.unscoped(photoBatch).lock(batchId) // the program's own work
  const counts = { matched: of('matched'), unmatched: of('unmatched'), duplicate: of('duplicate'), badFormat: of('badFormat'), locked: of('locked') }
  await tx.updateWhere(photoBatch, { id: batchId }, { ...counts, waiting: sql`greatest(t.waiting - 1, 0)` }, { history: false })
  await endIfDone(tx, batchId)
}
/** A batch whose sender has finished ends with its last piece; the sender is told once. */
export async function endIfDone(tx: Db, batchId: string): Promise<void> {
  const [row] = await tx.updateWhere(photoBatch, sql`t.id = ${batchId} and t.state = 'processing' and t.waiting = 0`, { state: 'done', endedAt: sql`now()` }, { returning: ['id'] })
  if (!row) return
  const batch = await tx.unscoped(photoBatch).one(row.id) // the program's own work
  const { matched, unmatched, duplicate, badFormat, kind, name } = batch
  const values = () => ({ kind: { text: KINDS[kind] }, batch: name, matched, unmatched, duplicate, badFormat })
  await notifyAbout(tx, PHOTO_MESSAGES.batchDone, { bizType: photoBatch.name, link: b => `/photo/batches?id=${b.id}`, values }, [{ row: batch, to: [batch.ownerId] }])
}
