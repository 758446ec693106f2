import type { Row } from '#model'
import { releaseGrants, reserveGrants } from '#modules/money/server/api.ts'
import type { Db } from '#server/context.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyBatch } from '../model/batch.ts'
import type { Item } from './items.ts'

export type Application = Row<typeof subsidyApplication>
/** The fund of an application: that of its round, or of its item. */
export async function fundOf(db: Db, item: Item, batchId: string | null): Promise<string | null> {
  const batch = batchId ? await db.unscoped(subsidyBatch).one(batchId) : undefined // a call to the whole school
  return batch?.fundId ?? item.fundId
}
/** 40-Z3: an application holds so much of its fund from now on; the fund refuses what exceeds it. Called under the row's lock. */
export async function hold(db: Db, row: Application, fundId: string | null, amount: number): Promise<void> {
  const change = amount - row.reserved
  if (!change || !fundId) return
  const claims = row.claims + 1
  const claim = { fundId, sourceType: 'subsidyApplication', sourceId: row.id, sourceSeq: claims, studentId: row.studentId, amount: Math.abs(change) }
  await (change > 0 ? reserveGrants : releaseGrants)(db, [claim])
  await db.update(subsidyApplication, row.id, { reserved: amount, claims })
}
