import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Direction } from '../model/access-event.ts'

/** One passage of a student, for other modules. */
export interface Passage {
  studentId: string
  direction: Direction
  at: string
  deviceId: string | null
  /** Building of the door; null for a campus gate. */
  dormId: string | null
}
export interface PassageSpan {
  /** Half-open interval of instants. */
  from: string
  to: string
  studentIds?: readonly string[]
}
const columns = sql`student_id as "studentId", direction, event_at as at, device_id as "deviceId", dorm_id as "dormId"`
const within = (
  db: Db,
  { from, to, studentIds }: PassageSpan,
) => sql`tenant_id = ${db.me.tenantId} and event_at >= ${from} and event_at < ${to} and student_id is not null and quarantine is null
  ${studentIds ? sql`and student_id = any(${[...new Set(studentIds)]}::uuid[])` : empty}`

/** Passages of a span in chronological order, without quarantined ones. The caller has checked access: no data scope applies. */
export const passagesOf = (db: Db, of: PassageSpan): Promise<Passage[]> =>
  db.query<Passage>(sql`select ${columns} from access_event where ${within(db, of)} order by event_at, seq, id`)
/** Of each student the last passage of a span, ends included, that lies on another campus than the one before it and closer in time than the way between them takes. Doors of
 *  buildings only: a gate names no campus. */
export const hurriedPassages = (db: Db, from: string, to: string, minutes: number, studentIds: readonly string[]): Promise<Array<{ studentId: string; at: string }>> =>
  db.query<{ studentId: string; at: string }>(sql`select distinct on (x.student_id) x.student_id as "studentId", x.event_at as at from (
      select e.student_id, e.event_at, d.campus_id, lag(d.campus_id) over w as campus_before, lag(e.event_at) over w as at_before
      from access_event e join dorm_building d on d.tenant_id = e.tenant_id and d.id = e.dorm_id
      where e.tenant_id = ${db.me.tenantId} and e.student_id = any(${[...studentIds]}::uuid[]) and e.quarantine is null and e.event_at between ${from} and ${to}
      window w as (partition by e.student_id order by e.event_at, e.seq, e.id)) x
    where x.campus_id <> x.campus_before and x.event_at - x.at_before < make_interval(mins => ${minutes}) order by x.student_id, x.event_at desc`)
/** Until when of a morning somebody who came in and did not leave has spent the night. */
const MORNING = '05:00'
/** Nights since a date, the last one before it is over left out, which these students spent in a dormitory, whoever lives there: the last door before the morning let them in. */
export const nightsInside = (db: Db, from: string, now: string, studentIds: readonly string[]): Promise<Array<{ studentId: string; night: string }>> =>
  db.query<{ studentId: string; night: string }>(sql`select s.id as "studentId", n::date::text as night from unnest(${[...studentIds]}::uuid[]) s(id)
    cross join generate_series(${from}::timestamp, (${now}::timestamptz at time zone 'Asia/Shanghai')::date - 1, interval '1 day') n
    cross join lateral (select e.direction, e.dorm_id from access_event e where e.tenant_id = ${db.me.tenantId} and e.student_id = s.id and e.quarantine is null
      and e.event_at <= (n + interval '1 day' + ${MORNING}::time) at time zone 'Asia/Shanghai' and e.event_at > (n - interval '1 day') at time zone 'Asia/Shanghai'
      order by e.event_at desc, e.seq desc, e.id desc limit 1) e
    where e.direction = 'in' and e.dorm_id is not null and (n + interval '1 day' + ${MORNING}::time) at time zone 'Asia/Shanghai' <= ${now} order by 1, 2`)
/** How many days back the last passage is searched. */
const LOOK_BACK_DAYS = 35
/** The last passage of each student up to a moment: one index look-up each. */
export const lastPassages = (db: Db, now: string, studentIds: readonly string[]): Promise<Passage[]> =>
  db.query<Passage>(sql`select l.* from unnest(${[...studentIds]}::uuid[]) s(id) cross join lateral (select ${columns} from access_event
    where tenant_id = ${db.me.tenantId} and student_id = s.id and quarantine is null and event_at <= ${now} and event_at > ${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS})
    order by event_at desc, id desc limit 1) l`)
