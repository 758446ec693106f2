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
/** How many days back the last passage is searched. */
const LOOK_BACK_DAYS = 35
/** The last passage of each student up to a moment: one index look-up each. */
export const lastPassages = (db: Db, now: string, studentIds: readonly string[]): Promise<Passage[]> =>
  db.query<Passage>(sql`select l.* from unnest(${[...studentIds]}::uuid[]) s(id) cross join lateral (select ${columns} from access_event
    where tenant_id = ${db.me.tenantId} and student_id = s.id and quarantine is null and event_at <= ${now} and event_at > ${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS})
    order by event_at desc, id desc limit 1) l`)
