import { clearedAmong, clearedOf, mustBeCleared, noticeKind, publishNotice } from '#modules/workflow/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { publiciseAudits } from '../model/actions.ts'
import { graduationAudit, RESULTS } from '../model/audit.ts'
import { graduationBatch } from '../model/batch.ts'
import { nobody, unclosed } from './auditing.ts'
import { tellResults } from './notify-results.ts'
import { type Batch, batchOf } from './rows.ts'

const COLUMNS = ['name', 'college', 'className', 'item']
/** Graduates go on public notice; that somebody does not graduate is told to that person alone, and certain at once. May be repeated for those approved later. */
const publicise = handle(publiciseAudits, async (ctx, { batchId }) => {
  const { db } = ctx
  await db.unscoped(graduationBatch).lock(batchId) // two of the office do not publish the same rows
  const batch = unclosed(await batchOf(db, batchId))
  const rows = await db.visible(graduationAudit).all({ batchId, state: 'approved' })
  if (!rows.length) throw nobody('公示')
  const graduates = rows.filter(r => r.result === 'graduate')
  if (graduates.length) await onNotice(db, batch, graduates)
  await confirm(
    db,
    batch,
    rows.filter(r => r.result !== 'graduate').map(r => r.id),
    'approved',
  )
  return { graduates: graduates.length, others: rows.length - graduates.length }
})
async function onNotice(db: Db, batch: Batch, graduates: ReadonlyArray<{ id: string; studentId: string }>): Promise<void> {
  const columns = batch.noticeColumns?.length ? batch.noticeColumns.flatMap(c => c ?? []) : COLUMNS
  const lines = graduates.map(({ id, studentId }) => ({ bizId: id, studentId, values: { item: RESULTS.graduate } }))
  await publishNotice({ db }, { round: batch, roundOf: graduationBatch, of: graduationAudit, level: batch.noticeLevel ?? 'school', columns, lines })
  await db.update(graduationBatch, batch.id, { stage: 'publicised' })
}
async function confirm(db: Db, batch: Batch, ids: readonly string[], from: 'approved' | 'publicised'): Promise<void> {
  const done = await db.updateWhere(graduationAudit, { id: ids, state: from }, { state: 'confirmed' }, { returning: ['studentId', 'result'] })
  await tellResults(db, batch, done)
}
/** At the end of the notice results without an upheld objection are certain. */
async function clear(db: Db, noticeId: string): Promise<void> {
  const cleared = await clearedOf(db, noticeId)
  const rows = await db.unscoped(graduationAudit).all({ id: cleared, state: 'publicised' }) // the notice names the rows
  if (!rows.length) return
  await mustBeCleared(
    db,
    'graduationAudit',
    rows.map(r => r.id),
  )
  for (const [batchId, of] of Map.groupBy(rows, r => r.batchId))
    await confirm(
      db,
      await batchOf(db, batchId),
      of.map(r => r.id),
      'publicised',
    )
}
const ended = on('publicNotice.ended', 'graduation.noticeEnded', async ({ db }, { noticeId }) => {
  if (typeof noticeId === 'string') await clear(db, noticeId)
})
/** An upheld objection sends the result back to the college; one dismissed after the notice lets it be. */
const objected = on('publicNotice.objectionDecided', 'graduation.objected', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== 'graduationAudit' || typeof bizId !== 'string') return
  const row = await db.unscoped(graduationAudit).find({ id: bizId }) // the event names the row
  if (row?.state !== 'publicised') return
  if (upheld) {
    await db.update(graduationAudit, bizId, { state: 'returned', returnReason: '公示异议成立', approvedAt: null, approvedBy: null })
    return
  }
  if ((await clearedAmong(db, 'graduationAudit', [bizId])).has(bizId)) await confirm(db, await batchOf(db, row.batchId), [bizId], 'publicised')
})
export default [noticeKind({ entity: graduationAudit }), publicise, ended, objected]
