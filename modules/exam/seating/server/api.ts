import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { ATTENDANCE } from '../model/seat.ts'

export interface SeatTaken {
  applicationId: string
  subject: string
  zkzh: string | null
  roomNo: string
  seatNo: number
  /** Null until somebody came or the time was over. */
  attendance: keyof typeof ATTENDANCE | null
}
/** For the scores: who sits what, under which number, and whether they came; in the order of the numbers. Registrations that lapsed are left out. */
export const seatsOfBatch = (db: Db, batchId: string): Promise<SeatTaken[]> =>
  db.query(sql`select e.application_id as "applicationId", x.subject, p.zkzh, r.room_no as "roomNo", e.seat_no as "seatNo", e.attendance from exam_seat e
    join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id join exam_room r on r.tenant_id = e.tenant_id and r.id = e.room_id
    join exam_application a on a.tenant_id = e.tenant_id and a.id = e.application_id and a.state <> 'lapsed' join exam_applicant p on p.tenant_id = a.tenant_id and p.id = a.exam_applicant_id
    where e.tenant_id = ${db.me.tenantId} and e.batch_id = ${batchId}::uuid order by p.zkzh, x.subject`)
