import { yearEnds } from '#modules/campus/model/school-year.ts'
import { clearedAmong, noticeKind } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, on } from '#server/context.ts'
import { setLevels } from '../../levels/server/api.ts'
import { aidBatch } from '../model/batch.ts'
import { aidRecognition } from '../model/recognition.ts'
import { tellNotRecognised, tellRecognised } from './notify.ts'
import type { Batch, Recognition } from './scores.ts'

const OBJECTED = '公示异议成立'
/** 40-D10: levels hold from now to the end of the batch's school year. */
export async function effectRows(db: Db, batch: Batch, rows: readonly Recognition[]): Promise<void> {
  const [from, to] = [today(), yearEnds(batch.xn ?? '')]
  if (rows.length && from <= to)
    await setLevels(
      db,
      rows.map(({ studentId, level }) => ({ studentId, level, from, to, cause: 'recognised' as const, endCause: 'recognised' as const, reason: batch.name })),
    )
  await db.updateMany(
    aidRecognition,
    rows.map(({ id }) => ({ id, state: 'effective' as const })),
  )
  await tellRecognised(db, batch, rows, to)
  const left = await db.unscoped(aidRecognition).count({ batchId: batch.id, state: 'publicised' }) // of the whole batch
  if (!left) await db.update(aidBatch, batch.id, { stage: 'effective' })
}
/** 40-N4: those whose notice has ended and against whom no objection is open. */
async function effectCleared(db: Db, batchId: string): Promise<void> {
  const batch = await db.unscoped(aidBatch).lock(batchId) // the event names the batch
  const rows = await db.unscoped(aidRecognition).all({ batchId, state: 'publicised' }) // of the whole batch
  const cleared = await clearedAmong(
    db,
    'aidRecognition',
    rows.map(r => r.id),
  )
  await effectRows(
    db,
    batch,
    rows.filter(r => cleared.has(r.id)),
  )
}
const ended = on('publicNotice.ended', 'hardship.cleared', async ({ db }, { roundId }) => {
  const batch = typeof roundId === 'string' ? await db.unscoped(aidBatch).find({ id: roundId }) : undefined // the event names the batch
  if (batch) await effectCleared(db, batch.id)
})
/** 40-N3: an upheld objection ends that one result; a dismissed one lets it hold if the notice is over. */
const decided = on('publicNotice.objectionDecided', 'hardship.objection', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== 'aidRecognition' || typeof bizId !== 'string') return
  const row = await db.unscoped(aidRecognition).find({ id: bizId }) // the event names the row
  if (row?.state !== 'publicised') return
  if (!upheld) return effectCleared(db, row.batchId)
  const after = await db.update(aidRecognition, row.id, { state: 'rejected', level: null, adjustReason: OBJECTED })
  await tellNotRecognised(db, await db.unscoped(aidBatch).one(row.batchId), [after]) // of that row
})
export default [noticeKind({ entity: aidRecognition }), ended, decided]
