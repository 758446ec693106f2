import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { CHECKED, type Checked, type StudentOrg, UNIONS } from '../model/org.ts'
import { CHAIRS, UNION_KINDS } from '../model/post.ts'
import { settingsOf } from './settings.ts'

export interface CheckItem {
  item: Checked
  count: number
  limit: number
}
type Counts = { id: string } & Record<Checked, number>
/** 60-OG1: counts and limits of unions, one statement for any number of them; other organisations have no limits. */
export async function checkOrgs(db: Db, orgs: ReadonlyArray<Pick<StudentOrg, 'id' | 'type' | 'staffCap' | 'chairCap' | 'deptCap'>>): Promise<Map<string, CheckItem[]>> {
  const unions = orgs.filter(o => UNIONS.includes(o.type))
  const found = await db.query<Counts>(sql`select o.id,
      coalesce((select sum(p.seats) from org_post p where p.tenant_id = o.tenant_id and p.org_id = o.id), 0)::int as staff,
      coalesce((select sum(p.seats) from org_post p where p.tenant_id = o.tenant_id and p.org_id = o.id and p.kind = any(${[...CHAIRS]}::text[])), 0)::int as chairs,
      (select count(*) from org_unit u where u.tenant_id = o.tenant_id and u.org_id = o.id)::int as depts,
      coalesce((select sum(p.seats) from org_post p where p.tenant_id = o.tenant_id and p.org_id = o.id and p.kind <> all(${[...UNION_KINDS]}::text[])), 0)::int as kinds,
      (select count(*) from student_org b where b.tenant_id = o.tenant_id and b.parent_id = o.id and b.level = o.level and b.state <> 'ended')::int as layers,
      (select count(*) from org_post p where p.tenant_id = o.tenant_id and p.org_id = o.id and p.rights ? 'recordHygiene')::int as duties
    from student_org o where o.tenant_id = ${db.me.tenantId} and o.id = any(${unions.map(o => o.id)}::uuid[])`)
  const counts = new Map(found.map(f => [f.id, f]))
  const { staffMost, chairsMost, deptsMost } = await settingsOf(db)
  return new Map(
    unions.map(({ id, staffCap, chairCap, deptCap }) => {
      const limits: Record<Checked, number> = { staff: staffCap ?? staffMost, chairs: chairCap ?? chairsMost, depts: deptCap ?? deptsMost, kinds: 0, layers: 0, duties: 0 }
      return [id, (Object.keys(CHECKED) as Checked[]).map(item => ({ item, count: counts.get(id)?.[item] ?? 0, limit: limits[item] }))]
    }),
  )
}
export const breachesIn = (items: readonly CheckItem[] | undefined): CheckItem[] => (items ?? []).filter(i => i.count > i.limit)
/** Breaches as a refusal names them: each with count and limit. */
export const breachText = (breaches: readonly CheckItem[]) =>
  breaches.map(({ item, count, limit }) => ({ text: '{item} {count}（上限 {limit}）', values: { item: { text: CHECKED[item] }, count, limit } }))
