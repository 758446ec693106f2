import sql from 'sql-template-tag'
import { mustAllow, type OutputOf, refusalOf } from '#model'
import { handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { findAttachment, tieOwn } from '#server/files/attachments.ts'
import { enqueueTask } from '#server/jobs/background-task.ts'
import { addPiece, arrivedFiles, finishBatch, openBatch, runningBatches } from '../model/actions.ts'
import { PIECE_TYPES, photoBatch, photoLine } from '../model/batch.ts'
import { endIfDone } from './end-batch.ts'
import { settingsOf } from './settings.ts'

/** Queue that takes pieces of batches apart. */
export const PIECES = 'photo.pieces'
export interface Piece {
  batchId: string
}
const open = handle(openBatch, async ({ db, me }, { name, kind, source, matchBy, expected }) => {
  const { batchMax } = await settingsOf(db)
  if (expected > batchMax) throw refusalOf(photoBatch, 'tooMany', { most: batchMax, n: expected }, 'expected')
  if (source === 'self') throw refusalOf(photoBatch, 'noSelf', {}, 'source')
  const { id } = await db.insert(photoBatch, { name, kind, source, matchBy: matchBy ?? 'any', expected, ownerId: me.userId, departmentId: me.departmentId })
  return { id }
})
/** Names of the files that have been dealt with. Pieces that wait are not among them: sent again, their files are passed over. */
const arrived = handle(arrivedFiles, async ({ db }, { id }) => {
  const batch = await db.visible(photoBatch).one(id)
  const lines = await db.unscoped(photoLine).all({ batchId: batch.id }) // of a batch in scope
  return { names: lines.map(line => line.name) }
})
const add = handle(addPiece, async ({ db }, { id, fileId }) => {
  const batch = await db.visible(photoBatch).lock(id)
  const file = await findAttachment(db, fileId)
  if (file?.bizType === PIECES && file.bizId === id) return // sent twice
  mustAllow(photoBatch, batch, 'addPiece')
  if (!(await tieOwn(db, fileId, { bizType: PIECES, bizId: id, field: 'pieces' }, PIECE_TYPES))) throw notFound()
  await db.updateWhere(photoBatch, { id }, { waiting: sql`t.waiting + 1` }, { bookkeeping: true })
  await enqueueTask<Piece>(db, PIECES, fileId, { batchId: id })
})
const finish = handle(finishBatch, async ({ db }, { id }) => {
  await db.visible(photoBatch).lock(id, 'finish')
  await db.update(photoBatch, id, { state: 'processing' })
  await endIfDone(db, id)
})
const running = handle(runningBatches, async ({ db, me }) =>
  db.query<
    OutputOf<typeof runningBatches>
  >(sql`select b.id, b.name, b.expected, (select count(*)::int from photo_line l where l.tenant_id = b.tenant_id and l.batch_id = b.id) as handled
    from photo_batch b where b.tenant_id = ${me.tenantId} and b.owner_id = ${me.userId} and b.state = 'processing' order by b.created_at`),
)
export default [open, arrived, add, finish, running]
