import sql from 'sql-template-tag'
import { takenTimes } from '#server/extensions/taken-times.ts'

/** Activities in which a student has a seat, or one is offered. */
export default takenTimes('activity.enrolment', async (db, { id }, { from, to }) => {
  const found = await db.query<{ name: string; sourceId: string; from: string; to: string }>(sql`select a.title as name, a.id as "sourceId", a.start_at as "from", a.end_at as "to"
    from activity_enrolment e join activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${db.me.tenantId} and e.student_id = ${id} and e.state in ('admitted', 'offered') and a.start_at < ${to}::timestamptz and a.end_at > ${from}::timestamptz`)
  return found.map(f => ({ kind: 'activity' as const, ...f }))
})
