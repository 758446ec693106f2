import sql from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute, type Db } from '#server/context.ts'
import { offCampusCheck } from '../model/off-campus-check.ts'
import { offCampusStay } from '../model/off-campus-stay.ts'

/** How many students live at the address of each stay now, the student included. */
export async function sharingOf(db: Db, rows: ReadonlyArray<{ id: string }>): Promise<ReadonlyMap<string, number>> {
  const found = await db.query<{ id: string; n: number }>(sql`select t.id, count(distinct o.student_id)::int as n from off_campus_stay t
      join off_campus_stay o on o.tenant_id = t.tenant_id and o.canton_code = t.canton_code and o.address = t.address and (o.state in ('approved', 'active') or o.id = t.id)
    where t.tenant_id = ${db.me.tenantId} and t.id = any(${rows.map(r => r.id)}::uuid[]) group by t.id`)
  return new Map(found.map(f => [f.id, f.n]))
}
export default [
  compute(offCampusStay, ['sharing'], async ({ db }, rows) => {
    const sharing = await sharingOf(db, rows)
    for (const row of rows) row.sharing = sharing.get(row.id) ?? null
  }),
  ...studentNumbers(offCampusCheck),
]
