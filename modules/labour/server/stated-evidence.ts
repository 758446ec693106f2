import sql from 'sql-template-tag'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'

/** Hours of a project that is settled. */
export default evidenceSource({
  code: 'labour.enrolment',
  label: '劳动教育',
  events: ['labour.hoursPosted'],
  about: payloads => payloads.flatMap(({ enrolmentId }) => (typeof enrolmentId === 'string' ? [enrolmentId] : [])),
  async facts({ db }, ids) {
    const rows = await db.query<Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId' | 'title'> & { hours: number }>(sql`select e.student_id as "studentId",
        least((p.sessions->-1->>'start')::timestamptz::date, current_date)::text as "occurredOn", e.id::text as "sourceId", p.name as title, e.hours::float8 as hours
      from labour_enrolment e join labour_project p on p.tenant_id = e.tenant_id and p.id = e.project_id
      where e.tenant_id = ${db.me.tenantId} and e.id = any(${[...ids]}::uuid[]) and e.state = 'completed' and e.hours > 0`)
    return rows.map(({ hours, ...row }): EvidenceFact => ({ ...row, kind: 'labour', quantity: hours }))
  },
})
