import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Stay } from './write.ts'

/** Condition on stays `s`: reserved by a committed but unpublished plan; students are notified on publication. */
export const isSecret = sql`(s.batch_id is not null and exists (select 1 from presort_plan p where p.tenant_id = s.tenant_id and p.id = s.batch_id and p.state = 'committed'))`
/** Stays already announced to their students. */
export async function withoutSecret(db: Db, stays: readonly Stay[]): Promise<Stay[]> {
  const planned = stays.filter(s => s.source === 'presort' && s.state === 'reserved').map(s => s.id)
  if (!planned.length) return [...stays]
  const secret = new Set(
    (await db.query<{ id: string }>(sql`select s.id from dorm_stay s where s.tenant_id = ${db.me.tenantId} and s.id = any(${planned}::uuid[]) and ${isSecret}`)).map(r => r.id),
  )
  return stays.filter(s => !secret.has(s.id))
}
