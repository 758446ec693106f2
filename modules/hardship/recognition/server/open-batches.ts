import { isOpen } from '#modules/workflow/rounds/model/round.ts'
import { isInAudience } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { aidBatch } from '../model/batch.ts'
import type { IndexItem } from '../model/index-model.ts'
import { type Batch, modelOf } from './scores.ts'

/** Batches that take applications of the caller now, with the questions of their models. */
export async function openBatches(db: Db): Promise<Array<Batch & { items: readonly IndexItem[] }>> {
  const rows = (await db.unscoped(aidBatch).all({ state: 'published' }, { sort: ['-beginTime'] })).filter(b => isOpen(b)) // the audience is checked next
  const mine = []
  for (const batch of rows) if (await isInAudience(db, aidBatch, batch)) mine.push({ ...batch, items: (await modelOf(db, batch)).items })
  return mine
}
