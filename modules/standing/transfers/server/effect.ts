import sql from 'sql-template-tag'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { clearedAmong } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { statusChange } from '../../changes/model/status-change.ts'
import { type Change, effectOf, schedule } from '../../changes/server/api.ts'
import { effectTransfers } from '../model/actions.ts'
import { majorTransferBatch } from '../model/batch.ts'

const QUEUE = 'standing.transfers'
/** 40-N4: those whose notice has ended and against whom no objection is open, the best first. */
async function clearedIn(db: Db, batchId: string): Promise<Change[]> {
  const rows = await db.unscoped(statusChange).all({ batchId, state: 'publicised' }, { sort: ['rank'] }) // of the whole batch
  const cleared = await clearedAmong(
    db,
    'statusChange',
    rows.map(row => row.id),
  )
  return rows.filter(row => cleared.has(row.id))
}
/** The class of each: the smallest of the grade-major, counting those placed before. */
async function classesFor(db: Db, rows: readonly Change[]): Promise<Map<string, string | null>> {
  const found = await db.query<{ id: string; n: number }>(
    sql`select class_id as id, count(*)::int as n from student where tenant_id = ${db.me.tenantId} and deleted_at is null and has_record and class_id is not null group by 1`,
  )
  const sizes = new Map(found.map(f => [f.id, f.n]))
  const sizeOf = (id: string): number => sizes.get(id) ?? 0
  const byGradeMajor = Map.groupBy(
    [...(await db.cached(stuClass)).values()].filter(c => c.state === 'active'),
    c => c.gradeMajorId,
  )
  const placed = new Map<string, string | null>()
  for (const { id, toGradeMajorId } of rows) {
    const [smallest] = [...(byGradeMajor.get(toGradeMajorId ?? '') ?? [])].sort((a, b) => sizeOf(a.id) - sizeOf(b.id) || a.classNo.localeCompare(b.classNo))
    if (smallest) sizes.set(smallest.id, sizeOf(smallest.id) + 1)
    placed.set(id, smallest?.id ?? null)
  }
  return placed
}
/** 30-SC: whoever is cleared gets a class, and the change takes effect on the day of the batch, or now. What has it already is no longer on the way, so a repetition changes nothing. */
export async function effectBatch(db: Db, batchId: string): Promise<number> {
  const on = today()
  const due = await db.tx(async tx => {
    await tx.unscoped(majorTransferBatch).lock(batchId) // one run at a time
    const rows = await clearedIn(tx, batchId)
    const classes = await classesFor(tx, rows)
    for (const row of rows) {
      const isLate = row.effectiveDate < on
      await schedule(tx, row, { toClassId: classes.get(row.id) ?? null, ...(isLate ? { effectiveDate: on } : {}) })
    }
    return rows.map(row => row.id)
  })
  const waiting = await db.unscoped(statusChange).all({ batchId, effectState: 'scheduled', 'effectiveDate.le': on }, { sort: ['rank'] }) // of the whole batch
  await effectOf(
    db,
    waiting.map(row => row.id),
  )
  return due.length
}
const effect = handle(effectTransfers, async ({ db }, { id }) => {
  await db.visible(majorTransferBatch).lock(id, 'effect')
  const { length: count } = await clearedIn(db, id)
  await db.update(majorTransferBatch, id, { stage: 'effective' })
  await enqueueTask(db, QUEUE, id, {})
  return { count }
})
export default [
  effect,
  backgroundTask(QUEUE, {
    atOnce: 1,
    async run(db, { id }) {
      await effectBatch(db, id)
      return undefined
    },
    // each row says itself why it could not take effect; the officer runs it again
    failed: async (db, { id }) => void (await db.update(majorTransferBatch, id, { stage: 'cleared' })),
  }),
]
