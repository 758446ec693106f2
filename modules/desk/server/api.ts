import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** What other modules may call. */
export interface Appointment {
  userId: string
  title: string
  begin: string
  end: string
  allDay?: boolean
  /** Code of `scheduleKind`. */
  kind?: string
  place?: string | null
  link?: string | null
}
export interface AppointmentSource {
  sourceType: string
  sourceId: string
}
/** Puts what a business has settled into people's schedules, read-only (P4): what of this source was there before and is not named any more goes. */
export async function settleSchedule(db: Db, source: AppointmentSource, appointments: readonly Appointment[]): Promise<void> {
  const { tenantId } = db.me
  const rows = JSON.stringify(appointments.map(a => ({ allDay: false, kind: null, place: null, link: null, ...a })))
  await db.query(sql`with given as (
      select * from jsonb_to_recordset(${rows}::jsonb) g("userId" uuid, title text, "begin" timestamptz, "end" timestamptz, "allDay" boolean, kind text, place text, link text)
    ), gone as (
      delete from schedule_event e where e.tenant_id = ${tenantId} and e.source_type = ${source.sourceType} and e.source_id = ${source.sourceId}
        and not exists (select from given g where g."userId" = e.user_id and g."begin" = e."begin")
    )
    insert into schedule_event as e (tenant_id, user_id, title, "begin", "end", all_day, kind, place, link, source_type, source_id)
    select ${tenantId}::uuid, u.id, g.title, g."begin", g."end", g."allDay", g.kind, g.place, g.link, ${source.sourceType}, ${source.sourceId}
      from given g join sys_user u on u.tenant_id = ${tenantId} and u.id = g."userId"
    on conflict (tenant_id, user_id, source_type, source_id, "begin") where source_type is not null
      do update set title = excluded.title, "end" = excluded."end", all_day = excluded.all_day, kind = excluded.kind, place = excluded.place, link = excluded.link,
        version = e.version + 1, updated_at = now()`)
}
