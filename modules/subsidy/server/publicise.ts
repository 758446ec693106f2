import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { reserveGrants } from '#modules/money/server/api.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { mustBeCleared, noticeKind, officersOf, publishNotice } from '#modules/workflow/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { backgroundTask, enqueueTask } from '#server/jobs/background-task.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { notify } from '#server/notifications/notify.ts'
import { labelsOf } from '#server/params/dictionaries.ts'
import { grantBatch, publiciseBatch } from '../model/actions.ts'
import { subsidyApplication } from '../model/application.ts'
import { subsidyBatch } from '../model/batch.ts'
import { SUBSIDY_MESSAGES } from '../model/messages.ts'
import { giveUp } from './application.ts'
import { type Batch, mustBeReady, type Soldier } from './batches.ts'
import { aboutApplication } from './deadline.ts'
import { makeGrants, payDue } from './grants.ts'
import { itemOf } from './items.ts'

const SOURCE = 'subsidyApplication'
const QUEUE = 'subsidy.grants'
const OBJECTED = '公示异议成立'
const SOLDIER = '退役士兵学生，不用认定'
const COLUMNS = ['name', 'studentNo', 'college', 'className', 'item', 'level']
/** 40-Z2: retired soldiers join the list as approved, their money reserved. */
async function addSoldiers(db: Db, batch: Batch, fundId: string | null, soldiers: readonly Soldier[]): Promise<void> {
  const rows = soldiers.map(({ amount, ...who }) => ({
    ...{ id: uuidv7(), ...who, itemId: batch.itemId, batchId: batch.id, xn: batch.xn ?? '', effect: 'payout' as const, text: SOLDIER, tierReason: SOLDIER },
    ...{ amountApproved: amount, state: 'approved' as const, decidedAt: new Date().toISOString(), reserved: fundId ? amount : 0, claims: 1 },
  }))
  await db.insertMany(subsidyApplication, rows)
  if (fundId)
    await reserveGrants(
      db,
      rows.map(r => ({ fundId, sourceType: SOURCE, sourceId: r.id, studentId: r.studentId, amount: r.amountApproved })),
    )
}
/** Puts the list of a round on notice, once its figures are in order. */
export async function publicise(ctx: Pick<Ctx, 'db'>, batch: Batch): Promise<{ count: number }> {
  const { db } = ctx
  const { fundId, soldiers, item } = await mustBeReady(db, batch)
  await addSoldiers(db, batch, fundId, soldiers)
  const rows = await db.unscoped(subsidyApplication).all({ batchId: batch.id, state: 'approved' }, { sort: ['id'] }) // of the whole round
  const levelOf = await labelsOf(db, aidLevel)
  const lines = rows.map(r => ({ bizId: r.id, studentId: r.studentId, values: { item: item.name, level: r.tier ? levelOf(r.tier) : '' } }))
  await publishNotice(ctx, {
    round: batch,
    roundOf: subsidyBatch,
    of: subsidyApplication,
    level: batch.noticeLevel ?? 'school',
    columns: (batch.noticeColumns ?? COLUMNS).flatMap(c => c ?? []),
    lines,
  })
  await db.update(subsidyBatch, batch.id, { stage: 'publicised' })
  return { count: rows.length }
}
const objected = on('publicNotice.objectionDecided', 'subsidy.objection', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== SOURCE || typeof bizId !== 'string' || !upheld) return
  const row = await db.unscoped(subsidyApplication).find({ id: bizId }) // the event names the row
  if (row?.state !== 'publicised') return
  await giveUp(db, bizId, { state: 'rejected', endReason: OBJECTED })
  await notifyAbout(
    db,
    SUBSIDY_MESSAGES.notGranted,
    { ...aboutApplication, link: ({ id }) => `/subsidy/mine?id=${id}` },
    (await withStudents(db, [row])).map(one => ({ ...one, more: { why: { text: OBJECTED } } })),
  )
})
const ended = on('publicNotice.ended', 'subsidy.cleared', async ({ db }, { roundId }) => {
  const batch = typeof roundId === 'string' ? await db.unscoped(subsidyBatch).find({ id: roundId }) : undefined // the event names the batch
  if (!batch) return
  if (batch.stage === 'publicised') await db.update(subsidyBatch, batch.id, { stage: 'cleared' })
  const count = await db.unscoped(subsidyApplication).count({ batchId: batch.id, state: 'publicised' }) // of the whole round
  const link = '/subsidy/batches'
  await notify(db, SUBSIDY_MESSAGES.cleared, {
    bizType: 'subsidyBatch',
    bizId: batch.id,
    link,
    mobileLink: link,
    to: await officersOf(db),
    values: { item: batch.name, name: '', count },
  })
})
/** 40-N4: grants of those whose notice has ended without an open objection. Worked off again, it adds none. */
export async function grantCleared(db: Db, batchId: string): Promise<number> {
  return db.tx(async tx => {
    const batch = await tx.unscoped(subsidyBatch).lock(batchId) // one run at a time
    const item = await itemOf(tx, batch.itemId)
    const rows = await tx.unscoped(subsidyApplication).all({ batchId, state: 'publicised' }, { sort: ['id'] }) // of the whole round
    const of = { item, xn: batch.xn ?? '', batchId, fundId: batch.fundId ?? item.fundId, cause: batchId }
    const people = rows.map(r => ({ studentId: r.studentId, departmentId: r.departmentId, classId: r.classId, level: r.level, amount: r.amountApproved ?? 0, applicationId: r.id }))
    const made = await makeGrants(tx, of, people)
    await tx.updateWhere(subsidyApplication, { id: made.flatMap(g => g.applicationId ?? []) }, { state: 'granted' })
    await payDue(
      tx,
      today().slice(0, 7),
      made.map(g => g.id),
    )
    return made.length
  })
}
const make = handle(grantBatch, async ({ db }, { id }) => {
  await db.visible(subsidyBatch).lock(id, 'makeGrants')
  const rows = await db.unscoped(subsidyApplication).all({ batchId: id, state: 'publicised' }) // of the round just locked
  await mustBeCleared(
    db,
    SOURCE,
    rows.map(r => r.id),
  )
  await db.update(subsidyBatch, id, { stage: 'granted' })
  await enqueueTask(db, QUEUE, id, {})
  return { count: rows.length }
})
export default [
  noticeKind({ entity: subsidyApplication }),
  handle(publiciseBatch, async (ctx, { id }) => publicise(ctx, await ctx.db.visible(subsidyBatch).lock(id, 'publicise'))),
  objected,
  ended,
  make,
  backgroundTask(QUEUE, {
    atOnce: 1,
    async run(db, { id }) {
      await grantCleared(db, id)
      return undefined
    },
    // the officer runs it again
    failed: async (db, { id }) => void (await db.update(subsidyBatch, id, { stage: 'cleared' })),
  }),
]
