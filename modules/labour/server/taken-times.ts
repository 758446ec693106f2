import sql from 'sql-template-tag'
import { takenTimes } from '#server/extensions/taken-times.ts'

/** Sessions of projects in which a student has a place, or waits for one. */
export default takenTimes('labour.session', async (db, { id }, { from, to }) => {
  const found = await db.query<{
    name: string
    sourceId: string
    from: string
    to: string
  }>(sql`select p.name, p.id as "sourceId", s.starts_at as "from", s.ends_at as "to" from labour_enrolment e
    join labour_session s on s.tenant_id = e.tenant_id and s.project_id = e.project_id join labour_project p on p.tenant_id = e.tenant_id and p.id = e.project_id
    where e.tenant_id = ${db.me.tenantId} and e.student_id = ${id} and e.state in ('enrolled', 'waiting') and s.starts_at < ${to}::timestamptz and s.ends_at > ${from}::timestamptz`)
  return found.map(f => ({ kind: 'labour' as const, ...f }))
})
