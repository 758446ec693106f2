import sql, { type Sql } from 'sql-template-tag'

/** For the scores, as a subselect: what was noted of each seat and its subject; null until somebody came or the time was over. */
export const attendances = (tenantId: string, batchId: string): Sql => sql`(select e.application_id, x.subject, e.attendance
  from exam_seat e join exam_session x on x.tenant_id = e.tenant_id and x.id = e.session_id where e.tenant_id = ${tenantId} and e.batch_id = ${batchId}::uuid)`
