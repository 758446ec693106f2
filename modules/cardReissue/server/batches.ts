import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { orderPack } from '#modules/photo/server/api.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { compute, type Db, handle, rules } from '#server/context.ts'
import { serialNo } from '#server/data/serial-no.ts'
import { firstOf } from '#server/i18n/wording.ts'
import { enterNumber, finishBatch, makeBatch, packBatch, startBatch } from '../model/actions.ts'
import { cardBatch } from '../model/card-batch.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { kindOf } from './kinds.ts'
import { tell } from './notify.ts'

/** Cards of one batch: what a producer takes at once. */
const MOST = 500
const NAMED = 5
const byNo = (a: StudentOf | undefined, b: StudentOf | undefined): number => (a?.studentNo ?? '').localeCompare(b?.studentNo ?? '')
/** The cards of a batch, locked, in the order of its list: by student number. */
async function cardsOf(db: Db, batchId: string): Promise<Array<{ row: CardReissue; who: StudentOf | undefined }>> {
  const ids = (await db.unscoped(cardReissue).all({ batchId })).map(r => r.id) // of a batch that the caller may make
  const rows = (await db.unscoped(cardReissue).lockAll(ids)).filter(r => r.batchId === batchId) // those that have not left it meanwhile
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  return rows.map(row => ({ row, who: people.get(row.studentId) })).sort((a, b) => byNo(a.who, b.who))
}
const make = handle(makeBatch, async ({ db }, { kindId }) => {
  const kind = await kindOf(db, kindId)
  const waiting = await db.query<{
    id: string
  }>(sql`select id from card_reissue where tenant_id = ${db.me.tenantId} and kind_id = ${kindId} and card_state = 'queued' and batch_id is null
    order by approved_at, id limit ${MOST} for update skip locked`)
  if (!waiting.length) throw refusalOf(cardBatch, 'nothing', { kind: kind.name }, 'kindId')
  const { id, batchNo } = await db.insert(cardBatch, { batchNo: await serialNo(db, 'ZK', 'card_batch_no_seq'), kindId, producer: kind.producer })
  await db.updateMany(
    cardReissue,
    waiting.map(w => ({ id: w.id, batchId: id })),
  )
  return { id, batchNo, done: waiting.length }
})
/** From here on no card leaves the batch (50-CR3). */
const start = handle(startBatch, async ({ db }, { id }) => {
  const batch = await db.visible(cardBatch).lock(id, 'start')
  const cards = await cardsOf(db, id)
  if (!cards.length) throw refusalOf(cardBatch, 'nothing', { kind: (await kindOf(db, batch.kindId)).name })
  await db.update(cardBatch, id, { state: 'producing', startedAt: new Date().toISOString() })
  await db.updateMany(
    cardReissue,
    cards.map(({ row }) => ({ id: row.id, cardState: 'producing' as const })),
  )
  return { done: cards.length }
})
const enter = handle(enterNumber, async ({ db }, { id, cardNo, studentNo }) => {
  const { kindId } = await db.visible(cardBatch).lock(id, 'enterNumber')
  const cards = await cardsOf(db, id)
  const open = cards.filter(c => !c.row.newCardNo)
  const card = studentNo ? cards.find(c => c.who?.studentNo === studentNo) : open[0]
  if (!card) throw studentNo ? refusalOf(cardBatch, 'noCard', { studentNo }, 'studentNo') : refusalOf(cardBatch, 'allNumbered')
  const name = card.who?.name ?? ''
  if (card.row.newCardNo) throw refusalOf(cardBatch, 'numberHas', { name, cardNo: card.row.newCardNo }, 'studentNo')
  const holder = await db.unscoped(cardReissue).find({ kindId, newCardNo: cardNo }) // any student's
  if (holder) {
    const who = (await studentsOf(db, [holder.studentId])).get(holder.studentId)
    throw refusalOf(cardBatch, 'numberTaken', { cardNo, name: who?.name ?? '', studentNo: who?.studentNo ?? '' }, 'cardNo')
  }
  await db.update(cardReissue, card.row.id, { newCardNo: cardNo })
  return { name, studentNo: card.who?.studentNo ?? null, left: open.length - 1 }
})
const finish = handle(finishBatch, async ({ db }, { id }) => {
  const { kindId } = await db.visible(cardBatch).lock(id, 'finish')
  const cards = await cardsOf(db, id)
  const open = cards.filter(c => !c.row.newCardNo)
  if (open.length && (await kindOf(db, kindId)).hasNumber) {
    const people = firstOf(
      open.map(c => c.who?.name ?? ''),
      NAMED,
    )
    throw refusalOf(cardBatch, 'numbers', { count: open.length, people })
  }
  const readyAt = new Date().toISOString()
  await db.update(cardBatch, id, { state: 'ready', readyAt })
  const ready = cards.map(({ row }) => ({ id: row.id, cardState: 'ready' as const, readyAt }))
  await db.updateMany(cardReissue, ready)
  await tell(
    db,
    'ready',
    cards.map(({ row }) => ({ ...row, cardState: 'ready', readyAt })),
  )
  return { done: cards.length }
})
/** The photos that the applications kept, named as the producer wants them. */
const pack = handle(packBatch, async (ctx, { id, pattern, reason }) => {
  const { batchNo } = await ctx.db.visible(cardBatch).one(id)
  const photoIds = (await ctx.db.unscoped(cardReissue).all({ batchId: id })).flatMap(r => r.photoId ?? []) // of a batch in scope
  return orderPack(ctx, { photoIds, pattern, reason }, batchNo)
})
export default [
  make,
  start,
  enter,
  finish,
  pack,
  rules(cardBatch, {
    /** Its cards wait for another one. */
    async remove({ db }, { id }) {
      await db.updateWhere(cardReissue, { batchId: id }, { batchId: null })
    },
  }),
  compute(cardBatch, ['count', 'numbered'], async ({ db }, rows) => {
    const counts = await db.query<{
      id: string
      count: number
      numbered: number
    }>(sql`select batch_id as id, count(*)::int as count, count(new_card_no)::int as numbered from card_reissue
      where tenant_id = ${db.me.tenantId} and batch_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
    const by = new Map(counts.map(c => [c.id, c]))
    for (const row of rows) Object.assign(row, { count: by.get(row.id)?.count ?? 0, numbered: by.get(row.id)?.numbered ?? 0 })
  }),
]
