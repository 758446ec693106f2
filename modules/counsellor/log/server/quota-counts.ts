import sql, { type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { TALKS } from '../model/work-log.ts'
import type { WorkQuota } from '../model/work-quota.ts'
import { dayOf, talksSince } from './coverage.ts'

interface Counted {
  teacherId: string
  quotaId: string
  n: number
}
/** One counsellor and one quota. */
export const keyOf = (teacherId: string, quotaId: string): string => `${teacherId} ${quotaId}`
/** Students on record of each counsellor today. */
async function loadsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; n: number }>(sql`select c.teacher_id as id, count(distinct s.id)::int as n from class_staff_now c
    join student s on s.tenant_id = c.tenant_id and s.counselled_class_id = c.class_id and s.has_record and s.deleted_at is null
    where c.tenant_id = ${db.me.tenantId} and c.role = 'fdy' and c.teacher_id = any(${[...ids]}::uuid[]) group by 1`)
  return new Map(rows.map(r => [r.id, r.n]))
}
/** A quota with the first and last day of what counts for it. */
export type Asked = WorkQuota & { from: string; until: string }
const listed = (asked: readonly Asked[]): Sql =>
  sql`unnest(${asked.map(q => q.id)}::uuid[], ${asked.map(q => q.kind)}::text[], ${asked.map(q => q.from)}::date[], ${asked.map(q => q.until)}::date[], ${asked.map(q => q.minCount)}::int[]) q(id, kind, since, until, needed)`
/** Entries of each kind within the days that count. */
const timesOf = (db: Db, asked: readonly Asked[], ids: readonly string[]): Promise<Counted[]> =>
  db.query<Counted>(sql`select l.author_id as "teacherId", q.id as "quotaId", count(*)::int as n from ${listed(asked)} join work_log l on l.tenant_id = ${db.me.tenantId} and l.kind = q.kind
    and l.state in ('submitted', 'commented') and ${dayOf} between q.since and q.until and l.author_id = any(${[...ids]}::uuid[]) group by 1, 2`)
/** 50-CW6: of the students they have today, those with enough talks while they were in a class of the author. Whoever has left the class stands for nobody who is in it. */
const studentsReached = (db: Db, asked: readonly Asked[], ids: readonly string[]): Promise<Counted[]> => {
  const earliest = asked.map(q => q.from).toSorted()[0] ?? today()
  const talks = talksSince(db, TALKS, earliest)
  return db.query<Counted>(sql`select a.author_id as "teacherId", a.id as "quotaId", count(*)::int as n from (
    select q.id, t.author_id, t.student_id from ${listed(asked)} join (${talks}) t on t.kind = q.kind and t.day between q.since and q.until and t.author_id = any(${[...ids]}::uuid[])
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = t.student_id and s.has_record and s.deleted_at is null
    where exists (select from class_staff c where c.tenant_id = ${db.me.tenantId} and c.class_id = t.class_id and c.teacher_id = t.author_id and c.start_date <= t.day and (c.end_date is null or c.end_date > t.day))
      and exists (select from class_staff_now c where c.tenant_id = ${db.me.tenantId} and c.class_id = s.counselled_class_id and c.teacher_id = t.author_id and c.role = 'fdy')
    group by 1, 2, 3, q.needed having count(*) >= q.needed) a group by 1, 2`)
}
export interface Progress {
  asked: number
  done: number
}
/** What each quota asks of each of these counsellors, and what they have done of it. Each of their students counts where the quota names every student. */
export async function progressOf(db: Db, quotas: readonly Asked[], ids: readonly string[]): Promise<(teacherId: string, quota: Asked) => Progress> {
  const [byStudent, inAll] = [quotas.filter(q => q.coverage === 'everyStudent'), quotas.filter(q => q.coverage === 'none')]
  const counts = [...(await timesOf(db, inAll, ids)), ...(await studentsReached(db, byStudent, ids))]
  const done = new Map(counts.map(c => [keyOf(c.teacherId, c.quotaId), c.n]))
  const loads = await loadsOf(db, ids)
  return (teacherId, { id, coverage, minCount }) => ({ asked: coverage === 'none' ? minCount : (loads.get(teacherId) ?? 0), done: done.get(keyOf(teacherId, id)) ?? 0 })
}
