import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { type NoticeLineOf, noticeKind, officersOf, publishNotice } from '#modules/workflow/server/api.ts'
import { type Ctx, type Db, handle, on } from '#server/context.ts'
import { notify } from '#server/notifications/notify.ts'
import { openAwardNotice, openCollegeNotice } from '../model/actions.ts'
import { awardApplication } from '../model/application-row.ts'
import { awardBatch } from '../model/batch.ts'
import { AWARD_MESSAGES } from '../model/messages.ts'
import { awardQuota } from '../model/quota.ts'
import { batchOf, type Case } from './application.ts'
import { type Batch, itemsIn } from './batches.ts'
import { caseTodos } from './case-todos.ts'
import { nameOf } from './exclusions.ts'
import { reviewAll } from './review.ts'
import { freeSeat } from './seats.ts'

const COLUMNS = ['name', 'studentNo', 'college', 'className', 'item', 'level']
const OBJECTED = '公示异议成立'
async function linesOf(db: Db, batch: Batch, rows: readonly Case[]): Promise<NoticeLineOf[]> {
  const items = new Map((await itemsIn(db, batch)).map(i => [i.id, i]))
  return rows.map(({ id, studentId, itemId, level, recipient, subjectId }) => {
    const item = items.get(itemId)
    const isGroup = subjectId !== studentId
    return {
      bizId: id,
      studentId,
      values: { item: isGroup ? `${item?.name ?? ''} ${recipient ?? ''}` : (item?.name ?? ''), level: (item?.levels.length ?? 0) > 1 ? (level ?? '') : '' },
    }
  })
}
const columnsOf = (batch: Batch): string[] => (batch.noticeColumns?.length ? batch.noticeColumns.flatMap(c => c ?? []) : COLUMNS)
/** Nominated cases whose facts still hold; the others are set aside (40-A2). */
async function fitting(ctx: Pick<Ctx, 'db' | 'me'>, batch: Batch, rows: readonly Case[]): Promise<{ fit: Case[]; returned: number }> {
  const held = await reviewAll(ctx, batch, rows)
  return { fit: rows.filter(r => !held.has(r.id)), returned: held.size }
}
const college = handle(openCollegeNotice, async (ctx, { id }) => {
  const { db } = ctx
  const quota = await db.visible(awardQuota).lock(id)
  const batch = await batchOf(db, quota.batchId)
  if (!batch.collegeWorkdays) throw refusalOf(awardQuota, 'noCollegeNotice', { batch: batch.name })
  const { batchId, itemId, departmentId } = quota
  const found = await db.unscoped(awardApplication).all({ batchId, itemId, departmentId, state: 'nominated', noticed: 'none' }, { sort: ['rankInCollege'] }) // of the college in scope
  const { fit, returned } = await fitting(ctx, batch, found)
  if (!fit.length && !returned) throw refusalOf(awardQuota, 'nothing')
  if (!fit.length) return { count: 0, returned, endAt: null }
  const title = `${batch.name} ${await nameOf(db, itemId)} ${(await db.cached(department)).get(departmentId)?.name ?? ''}`.slice(0, 120)
  const round = { id: batch.id, name: batch.name, noticeWorkdays: batch.collegeWorkdays, ownerDepartmentId: departmentId }
  const lines = await linesOf(db, batch, fit)
  const { endAt } = await publishNotice(ctx, {
    round,
    roundOf: awardBatch,
    of: awardApplication,
    level: 'college',
    columns: columnsOf(batch),
    lines,
    title,
    handlerRole: 'college',
  })
  await mark(db, fit, 'college')
  return { count: fit.length, returned, endAt }
})
const mark = (db: Db, rows: readonly Case[], noticed: 'college' | 'school') => db.updateWhere(awardApplication, { id: rows.map(r => r.id) }, { noticed })
/** Publishes what is nominated, after a further look at the facts. */
export async function publishSchool(ctx: Pick<Ctx, 'db' | 'me'>, batch: Batch): Promise<{ count: number; returned: number; endAt: string | null }> {
  const { db } = ctx
  const noticed = batch.collegeWorkdays ? ('college' as const) : ('none' as const)
  const found = await db.unscoped(awardApplication).all({ batchId: batch.id, state: 'nominated', noticed }, { sort: ['rankInCollege'] }) // of the batch in scope
  const { fit, returned } = await fitting(ctx, batch, found)
  if (!fit.length && !returned) throw refusalOf(openAwardNotice, 'nobody', { name: batch.name })
  if (!fit.length) return { count: 0, returned, endAt: null }
  const lines = await linesOf(db, batch, fit)
  const { endAt } = await publishNotice(ctx, { round: batch, roundOf: awardBatch, of: awardApplication, level: batch.noticeLevel ?? 'school', columns: columnsOf(batch), lines })
  await mark(db, fit, 'school')
  await db.update(awardBatch, batch.id, { stage: 'publicised' })
  return { count: fit.length, returned, endAt }
}
const school = handle(openAwardNotice, async (ctx, { id }) => publishSchool(ctx, await ctx.db.visible(awardBatch).lock(id, 'openNotice')))
/** Of these cases, those on a notice that is over, without an open objection. */
async function clearedAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{
    id: string
  }>(sql`select a.id from award_application a where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[]) and a.state = 'publicised'
    and not exists (select from public_notice_line l where l.tenant_id = a.tenant_id and l.biz_type = 'awardApplication' and l.biz_id = a.id and l.state in ('shown', 'suspended'))`)
  return rows.map(r => r.id)
}
/** What is cleared by its college is for the office to publish. */
async function settleCollege(db: Db, rows: readonly Case[]): Promise<void> {
  const cleared = await clearedAmong(
    db,
    rows.filter(r => r.noticed === 'college').map(r => r.id),
  )
  if (cleared.length) await db.updateWhere(awardApplication, { id: cleared, state: 'publicised' }, { state: 'nominated' })
}
export async function clearedIn(db: Db, batchId: string): Promise<Case[]> {
  const rows = await db.unscoped(awardApplication).all({ batchId, state: 'publicised', noticed: 'school' }, { sort: ['rankInCollege'] }) // of the whole batch
  const cleared = new Set(
    await clearedAmong(
      db,
      rows.map(r => r.id),
    ),
  )
  return rows.filter(r => cleared.has(r.id))
}
const ended = on('publicNotice.ended', 'award.noticeEnded', async ({ db }, { roundId }) => {
  const batch = typeof roundId === 'string' ? await db.unscoped(awardBatch).find({ id: roundId }) : undefined // the event names the batch
  if (!batch) return
  await settleCollege(db, await db.unscoped(awardApplication).all({ batchId: batch.id, state: 'publicised' })) // as above
  const running = await db.query(
    sql`select 1 from public_notice n join public_notice_line l on l.tenant_id = n.tenant_id and l.notice_id = n.id join award_application a on a.tenant_id = l.tenant_id and a.id = l.biz_id
      where n.tenant_id = ${db.me.tenantId} and n.round_id = ${batch.id} and n.state in ('scheduled', 'running') and a.noticed = 'school' limit 1`,
  )
  if (batch.stage !== 'publicised' || running.length) return
  await db.update(awardBatch, batch.id, { stage: 'cleared' })
  const link = `/award/batches?id=${batch.id}`
  const values = { batch: batch.name, count: (await clearedIn(db, batch.id)).length }
  await notify(db, AWARD_MESSAGES.cleared, { to: await officersOf(db), values, bizType: 'awardBatch', bizId: batch.id, link, mobileLink: link })
})
/** An upheld objection returns the seat to the college, which is offered the next of its ranking (40-A7). */
const decided = on('publicNotice.objectionDecided', 'award.objectionDecided', async ({ db }, { bizType, bizId, upheld }) => {
  if (bizType !== 'awardApplication' || typeof bizId !== 'string') return
  const row = await db.unscoped(awardApplication).find({ id: bizId }) // the event names the case
  if (!row || (row.state !== 'publicised' && row.state !== 'review')) return
  if (!upheld) return settleCollege(db, [row])
  const after = await db.update(awardApplication, row.id, { state: 'rejected', heldFrom: null, cancelReason: OBJECTED })
  await caseTodos.follow(db, [after])
  await freeSeat(db, row)
})
export default [college, school, ended, decided, noticeKind({ entity: awardApplication })]
