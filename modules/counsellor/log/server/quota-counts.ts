import sql, { empty, type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { countOf } from '#server/extensions/student-counts.ts'
import { roomsOfStudents } from '#server/extensions/student-rooms.ts'
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
type Loads = ReadonlyMap<string, number>
/** Students on record `s` of a counsellor `c` today. */
const own = (db: Db): Sql => sql`class_staff_now c join student s on s.tenant_id = c.tenant_id and s.counselled_class_id = c.class_id and s.has_record and s.deleted_at is null
  and c.tenant_id = ${db.me.tenantId} and c.role = 'fdy'`
/** Key students `s`: their counsellor has an open warning about them. What it is about is not read here, nor who is in the care of the counselling centre. */
const isKey = async (db: Db): Promise<Sql> => sql` and s.id in (select w.student_id from ${await countOf(db, 'warnings', sql`${today()}::date`)} w where w.n > 0)`
/** Rooms `y.room_id` in which students of a counsellor live today. */
const ownRooms = (db: Db): Sql => sql`${own(db)} join ${roomsOfStudents(db)} y on y.student_id = s.id and y.is_now`
/** How many students, or rooms, each counsellor has. */
async function loadsOf(db: Db, ids: readonly string[], of: { each: Sql; from: Sql; more?: Sql }): Promise<Loads> {
  const rows = await db.query<{ id: string; n: number }>(
    sql`select c.teacher_id as id, count(distinct ${of.each})::int as n from ${of.from} where c.teacher_id = any(${[...ids]}::uuid[])${of.more ?? empty} group by 1`,
  )
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
const studentsReached = (db: Db, asked: readonly Asked[], ids: readonly string[], more: Sql): Promise<Counted[]> => {
  const earliest = asked.map(q => q.from).toSorted()[0] ?? today()
  const talks = talksSince(db, TALKS, earliest)
  return db.query<Counted>(sql`select a.author_id as "teacherId", a.id as "quotaId", count(*)::int as n from (
    select q.id, t.author_id, t.student_id from ${listed(asked)} join (${talks}) t on t.kind = q.kind and t.day between q.since and q.until and t.author_id = any(${[...ids]}::uuid[])
      join student s on s.tenant_id = ${db.me.tenantId} and s.id = t.student_id and s.has_record and s.deleted_at is null${more}
    where exists (select from class_staff c where c.tenant_id = ${db.me.tenantId} and c.class_id = t.class_id and c.teacher_id = t.author_id and c.start_date <= t.day and (c.end_date is null or c.end_date > t.day))
      and exists (select from class_staff_now c where c.tenant_id = ${db.me.tenantId} and c.class_id = s.counselled_class_id and c.teacher_id = t.author_id and c.role = 'fdy')
    group by 1, 2, 3, q.needed having count(*) >= q.needed) a group by 1, 2`)
}
/** 50-CW6: of the rooms in which their students live today, those with enough visits to somebody who lived there on the day of the visit. */
const roomsReached = (db: Db, asked: readonly Asked[], ids: readonly string[]): Promise<Counted[]> =>
  db.query<Counted>(sql`with room as (select distinct c.teacher_id, y.room_id from ${ownRooms(db)} where c.teacher_id = any(${[...ids]}::uuid[])),
    visit as (select distinct q.id, q.needed, l.author_id, y.room_id, l.id as log_id from ${listed(asked)}
      join work_log l on l.tenant_id = ${db.me.tenantId} and l.kind = q.kind and l.state in ('submitted', 'commented') and ${dayOf} between q.since and q.until and l.author_id = any(${[...ids]}::uuid[])
      cross join lateral jsonb_array_elements_text(coalesce(l.student_ids, '[]')) x(id)
      join ${roomsOfStudents(db)} y on y.student_id = x.id::uuid and ${dayOf} <@ y.days)
    select a.author_id as "teacherId", a.id as "quotaId", count(*)::int as n from (
      select v.id, v.author_id, v.room_id from visit v join room r on r.teacher_id = v.author_id and r.room_id = v.room_id group by 1, 2, 3, v.needed having count(*) >= v.needed) a group by 1, 2`)
export interface Progress {
  asked: number
  done: number
}
const NONE: Loads = new Map()
/** What each quota asks of each of these counsellors, and what they have done of it: times, or each student, key student or room of theirs. */
export async function progressOf(db: Db, quotas: readonly Asked[], ids: readonly string[]): Promise<(teacherId: string, quota: Asked) => Progress> {
  const of = (coverage: Asked['coverage']) => quotas.filter(q => q.coverage === coverage)
  const [students, keys, rooms] = [of('everyStudent'), of('keyStudents'), of('everyRoom')]
  const key = keys.length ? await isKey(db) : empty
  const counts = [
    ...(await timesOf(db, of('none'), ids)),
    ...(students.length ? await studentsReached(db, students, ids, empty) : []),
    ...(keys.length ? await studentsReached(db, keys, ids, key) : []),
    ...(rooms.length ? await roomsReached(db, rooms, ids) : []),
  ]
  const done = new Map(counts.map(c => [keyOf(c.teacherId, c.quotaId), c.n]))
  const loads = {
    everyStudent: students.length ? await loadsOf(db, ids, { each: sql`s.id`, from: own(db) }) : NONE,
    keyStudents: keys.length ? await loadsOf(db, ids, { each: sql`s.id`, from: own(db), more: key }) : NONE,
    everyRoom: rooms.length ? await loadsOf(db, ids, { each: sql`y.room_id`, from: ownRooms(db) }) : NONE,
  }
  return (teacherId, { id, coverage, minCount }) => ({
    asked: coverage === 'none' ? minCount : (loads[coverage].get(teacherId) ?? 0),
    done: done.get(keyOf(teacherId, id)) ?? 0,
  })
}
