import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolTimeText } from '#model/school-time.ts'
import { handedInItems, itemOf, payLinkFor } from '#modules/fee/server/api.ts'
import { type Db, handle, onMany } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { examApplication } from '../model/application.ts'
import { examBatch } from '../model/batch.ts'
import { payApplication } from '../model/own-actions.ts'
import { lapseAll, SOURCE, tell } from './approve.ts'
import { batchOf, ownApplications } from './my-applications.ts'
import { settingsOf } from './settings.ts'

/** A link to the cashier that needs no account of the main realm. */
const pay = handle(payApplication, async (ctx, { id }) => {
  const { db, me } = ctx
  const row = await ownApplications.lock(ctx, id, 'pay')
  const { name, payTo } = await batchOf(db, row.batchId)
  if (Date.now() >= Date.parse(payTo)) throw refusalOf(examBatch, 'payOver', { name, at: schoolTimeText(payTo) })
  const { path } = await payLinkFor({ db, me }, me.userId, [row.billLineId ?? ''])
  return { path }
})
const paidLines = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (await db.query<{ id: string }>(sql`select id from bill_line where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[]) and charged > 0 and owed <= 0`)).map(
      l => l.id,
    ),
  )
/** What the bills book or give back, read from the lines, however often it is told. */
const followed = onMany(['fee.paid', 'fee.refunded'], 'exam.paid', async ({ db }, payloads) => {
  const ids = [...new Set(payloads.flatMap(p => (p.sourceType === SOURCE && typeof p.sourceId === 'string' ? [p.sourceId] : [])))].sort()
  const rows = await db.unscoped(examApplication).lockAll(ids) // the lines name them
  const paid = await paidLines(
    db,
    rows.flatMap(r => r.billLineId ?? []),
  )
  const isPaid = (id: string | null): boolean => paid.has(id ?? '')
  const done = rows.filter(r => r.state === 'approved' && isPaid(r.billLineId))
  const back = rows.filter(r => r.state === 'paid' && r.billLineId && !isPaid(r.billLineId))
  const paidAt = new Date().toISOString()
  await db.updateMany(examApplication, [
    ...done.map(({ id }) => ({ id, state: 'paid' as const, paidAt })),
    ...back.map(({ id }) => ({ id, state: 'approved' as const, paidAt: null })),
  ])
  await tell(db, 'done', done)
})
/** 30-EA5: whoever has not paid in time. A payment that came before its news is none of them. */
export async function lapseUnpaid(db: Db, now = Date.now()): Promise<number> {
  let count = 0
  const over = await db.unscoped(examBatch).all({ 'payTo.le': new Date(now).toISOString(), state: ['published', 'closed'] }) // of the school
  for (const batch of over.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const due = await db.query<{ id: string }>(
      sql`select id from exam_application where tenant_id = ${db.me.tenantId} and batch_id = ${batch.id}::uuid and state = 'approved' order by id`,
    )
    const rows = (await db.unscoped(examApplication).lockAll(due.map(d => d.id))).filter(r => r.state === 'approved') // of the batch
    const paid = await paidLines(
      db,
      rows.flatMap(r => r.billLineId ?? []),
    )
    const late = rows.filter(r => !paid.has(r.billLineId ?? ''))
    await lapseAll(db, batch, late, '没有按时缴费')
    count += late.length
  }
  return count
}
export default [
  pay,
  followed,
  handedInItems('exam', async db => [(await itemOf(db, (await settingsOf(db)).feeItem))?.id ?? []].flat()),
  scheduledJob('exam.lapse', '报名缴费期限', '*/5 * * * *', db => lapseUnpaid(db), {
    due: `select from exam_application a join exam_batch b on b.tenant_id = a.tenant_id and b.id = a.batch_id
      where a.tenant_id = $1 and a.state = 'approved' and b.pay_to <= now() and b.state in ('published', 'closed') limit 1`,
  }),
]
