import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { uuidv7 } from '#server/uuid.ts'
import { shiftAt } from '../../model/access/shift.ts'
import type { Incident } from '../../model/access/visitor.ts'

export interface NewIncident {
  dormId: string
  text: string
  studentIds: readonly string[]
}
/** Writes something that happened into the log of the building's running shift, which begins with it where nobody has begun it. Answers the incident's id.
 *  Two at once are both there: each is appended where the row stands. */
export async function openIncident(db: Db, { dormId, text, studentIds }: NewIncident): Promise<string> {
  const { dutyDate, shift } = shiftAt(new Date().toISOString())
  const incident: Incident = { id: uuidv7(), at: new Date().toISOString(), text, studentIds: [...studentIds], by: db.me.userId || null }
  await db.query(sql`insert into duty_log as d (tenant_id, dorm_id, duty_date, shift, incidents, created_by, updated_by)
    values (${db.me.tenantId}, ${dormId}, ${dutyDate}, ${shift}, ${JSON.stringify([incident])}::jsonb, ${db.me.userId || null}, ${db.me.userId || null})
    on conflict (tenant_id, dorm_id, duty_date, shift) do update set incidents = d.incidents || excluded.incidents, version = d.version + 1, updated_at = now(), updated_by = excluded.updated_by`)
  return incident.id
}
