import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { returnSeatsOf, staffOf, takeSeat } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardBatch, type FrozenItem, holderOf } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { awardQuota } from '../model/quota.ts'
import type { Case } from './application.ts'
import { nameOf } from './exclusions.ts'

const SOURCE = 'awardApplication'
/** 40-A7: the seat of the college, under the lock of its balance: of two for the last one the second reads quota and used. */
export async function takeSeatOf(db: Db, row: Case, item: FrozenItem): Promise<void> {
  const holder = holderOf(item.code, row.departmentId ?? '')
  const quota = await db.unscoped(awardQuota).find({ batchId: row.batchId, itemId: row.itemId, departmentId: row.departmentId ?? '' }) // of the case in scope
  const college = (await db.cached(department)).get(row.departmentId ?? '')?.name ?? '—'
  if (!quota) throw refusalOf(awardApplication, 'noQuota', { college, item: item.name })
  await takeSeat(db, { roundId: row.batchId, holder, sourceType: SOURCE, sourceId: row.id, sourceSeq: row.nominations + 1 })
}
/** Returns the seat to its college and offers it to the next in the ranking: it is for the college to decide (40-A7). */
export async function freeSeat(db: Db, row: Case): Promise<void> {
  if (!row.nominations) return
  await returnSeatsOf(db, SOURCE, [row.id])
  await offerNext(db, row)
}
async function offerNext(db: Db, { batchId, itemId, departmentId }: Case): Promise<void> {
  if (!departmentId) return
  const waiting = await db.unscoped(awardApplication).all({ batchId, itemId, departmentId, state: 'approved', 'offeredAt.isNull': true }, { sort: ['rankInCollege'] }) // of the same college
  const next = waiting.find(w => w.rankInCollege !== null)
  if (!next) return
  await db.update(awardApplication, next.id, { offeredAt: new Date().toISOString() })
  const batch = await db.unscoped(awardBatch).one(batchId) // of the case
  const to = await staffOf(db, { counselledClassId: null, departmentId }, 'college')
  const values = { batch: batch.name, item: await nameOf(db, itemId), name: next.recipient ?? '', rank: next.rankInCollege ?? 0 }
  const link = `/award/cases?batch=${batchId}`
  await notify(db, AWARD_MESSAGES.offered, { to, values, bizType: SOURCE, bizId: next.id, link, mobileLink: link })
}
