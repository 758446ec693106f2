import sql from 'sql-template-tag'
import { type InputOf, type OutputOf, refusalOf } from '#model'
import { department } from '#modules/campus/model/organisation.ts'
import { issueSeats, knownFacts, seatsIn } from '#modules/workflow/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Ctx, compute, type Db, handle } from '#server/context.ts'
import { itemsOf } from '../../items/server/api.ts'
import { awardBatch, type FrozenItem, holderOf } from '../model/batch.ts'
import { awardQuota } from '../model/quota.ts'
import { allocateQuota, moveSeats } from '../model/quota-actions.ts'
import { shareOut } from '../model/ranking.ts'
import { type Batch, itemIn } from './batches.ts'
import { headsByCollege, judgeEverybody, studentsIn } from './simulate.ts'

const COLLEGE = '1'
type Input = InputOf<typeof allocateQuota>
type Line = NonNullable<OutputOf<typeof allocateQuota>['lines'][number]>
const refuse = (key: string, values: Record<string, unknown> = {}, field?: string) => refusalOf(awardQuota, key as never, values, field)

/** Heads by college: those who meet the item's conditions; of a collective item the classes or rooms. */
async function headsOf(db: Db, batch: Batch, item: FrozenItem): Promise<ReadonlyMap<string, number>> {
  if (item.subject === 'student') {
    const all = await judgeEverybody(db, { ...batch, frozen: [item] } as Batch, await knownFacts(db))
    return headsByCollege([...all.values()][0] ?? [])
  }
  const group =
    item.subject === 'class' ? sql`s.class_id` : sql`(select y.room_id from dorm_stay y where y.tenant_id = s.tenant_id and y.student_id = s.id and y.state = 'checkedIn' limit 1)`
  const rows = await db.query<{ id: string; n: number }>(sql`select s.department_id as id, count(distinct ${group})::int as n from student s
    where s.tenant_id = ${db.me.tenantId} and s.department_id is not null and s.id in (${await studentsIn(db, batch)}) group by 1`)
  return new Map(rows.map(r => [r.id, r.n]))
}
/** The shares of all colleges: coefficient 1 without fixed seats, unless said otherwise. */
async function planned(db: Db, batch: Batch, item: FrozenItem, { total, shares }: Input): Promise<Line[]> {
  const [heads, seats, all] = [await headsOf(db, batch, item), await seatsIn(db, batch.id), await db.cached(department)]
  const given = new Map((shares ?? []).flatMap(s => (s ? [[s.departmentId, s] as const] : [])))
  const colleges = [...all.values()].filter(d => d.deptType === COLLEGE && ((heads.get(d.id) ?? 0) > 0 || given.has(d.id))).sort((a, b) => a.code.localeCompare(b.code))
  if (!colleges.length) throw refuse('noColleges')
  const parts = colleges.map(d => ({ id: d.id, name: d.name, heads: heads.get(d.id) ?? 0, coefficient: given.get(d.id)?.coefficient ?? 1, fixed: given.get(d.id)?.fixed ?? 0 }))
  const fixed = parts.reduce((sum, p) => sum + p.fixed, 0)
  const weights = parts.reduce((sum, p) => sum + p.heads * p.coefficient, 0)
  if (fixed > total) throw refuse('fixedOver', { fixed, total }, 'shares')
  if (!weights && fixed < total) throw refuse('nobody', {}, 'shares')
  const quotas = shareOut(
    total,
    parts.map(p => ({ id: p.id, weight: p.heads * p.coefficient, fixed: p.fixed })),
  )
  return parts.map(({ id, name, ...p }) => {
    const { issued = 0, used = 0 } = seats.get(holderOf(item.code, id)) ?? {}
    const exact = Math.round((p.fixed + (weights ? ((total - fixed) * p.heads * p.coefficient) / weights : 0)) * 100) / 100
    return { departmentId: id, college: name, ...p, exact, quota: quotas.get(id) ?? 0, was: issued, used }
  })
}
/** 40-A6: under the lock of the batch; refused where a college has used more. The basis is kept with each row. */
async function store(db: Db, batch: Batch, item: FrozenItem, lines: readonly Line[]): Promise<void> {
  const below = lines.find(l => l.quota < l.used)
  if (below) throw refuse('below', { college: below.college, used: below.used, quota: below.quota })
  const kept = new Set(lines.map(l => l.departmentId))
  const before = await db.unscoped(awardQuota).all({ batchId: batch.id, itemId: item.id }) // of the batch in scope
  const gone = before.filter(q => !kept.has(q.departmentId)).map(q => ({ departmentId: q.departmentId, heads: 0, coefficient: 0, fixed: 0, quota: 0 }))
  const sourceId = uuidv7()
  const seats = await seatsIn(db, batch.id)
  for (const [n, { departmentId, quota }] of [...lines, ...gone].entries()) {
    const amount = quota - (seats.get(holderOf(item.code, departmentId))?.issued ?? 0)
    const source = { sourceType: 'allotment', sourceId, sourceSeq: n + 1, note: '按公式分配' }
    if (amount) await issueSeats(db, { roundId: batch.id, holder: holderOf(item.code, departmentId), ...source }, amount)
  }
  const rows = [...lines, ...gone].map(({ departmentId, heads, coefficient, fixed }) => ({
    batchId: batch.id,
    itemId: item.id,
    departmentId,
    heads,
    coefficient,
    fixed,
    note: null,
  }))
  await db.upsert(awardQuota, ['batchId', 'itemId', 'departmentId'], rows)
}
const allocate = handle(allocateQuota, async ({ db }, asked) => {
  const batch = await db.visible(awardBatch).lock(asked.id, 'allocate')
  const item = await itemIn(db, batch, asked.itemId)
  if (!item) throw refusalOf(awardBatch, 'itemOff', { item: (await itemsOf(db, [asked.itemId]))[0]?.name ?? '—' }, 'itemId')
  const lines = await planned(db, batch, item, asked)
  if (asked.store) await store(db, batch, item, lines)
  return { total: asked.total, lines }
})
/** Both balances are changed together; the total stays, and the reason is kept with both. */
const move = handle(moveSeats, async ({ db }, { id, toId, count, reason }) => {
  const from = await db.visible(awardQuota).lock(id)
  const batch = await db.unscoped(awardBatch).lock(from.batchId, 'allocate') // of the row in scope
  const item = await itemIn(db, batch, from.itemId)
  const colleges = await db.cached(department)
  const college = colleges.get(from.departmentId)?.name ?? '—'
  if (toId === from.departmentId) throw refuse('sameCollege', {}, 'toId')
  const to = await db.unscoped(awardQuota).find({ batchId: batch.id, itemId: from.itemId, departmentId: toId }) // of the same batch
  if (!to || !item) throw refuse('unknown', { college: colleges.get(toId)?.name ?? '—', item: item?.name ?? '—' }, 'toId')
  const { free = 0 } = (await seatsIn(db, batch.id)).get(holderOf(item.code, from.departmentId)) ?? {}
  if (free < count) throw refuse('lacking', { college, free, count }, 'count')
  const source = { roundId: batch.id, sourceType: 'allotment', sourceId: uuidv7(), note: reason }
  await issueSeats(db, { ...source, holder: holderOf(item.code, from.departmentId), sourceSeq: 1 }, -count)
  await issueSeats(db, { ...source, holder: holderOf(item.code, toId), sourceSeq: 2 }, count)
  await db.updateWhere(awardQuota, { id: [from.id, to.id] }, { note: reason })
})
interface Counts {
  id: string
  quota: number
  used: number
  applied: number
}
const counts = compute(awardQuota, ['quota', 'used', 'free', 'applied'], async ({ db }: Ctx, rows) => {
  const found = await db.query<Counts>(sql`select q.id, coalesce(b.issued, 0) as quota, coalesce(b.used, 0) as used,
      (select count(*)::int from award_application a where a.tenant_id = q.tenant_id and a.batch_id = q.batch_id and a.item_id = q.item_id and a.department_id = q.department_id and a.state = 'approved') as applied
    from award_quota q join award_item i on i.tenant_id = q.tenant_id and i.id = q.item_id
      left join seat_balance b on b.tenant_id = q.tenant_id and b.round_id = q.batch_id and b.holder = i.code || ':' || q.department_id::text
    where q.tenant_id = ${db.me.tenantId} and q.id = any(${rows.map(r => r.id)}::uuid[])`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) {
    const { quota = 0, used = 0, applied = 0 } = of.get(row.id) ?? {}
    Object.assign(row, { quota, used, applied, free: quota - used })
  }
})
export default [allocate, move, counts]
