import sql from 'sql-template-tag'
import { noticeKind, takeSeats } from '#modules/workflow/server/api.ts'
import { accountsWith } from '#server/access/holders.ts'
import { type Db, on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { majorAdjustment } from '../model/adjustment.ts'
import { takeEffect } from '../model/application.ts'
import { majorAdjustBatch } from '../model/batch.ts'
import { MAJOR_MESSAGES } from '../model/messages.ts'
import type { Adjustment } from './about.ts'
import { SOURCE, UNFREED, withdrawPlaces } from './chain.ts'
import { linesOf, NO_PLACE, tellPlaced, tellRefused } from './notice.ts'
import { type Batch, quotaOf } from './places.ts'
import { wishesOf } from './run.ts'

const OBJECTED = '公示异议成立'
/** Who is next for these majors, by rank, among those who found no place; nobody who has another application on its way. */
async function nextFor(db: Db, batch: Batch): Promise<Adjustment[]> {
  const rows = (await db.unscoped(majorAdjustment).all({ batchId: batch.id, state: 'rejected' }, { sort: ['rank'] })).filter(
    r => r.cancelReason === NO_PLACE || r.cancelReason === UNFREED,
  ) // of the whole batch
  const busy = new Set(
    (
      await db.query<{
        id: string
      }>(sql`select student_id as id from major_adjustment where tenant_id = ${db.me.tenantId} and student_id = any(${rows.map(r => r.studentId)}::uuid[])
        and state in ('pending', 'returned', 'approved', 'placed', 'publicised')`)
    ).map(b => b.id),
  )
  const wishes = new Map((await wishesOf(db, batch, 'rejected')).map(w => [w.id, w]))
  const quota = await quotaOf(db, batch.id)
  const inside = await db.unscoped(majorAdjustment).all({ batchId: batch.id, state: ['placed', 'publicised', 'effective'] }) // as above
  const room = new Map([...quota].map(([id, places]) => [id, places - inside.filter(r => r.toGradeMajorId === id).length]))
  return rows.flatMap(row => {
    const to = busy.has(row.studentId) ? undefined : wishes.get(row.id)?.choices.find(id => (room.get(id) ?? 0) > 0)
    if (!to) return []
    room.set(to, (room.get(to) ?? 0) - 1)
    return [{ ...row, toGradeMajorId: to }]
  })
}
/** 40-N3: whoever loses the place stays, and with them whoever was to come on theirs; the next of the ranking move up. */
const kind = noticeKind({
  entity: majorAdjustment,
  realm: 'welcome',
  async movesUp({ db }, bizId) {
    const { batchId } = await db.unscoped(majorAdjustment).one(bizId) // the result that was objected to
    const batch = await db.unscoped(majorAdjustBatch).lock(batchId) // of that result
    const row = await db.unscoped(majorAdjustment).lock(bizId) // as above
    if (row.state !== 'publicised') return []
    await db.update(majorAdjustment, row.id, { state: 'rejected', cancelReason: OBJECTED })
    const fallen = await withdrawPlaces(db, batch.id, [row])
    const next = await nextFor(db, batch)
    await takeSeats(
      db,
      next.map(r => ({ roundId: batch.id, holder: r.toGradeMajorId ?? '', sourceType: SOURCE, sourceId: r.id, sourceSeq: 2 })),
    )
    await db.updateMany(
      majorAdjustment,
      next.map(({ id, toGradeMajorId }) => ({ id, toGradeMajorId, cancelReason: null, pass: 1 })),
    )
    await tellRefused(db, batch, [row, ...fallen])
    await tellPlaced(db, batch, next, null)
    return linesOf(db, next)
  },
})
const ended = on('publicNotice.ended', 'welcome.majorsCleared', async ({ db }, { roundId }) => {
  const batch = typeof roundId === 'string' ? await db.unscoped(majorAdjustBatch).find({ id: roundId }) : undefined // the event names the batch
  if (!batch) return
  const link = '/welcomes/majors'
  const count = await db.unscoped(majorAdjustment).count({ batchId: batch.id, state: 'publicised' }) // of the whole batch
  const about = { bizType: majorAdjustBatch.name, bizId: batch.id, link, mobileLink: link }
  await notify(db, MAJOR_MESSAGES.majorCleared, { ...about, to: await accountsWith(db, takeEffect.permission), values: { batch: batch.name, major: '', count } })
})
export default [kind, ended]
