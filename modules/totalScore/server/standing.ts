import sql, { type Sql } from 'sql-template-tag'
import { departmentsBelow } from '#modules/campus/server/api.ts'
import type { Db } from '#server/context.ts'
import { STUDY } from '../model/rules.ts'
import { tsScheme } from '../model/scheme.ts'
import { periodOn, type Scheme } from './periods.ts'

/** A select of `id` of those, among the students a select finds, whom a scheme is for. */
export async function membersOf(db: Db, { gradeFrom, gradeTo, departmentIds }: Scheme, students: Sql): Promise<Sql> {
  const named = (departmentIds ?? []).filter(id => id !== null)
  const departments = (await Promise.all(named.map(id => departmentsBelow(db, id)))).flat()
  return sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students})
    and (${gradeFrom}::int is null or s.grade >= ${gradeFrom}::int) and (${gradeTo}::int is null or s.grade <= ${gradeTo}::int)
    and (${named.length === 0}::boolean or s.department_id = any(${departments}::uuid[]))`
}
export const schemesInUse = async (db: Db, kind: Scheme['kind']): Promise<Scheme[]> =>
  [...(await db.cached(tsScheme)).values()].filter(s => s.state === 'active' && s.kind === kind)
/** A select of `id`, `balance` of the members of a scheme of conduct on a day: the base of whoever has no entries. */
export async function conductOf(db: Db, scheme: Scheme, students: Sql, on: string): Promise<Sql> {
  const period = (await periodOn(db, scheme, on)) ?? ''
  return sql`select m.id, greatest(${scheme.minScore}::numeric, least(${scheme.maxScore}::numeric, ${scheme.baseScore}::numeric + coalesce(a.points, 0) / 100.0)) as balance
    from (${await membersOf(db, scheme, students)}) m
      left join point_account a on a.tenant_id = ${db.me.tenantId} and a.scheme_id = ${scheme.id} and a.student_id = m.id and a.period = ${period}`
}
/** 50-TS8: a select of `id`, `name`, `required`, `points` and `counted`, the points within the cap, of each category of a scheme of credits for its members. */
export const categoriesOf = async (
  db: Db,
  scheme: Scheme,
  students: Sql,
): Promise<Sql> => sql`select m.id, k.name, k.position, k.required_min as required, coalesce(c.points, 0) as points,
    least(coalesce(c.points, 0), k.cap) as counted
  from (${await membersOf(db, scheme, students)}) m
    join ts_category k on k.tenant_id = ${db.me.tenantId} and k.scheme_id = ${scheme.id}
    left join (select a.student_id, i.category_id, sum(e.amount) / 100.0 as points
      from point_account a join point_entry e on e.tenant_id = a.tenant_id and e.account_id = a.id and e.kind = 'counted'
        join ts_item i on i.tenant_id = e.tenant_id and i.id = e.item_id
      where a.tenant_id = ${db.me.tenantId} and a.scheme_id = ${scheme.id} and a.period = ${STUDY} and a.student_id in (${students}) group by 1, 2) c
      on c.student_id = m.id and c.category_id = k.id`
/** A select of `id`, `credits` of the members of a scheme of credits. */
export const creditTotals = async (db: Db, scheme: Scheme, students: Sql): Promise<Sql> =>
  sql`select k.id, round(sum(k.counted) / ${scheme.pointsPerCredit}::numeric, 2) as credits from (${await categoriesOf(db, scheme, students)}) k group by 1`
