import sql, { join, raw, type Sql } from 'sql-template-tag'
import { type Entity, refusalOf } from '#model'
import { parseAudience } from '#modules/system/model/audience.ts'
import { user } from '#modules/system/model/user.ts'
import { audienceAccounts, readableAccounts } from '#modules/system/server/api.ts'
import type { Db, Principal, Reach } from '#server/context.ts'
import { anyOf } from '#server/data/where.ts'
import type { Rows } from '#server/row-types.ts'
import { isOpen, notOpen, type RoundEntity, type RoundPublisher, type RoundRow } from '../model/round.ts'
import { mustQualify } from './conditions.ts'
import { kindOf, type RoundOptions, realmOf } from './round-kinds.ts'

/** Rows within the caller's permission; without a user (scheduled jobs, other modules) the whole school. */
export const rowsFor = <E extends Entity>(db: Db, of: E, permission: string): Rows<E> => (db.me.userId ? db.visibleFor(of, permission) : db.unscoped(of)) // see above
/** The publisher's permission scope as stored: later joiners are found within it. Without a user the scope is the whole school. */
export const publisherOf = (me: Principal, permission: string): RoundPublisher => ({
  userId: me.userId,
  departmentId: me.departmentId,
  teacherId: me.teacherId,
  studentId: me.studentId,
  reaches: me.userId ? [...(me.permissions.get(permission) ?? [])] : [{ roleCode: 'system', scope: 'all' }],
})
/** Audience accounts, as a subselect of `id` and `student_id`: for a draft within the caller's scope, afterwards within the publisher's (10-W20). */
export async function accountsOf(db: Db, of: RoundEntity, row: RoundRow): Promise<Sql> {
  const { options, permission } = kindOf(db, of)
  const realm = { realm: realmOf(options) }
  if (!row.publisher) return amongThem(db, options, row, await audienceAccounts(db, parseAudience(row.audience), rowsFor(db, user, permission), realm))
  // waiting for its approval it is not frozen yet
  if (options.audience === 'frozen' && row.publishedAt)
    return sql`(select m.user_id as id, m.student_id from round_member m where m.tenant_id = ${db.me.tenantId} and m.round_id = ${row.id})`
  const who: Principal = { ...db.me, ...row.publisher, permissions: new Map() }
  return amongThem(
    db,
    options,
    row,
    await audienceAccounts(db, parseAudience(row.audience), await db.reachOf(user, who, row.publisher.reaches as Reach[]), { ...realm, publishedAs: row.id }),
  )
}
const amongThem = async (db: Db, { among }: RoundOptions, row: RoundRow, all: Sql): Promise<Sql> =>
  among ? sql`(select a.id, a.student_id from ${all} a where a.student_id in (${await among(db, row)}))` : all
export async function isInAudience(db: Db, of: RoundEntity, row: RoundRow, userId = db.me.userId): Promise<boolean> {
  if (!userId) return false
  const found = await db.query(sql`select 1 from ${await accountsOf(db, of, row)} a where a.id = ${userId} limit 1`)
  return found.length > 0
}
/** Of these rounds, those with the caller in their audience, in one statement. */
export async function meantForCaller<R extends RoundRow>(db: Db, of: RoundEntity, rows: readonly R[]): Promise<R[]> {
  if (!db.me.userId || !rows.length) return []
  const asked = await Promise.all(
    rows.map(async row => sql`select ${row.id}::uuid as id where exists (select from ${await accountsOf(db, of, row)} a where a.id = ${db.me.userId}::uuid)`),
  )
  const meant = new Set((await db.query<{ id: string }>(join(asked, ' union all '))).map(found => found.id))
  return rows.filter(row => meant.has(row.id))
}
/** The rounds of a kind that take answers now and have the caller in their audience. */
export async function openToCaller(db: Db, of: RoundEntity): Promise<RoundRow[]> {
  const now = new Date().toISOString()
  const isFrozen = kindOf(db, of).options.audience === 'frozen'
  const rows = await db.unscoped(of).all({ state: 'published', 'beginTime.le': now, 'endTime.ge': now, ...(isFrozen ? { id: await memberOf(db, of) } : {}) }) // a live audience is checked next
  return (isFrozen ? rows : await meantForCaller(db, of, rows)).filter(row => isOpen(row))
}
/** Of the published rounds of a kind with a frozen audience, those with the caller in it. */
async function memberOf(db: Db, of: RoundEntity): Promise<string[]> {
  const found = await db.query<{ id: string }>(sql`select r.id from round_member m join ${raw(of.table)} r on r.tenant_id = m.tenant_id and r.id = m.round_id
    where m.tenant_id = ${db.me.tenantId} and m.user_id = ${db.me.userId || null}::uuid and r.state = 'published'`)
  return found.map(r => r.id)
}
/** Of these accounts, those in the round's audience. */
export async function thoseInAudience(db: Db, of: RoundEntity, row: RoundRow, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.query<{ id: string }>(sql`select a.id from ${await accountsOf(db, of, row)} a where a.id = ${anyOf(userIds, 'uuid')}`)
  return new Set(found.map(a => a.id))
}
/** Refuses answers outside the window (10-W21), from outside the audience, or of somebody who does not meet the conditions (10-W20). */
export async function mustTakePart(db: Db, of: RoundEntity, row: RoundRow, userId = db.me.userId): Promise<void> {
  if (!isOpen(row)) throw notOpen(of, row)
  const [found] = await db.query<{ studentId: string | null }>(
    sql`select a.student_id as "studentId" from ${await accountsOf(db, of, row)} a where a.id = ${userId || null}::uuid limit 1`,
  )
  if (!found) throw refusalOf(of, 'notInAudience', { name: row.name })
  await mustQualify(db, of, row, found.studentId)
}
/** Stores the current audience. */
export async function freeze(db: Db, roundId: string, accounts: Sql): Promise<void> {
  await db.query(
    sql`insert into round_member (tenant_id, round_id, user_id, student_id) select ${db.me.tenantId}::uuid, ${roundId}::uuid, a.id, a.student_id from ${accounts} a on conflict do nothing`,
  )
}
export interface Sampled {
  id: string
  name: string
  place: string | null
}
const SAMPLE = 8
/** Number of accounts, and a sample of those the caller may read. */
export async function counted(db: Db, accounts: Sql): Promise<{ count: number; students: number; staff: number; sample: Sampled[] }> {
  const [row] = await db.query<{ count: number; students: number }>(sql`select count(*)::int as count, count(student_id)::int as students from ${accounts} a`)
  const { count, students } = row ?? { count: 0, students: 0 }
  return { count, students, staff: count - students, sample: await named(db, sql`select a.id from ${accounts} a`, SAMPLE) }
}
/** Names with class or department of some of these accounts, limited to those the caller may read. */
export const named = (db: Db, ids: Sql, most: number): Promise<Sampled[]> =>
  db.query<Sampled>(sql`select u.id, u.nick_name as name, coalesce(c.name, d.name) as place
    from (select r.id from ${readableAccounts(db)} r where r.id in (${ids}) group by r.id order by md5(r.id::text) limit ${most}) r
    join sys_user u on u.tenant_id = ${db.me.tenantId} and u.id = r.id
    left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id order by u.account_no`)
