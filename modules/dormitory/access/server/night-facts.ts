import sql, { empty } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Direction } from '../model/access-event.ts'
import type { Hours, NightFacts } from '../model/rules.ts'

/** How many days back the last record is searched. */
const LOOK_BACK_DAYS = 35
interface NightRow {
  studentId: string
  direction: Direction | null
  at: string | null
  lateIn: string | null
  isSeenLater: boolean
}
/** The SQL version of `factsOf` for any number of students: two index look-ups each. `receivedBy` excludes later records, for replays. */
export async function nightFacts(db: Db, studentIds: readonly string[], hours: Hours, now: string, receivedBy?: string): Promise<Map<string, NightFacts>> {
  if (!studentIds.length) return new Map()
  const until = Date.parse(now) < Date.parse(hours.gateOpening) ? now : hours.gateOpening
  const known = sql`tenant_id = ${db.me.tenantId} and student_id = s.id and quarantine is null ${receivedBy ? sql`and received_at <= ${receivedBy}` : empty}`
  const rows = await db.query<NightRow>(sql`select s.id as "studentId", l.direction, l.event_at as at, n.event_at as "lateIn",
      exists (select from access_event where ${known} and event_at >= ${hours.gateOpening} and event_at <= ${now}) as "isSeenLater"
    from unnest(${[...studentIds]}::uuid[]) s(id)
      left join lateral (select direction, event_at from access_event where ${known} and event_at < ${until} and event_at >= ${hours.curfew}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS})
        order by event_at desc, id desc limit 1) l on true
      left join lateral (select event_at from access_event where ${known} and event_at >= ${hours.curfew} and event_at < ${until} and direction = 'in' order by event_at desc limit 1) n on l.event_at >= ${hours.curfew}`)
  return new Map(rows.map(({ studentId, direction, at, lateIn, isSeenLater }) => [studentId, { last: direction && at ? { direction, at } : null, lateIn, isSeenLater }]))
}
/** Students seen inside that night by a patrol or a correction. */
export async function seenInside(db: Db, night: string, studentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`select student_id as id from night_line where tenant_id = ${db.me.tenantId} and night_date = ${night}::date
    and student_id = any(${[...studentIds]}::uuid[]) and result in ('present', 'late') and way in ('patrol', 'correction')`)
  return new Set(rows.map(r => r.id))
}
