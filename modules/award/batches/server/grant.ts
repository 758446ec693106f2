import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import { accountsOf } from '#modules/student/server/api.ts'
import { mustBeCleared } from '#modules/workflow/server/api.ts'
import { type Db, handle, on } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { awardRecord } from '../../records/model/award-record.ts'
import { RECORD_MESSAGES } from '../../records/model/messages.ts'
import { type Award, numberAll, payAwards } from '../../records/server/api.ts'
import { grantAwards, reportAwards } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardBatch, type FrozenItem } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import type { Case } from './application.ts'
import { type Batch, itemsIn } from './batches.ts'
import { caseTodos, TODO_COLUMNS } from './case-todos.ts'
import { clearedIn } from './notices.ts'

const UNSEATED = '名额已满'
/** Refused as long as the notice runs; whoever has an open objection waits alone (40-N3, N4). */
async function mustBeOver(db: Db, batch: Batch): Promise<void> {
  const rows = await db.unscoped(awardApplication).all({ batchId: batch.id, state: 'publicised', noticed: 'school' }) // of the whole batch
  if (rows.length && !(await clearedIn(db, batch.id)).length)
    await mustBeCleared(
      db,
      'awardApplication',
      rows.map(r => r.id),
    )
}
const report = handle(reportAwards, async ({ db }, { id }) => {
  const batch = await db.visible(awardBatch).lock(id, 'report')
  const reported = new Set((await itemsIn(db, batch)).filter(i => i.isReported).map(i => i.id))
  const rows = (await clearedIn(db, id)).filter(r => reported.has(r.itemId))
  if (!rows.length) throw refusalOf(reportAwards, 'nothing', { name: batch.name, act: { text: '上报' } })
  await db.updateWhere(awardApplication, { id: rows.map(r => r.id) }, { state: 'reported' })
  await caseTodos.follow(
    db,
    rows.map(r => ({ ...r, state: 'reported' })),
  )
  await db.update(awardBatch, id, { stage: 'reported' })
  return { count: rows.length }
})
/** A list of the payouts for each item of a batch, always the same one. */
function sourceOf(batchId: string, itemId: string): string {
  const hex = createHash('sha256').update(`${batchId}:${itemId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}
/** Whoever may be granted now: reported ones of items that are reported, cleared ones of the others. */
async function dueIn(db: Db, batch: Batch): Promise<Case[]> {
  const items = new Map((await itemsIn(db, batch)).map(i => [i.id, i]))
  const reported = await db.unscoped(awardApplication).all({ batchId: batch.id, state: 'reported' }) // of the whole batch
  return [...reported, ...(await clearedIn(db, batch.id)).filter(r => !items.get(r.itemId)?.isReported)]
}
interface Granting {
  docNo: string | null
  grantedOn: string
}
async function archive(db: Db, batch: Batch, rows: readonly Case[], { docNo, grantedOn }: Granting): Promise<Award[]> {
  const drafts = rows.map(row => ({
    ...{ itemId: row.itemId, studentId: row.studentId, recipient: row.recipient, departmentId: row.departmentId, classId: row.classId, roomId: row.roomId },
    ...{ level: row.level, xn: batch.xn ?? '', amount: row.amount, docNo, grantedOn, state: 'valid' as const, applicationId: row.id, batchId: batch.id, source: 'grant' as const },
  }))
  await db.insertMany(awardRecord, drafts, { skipExisting: true })
  const ids = await db.query<{ id: string }>(sql`select id from award_record where tenant_id = ${db.me.tenantId} and application_id = any(${rows.map(r => r.id)}::uuid[])`)
  const made = await db.unscoped(awardRecord).all({ id: ids.map(r => r.id) }) // those just written
  await numberAll(db, made)
  return made
}
async function pay(db: Db, batch: Batch, made: readonly Award[]): Promise<number> {
  let lists = 0
  for (const item of await itemsIn(db, batch)) {
    const due = made.filter(r => r.itemId === item.id && r.amount && item.subject === 'student')
    if (!due.length) continue
    await payAwards(db, { batchId: sourceOf(batch.id, item.id), title: `${item.name} ${batch.xn ?? ''}`, fundId: item.fundId }, due)
    lists++
  }
  return lists
}
async function congratulate(db: Db, batch: Batch, items: readonly FrozenItem[], made: readonly Award[]): Promise<void> {
  const accounts = await accountsOf(
    db,
    made.map(m => m.studentId),
  )
  const link = '/award/certificates'
  await notifyEach(
    db,
    RECORD_MESSAGES.granted,
    made.map(({ id, studentId, itemId, level, amount }) => {
      const item = items.find(i => i.id === itemId)
      const values = {
        ...{ item: item?.name ?? '', xn: batch.xn ?? '', level: (item?.levels.length ?? 0) > 1 ? (level ?? '') : '' },
        money: amount ? { text: '{amount} 元将发放到你的银行卡。', values: { amount: yuanText(amount) } } : '',
      }
      return { to: [accounts.get(studentId) ?? ''].filter(Boolean), values, bizType: 'awardRecord', bizId: id, link, mobileLink: link }
    }),
  )
}
/** Cases that were approved and got no seat are told so; what was missing stands on their page. */
async function refuseRest(db: Db, batch: Batch, items: readonly FrozenItem[]): Promise<number> {
  const rest = await db.updateWhere(
    awardApplication,
    { batchId: batch.id, state: 'approved' },
    { state: 'rejected', cancelReason: UNSEATED },
    { returning: ['studentId', 'itemId', 'recipient', ...TODO_COLUMNS] },
  )
  await caseTodos.follow(db, rest)
  const accounts = await accountsOf(
    db,
    rest.map(r => r.studentId),
  )
  await notifyEach(
    db,
    AWARD_MESSAGES.refused,
    rest.map(({ id, studentId, itemId, recipient }) => {
      const link = `/award/mine?id=${id}`
      const values = { batch: batch.name, item: items.find(i => i.id === itemId)?.name ?? '', name: recipient ?? '', reason: { text: UNSEATED } }
      return { to: [accounts.get(studentId) ?? ''].filter(Boolean), values, bizType: 'awardApplication', bizId: id, link, mobileLink: link }
    }),
  )
  return rest.length
}
/** Everything that follows from the batch; a repetition takes what has been cleared since, and nothing twice. */
const grant = handle(grantAwards, async ({ db }, { id, docNo, grantedOn }) => {
  const batch = await db.visible(awardBatch).lock(id, 'grant')
  await mustBeOver(db, batch)
  const rows = await dueIn(db, batch)
  if (!rows.length && batch.stage !== 'granted') throw refusalOf(grantAwards, 'nothing', { name: batch.name, act: { text: '授予' } })
  const items = await itemsIn(db, batch)
  const made = await archive(db, batch, rows, { docNo: docNo ?? null, grantedOn })
  if (rows.length) await db.updateWhere(awardApplication, { id: rows.map(r => r.id) }, { state: 'granted' })
  await caseTodos.follow(
    db,
    rows.map(r => ({ ...r, state: 'granted' })),
  )
  const lists = await pay(db, batch, made)
  await db.emitMany(
    'award.granted',
    made.map(({ id: recordId, studentId, itemId, level, xn }) => ({ recordId, studentId, itemId, level, xn })),
  )
  await congratulate(db, batch, items, made)
  const refused = await refuseRest(db, batch, items)
  await db.update(awardBatch, id, { stage: 'granted' })
  return { count: made.length, refused, lists }
})
/** The case of a revoked award says so. */
const revoked = on('award.revoked', 'award.caseRevoked', async ({ db }, { recordId }) => {
  const record = typeof recordId === 'string' ? await db.unscoped(awardRecord).find({ id: recordId }) : undefined // the event names it
  if (record?.applicationId)
    await caseTodos.follow(db, await db.updateWhere(awardApplication, { id: record.applicationId, state: 'granted' }, { state: 'revoked' }, { returning: TODO_COLUMNS }))
})
export default [report, grant, revoked]
