import sql from 'sql-template-tag'
import { roundAccounts } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { registrationBatch } from '../model/batch.ts'
import { registrationRecord } from '../model/record.ts'
import { AWAY, type Batch } from './register.ts'

/** 30-SG1: whoever of the audience has no record yet gets one, so that the list holds all of them: active students are not registered, who is away is exempt. */
export async function standIn(db: Db, batch: Batch): Promise<number> {
  const accounts = await roundAccounts(db, registrationBatch, batch)
  const made = await db.insertFrom(
    registrationRecord,
    {
      ...{ batchId: sql`${batch.id}::uuid`, studentId: sql`s.id`, departmentId: sql`s.department_id`, classId: sql`s.class_id` },
      state: sql`case when s.status = 'active' then 'unregistered' else 'exempt' end`,
    },
    sql`student s where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.status = any(${['active', ...AWAY]}::text[]) and s.id in (select a.student_id from ${accounts} a)
      and not exists (select 1 from registration_record r where r.tenant_id = s.tenant_id and r.batch_id = ${batch.id} and r.student_id = s.id)`,
    { history: false, skipExisting: true },
  )
  return made.length
}
