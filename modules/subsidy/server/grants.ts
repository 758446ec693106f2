import sql from 'sql-template-tag'
import type { Row } from '#model'
import { payOut } from '#modules/money/server/api.ts'
import { today } from '#server/base/today.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { type Portion, subsidyGrant } from '../model/grant.ts'
import { monthsOf, planOf } from '../model/months.ts'
import { type Item, itemOf } from './items.ts'

export type Grant = Row<typeof subsidyGrant>
/** The plan as it stands. */
export const planIn = ({ plan }: Pick<Grant, 'plan'>): readonly Portion[] => plan ?? []
/** What makes a grant. */
export interface Cause {
  item: Item
  xn: string
  batchId?: string | null
  fundId: string | null
  /** An application, a round, the list: with item, year and student granted once. */
  cause: string
}
export interface Person {
  studentId: string
  departmentId: string | null
  classId: string | null
  level: string | null
  amount: number
  applicationId?: string | null
}
/** 40-Z8: grants that are not made yet, once for each student and cause, and no more a year than the item allows. Whoever makes them at once, each stands once. Returns the new ones. */
export async function makeGrants(db: Db, of: Cause, people: readonly Person[]): Promise<Grant[]> {
  const { item, xn, batchId = null, fundId, cause } = of
  if (!people.length) return []
  const had = await db.query<{ id: string; n: number; isMade: boolean }>(sql`select student_id as id, count(*)::int as n, bool_or(cause = ${cause}) as "isMade" from subsidy_grant
    where tenant_id = ${db.me.tenantId} and item_id = ${item.id} and xn = ${xn} and student_id = any(${people.map(p => p.studentId)}::uuid[]) group by 1`)
  const before = new Map(had.map(h => [h.id, h]))
  const months = item.frequency === 'monthly' ? monthsOf(xn, item.months) : []
  const drafts = people.flatMap(person => {
    const { n = 0, isMade = false } = before.get(person.studentId) ?? {}
    if (isMade || n >= item.maxPerYear) return []
    return [{ id: uuidv7(), ...person, itemId: item.id, batchId, fundId, xn, cause, seq: n + 1, plan: planOf(person.amount, months), grantedOn: today() }]
  })
  await db.insertMany(subsidyGrant, drafts, { skipExisting: true })
  const made = await db.unscoped(subsidyGrant).all({ id: drafts.map(d => d.id) }) // just made
  await db.emitMany(
    'subsidy.granted',
    made.map(({ id, studentId, itemId }) => ({ grantId: id, studentId, itemId })),
  )
  return made
}
interface Due {
  id: string
  studentId: string
  itemId: string
  batchId: string | null
  fundId: string | null
  month: string | null
  amount: number
}
/** Portions of active grants up to a month that are on no list yet. */
const due = (db: Db, month: string, ids?: readonly string[]): Promise<Due[]> =>
  db.query<Due>(sql`select g.id, g.student_id as "studentId", g.item_id as "itemId", g.batch_id as "batchId", g.fund_id as "fundId", p.month, p.amount::float8 as amount
    from subsidy_grant g cross join lateral jsonb_to_recordset(g.plan) p(month text, amount bigint)
    where g.tenant_id = ${db.me.tenantId} and g.state in ('active', 'suspended') and (g.suspended_from is null or p.month < g.suspended_from) and (p.month is null or p.month <= ${month})
      and p.amount > 0 and (${ids ?? null}::uuid[] is null or g.id = any(${ids ?? null}::uuid[]))
      and not exists (select from payout_line l where l.tenant_id = g.tenant_id and l.grant_id = g.id::text and coalesce(l.month, '') = coalesce(p.month, ''))
    order by p.month, g.id`)
/** 40-Z4: hands in what is due up to a month, a list for each item or round and month. Again, it adds none. Returns how many lines are new. */
export async function payDue(db: Db, month: string, ids?: readonly string[]): Promise<number> {
  const lines = await due(db, month, ids)
  let count = 0
  for (const of of Map.groupBy(lines, l => [l.batchId ?? l.itemId, l.fundId, l.month].join(' ')).values()) {
    const [first] = of
    if (!first) continue
    const { name } = await itemOf(db, first.itemId)
    const list = { source: 'subsidy', title: name, sourceBatchId: first.batchId ?? first.itemId, fundId: first.fundId, month: first.month } as const
    const what = first.month ? `${name} ${first.month}` : name
    count += (
      await payOut(
        db,
        list,
        of.map(({ id, studentId, amount }) => ({ grantId: id, studentId, amount, what })),
      )
    ).count
  }
  return count
}
