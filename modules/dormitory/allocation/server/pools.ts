import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import type { Grant } from '../../places/model/pool.ts'
import { poolOfGrants } from '../model/grants.ts'
import { grantedPools } from '../model/read-actions.ts'

/** Grants of plans in the format of a claim round: rooms with permitted classes. */
export default handle(grantedPools, async ({ db }) => {
  // the round's form refuses rooms outside its officer's scope
  const rows = await db.query<{ planId: string; name: string; roomId: string; classIds: string[] }>(sql`
    select p.id as "planId", p.name, l.room_id as "roomId", coalesce(array_agg(distinct c.id) filter (where c.id is not null), '{}') as "classIds"
    from presort_plan p join presort_line l on l.tenant_id = p.tenant_id and l.plan_id = p.id and l.is_granted
      left join stu_class c on c.tenant_id = l.tenant_id and case when l.class_id is not null then c.id = l.class_id else c.department_id = l.department_id and (l.grade is null or c.grade = l.grade) end
    where p.tenant_id = ${db.me.tenantId} and p.state in ('committed', 'published') group by 1, 2, 3 order by 2, 3`)
  return [...Map.groupBy(rows, r => r.planId)].map(([id, of]) => {
    const grants: Grant[] = poolOfGrants(of)
    return { id, name: of[0]?.name ?? '', rooms: of.length, pool: { dormIds: [], grants } }
  })
})
