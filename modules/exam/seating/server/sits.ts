import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export interface Sits {
  subject: string
  date: string
  from: string
  to: string
  roomNo: string
  seatNo: number
  venue: string
  place: string | null
}
/** Where and when somebody sits, in the order of the days. The caller has checked whose. */
export const sessionsOf = (db: Db, applicationId: string): Promise<Sits[]> =>
  db.query(sql`select x.subject, x.date::text as date, to_char(x."from", 'HH24:MI') as "from", to_char(x."to", 'HH24:MI') as "to", r.room_no as "roomNo", e.seat_no as "seatNo", v.name as venue,
    nullif(concat_ws(' ', c.name, c.address, b.name), '') as place
    from exam_seat e join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id
    join venue v on v.tenant_id = r.tenant_id and v.id = r.venue_id left join campus c on c.tenant_id = v.tenant_id and c.id = v.campus_id left join building b on b.tenant_id = v.tenant_id and b.id = v.building_id
    where e.tenant_id = ${db.me.tenantId} and e.application_id = ${applicationId}::uuid order by x.date, x."from"`)
