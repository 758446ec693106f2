import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { COMES } from '../../steps/server/api.ts'

/** Condition on stays `d`: the bed of student `s`, reserved or lived in. */
export const isOwnBed = sql`d.tenant_id = s.tenant_id and d.student_id = s.id and d.is_open and d.kind = 'main' and d.state <> 'held'`
/** Condition on students `s`: have a bed that is reserved or lived in. */
export const hasBed = sql`exists (select from dorm_stay d where ${isOwnBed})`
/** Ids of those of a batch who come. */
export const comingIn = (
  db: Db,
  batchId: string,
): Sql => sql`select m.student_id from welcome_member m join admitted_student a on a.tenant_id = m.tenant_id and a.id = m.student_id and ${COMES}
  where m.tenant_id = ${db.me.tenantId} and m.batch_id = ${batchId}`
