import sql from 'sql-template-tag'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute, type Db, handle } from '#server/context.ts'
import { sharedAddresses } from '../model/actions.ts'
import { offCampusCheck } from '../model/off-campus-check.ts'
import { offCampusStay } from '../model/off-campus-stay.ts'
import { settingsOf } from './settings.ts'

/** How many students live at the address of each stay now, the student included. */
export async function sharingOf(db: Db, rows: ReadonlyArray<{ id: string }>): Promise<ReadonlyMap<string, number>> {
  const found = await db.query<{ id: string; n: number }>(sql`select t.id, count(distinct o.student_id)::int as n from off_campus_stay t
      join off_campus_stay o on o.tenant_id = t.tenant_id and o.canton_code = t.canton_code and o.address = t.address and (o.state in ('approved', 'active') or o.id = t.id)
    where t.tenant_id = ${db.me.tenantId} and t.id = any(${rows.map(r => r.id)}::uuid[]) group by t.id`)
  return new Map(found.map(f => [f.id, f.n]))
}
interface Shared {
  cantonCode: string
  address: string
  people: Array<{ id: string; name: string; className: string | null }>
}
/** By the reader's own students: how many others live there is not told. */
const shared = handle(sharedAddresses, async ({ db }) => {
  const { sharedFrom } = await settingsOf(db)
  const cantons = await cantonsByCode(db)
  const found =
    await db.query<Shared>(sql`select o.canton_code as "cantonCode", o.address, jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'className', c.name) order by c.name, s.student_no) as people
    from ${db.visibleFor(offCampusStay, sharedAddresses.permission).rows()} o join student s on s.tenant_id = o.tenant_id and s.id = o.student_id
      left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    where o.state = 'active' group by 1, 2 having count(distinct o.student_id) >= ${sharedFrom}::int order by count(*) desc, 1, 2 limit 200`)
  return { least: sharedFrom, groups: found.map(({ cantonCode, ...of }) => ({ ...of, placeName: cantons.get(cantonCode)?.fullName ?? null })) }
})
export default [
  shared,
  compute(offCampusStay, ['sharing'], async ({ db }, rows) => {
    const sharing = await sharingOf(db, rows)
    for (const row of rows) row.sharing = sharing.get(row.id) ?? null
  }),
  ...studentNumbers(offCampusCheck),
]
