import sql, { type Sql } from 'sql-template-tag'
import { COMPLETE_STATES } from '../model/application.ts'
import { CULTURE } from '../model/dictionaries.ts'

/** Who sits what in a batch, as a subselect: each registration that is complete with each subject of the plans it has chosen, and whether it is exempt from it. */
export const sittings = (tenantId: string, batchId: string): Sql => sql`(select distinct a.id, a.ksh, a.name, a.state, s.subject,
    a.exempt_state is not distinct from 'granted' and (a.exempt = 'all' or s.subject = any(${[...CULTURE]}::text[])) as is_exempt
  from exam_application a cross join jsonb_array_elements_text(a.choices) c(id)
  join exam_plan p on p.tenant_id = a.tenant_id and p.id = c.id::uuid cross join jsonb_array_elements_text(p.subjects) s(subject)
  where a.tenant_id = ${tenantId} and a.batch_id = ${batchId}::uuid and a.state = any(${[...COMPLETE_STATES]}::text[]))`
