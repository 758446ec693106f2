import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { campus } from '#modules/campus/model/places.ts'
import { type Db, handle } from '#server/context.ts'
import { notFound } from '#server/data/rows.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { isLockedNow, roomGender } from '../../stays/server/api.ts'
import type { PlanState } from '../model/plan.ts'
import { type CURES, planBalance } from '../model/read-actions.ts'
import { type Demand, suppliesOf } from '../model/supply.ts'
import { type Plan, planFor } from './plan.ts'
import { bedless, bedsFrom, givable, inPool, meant } from './pool.ts'

const excluded = (plan: Plan) => sql`exists (select 1 from presort_pin p where p.tenant_id = s.tenant_id and p.plan_id = ${plan.id} and p.student_id = s.id and p.kind = 'exclude')`
const demandOf = (db: Db, plan: Plan) =>
  db.query<Demand>(sql`select s.campus_id as "campusId", s.gender_code as "genderCode", s.department_id as "departmentId", count(*)::int as n
    from student s where s.tenant_id = ${db.me.tenantId} and ${meant(plan.studentFilter)} and ${bedless(db, plan.startDate)} and not ${excluded(plan)} group by 1, 2, 3`)
const bedsOf = (db: Db, plan: Plan) =>
  db.query<{ campusId: string; genderCode: string; n: number }>(sql`select d.campus_id as "campusId", ${roomGender} as "genderCode", count(*)::int as n
    from ${bedsFrom(db)} where ${inPool(db, plan.poolFilter)} and ${givable(db, plan.startDate)} group by 1, 2`)
const MOST_CURES = 12
interface Cure {
  place: string
  why: keyof typeof CURES
  genderCode: string | null
  beds: number
}
/** Beds of the pool that are unavailable, by floor and reason; largest gain first. */
const curesOf = (db: Db, plan: Plan) =>
  db.query<Cure>(sql`
    select f.full_name as place, x.why, ${roomGender} as "genderCode", count(*)::int as beds
    from ${bedsFrom(db)} cross join lateral (select case
      when not (d.is_enabled and f.is_enabled and r.is_enabled and b.is_enabled) then 'off' when r.state <> 'normal' then r.state
      when ${plan.startDate}::date between r.closed_from and coalesce(r.closed_to, 'infinity') then 'closed'
      when r.usage not in ('student', 'reserve') then case when r.usage in ('staff', 'isolation') then 'usage' end when ${roomGender} is null then 'noGender' when ${isLockedNow} then 'locked'
      when not ${isFreeBetween(db, 'main', plan.startDate, null)} then case when exists (select 1 from dorm_stay o where o.tenant_id = b.tenant_id and o.bed_id = b.id and o.is_open and o.kind <> 'temporary' and o.planned_out is null) then 'taken' end end as why) x
    where b.deleted_at is null and r.deleted_at is null and ${inPool(db, plan.poolFilter)} and x.why is not null group by 1, 2, 3 order by beds desc, place limit ${MOST_CURES}`)
/** Other plans that use the same rooms. */
export const overlapsOf = (db: Db, plan: Plan, states: readonly string[]) =>
  db.query<{ id: string; name: string; state: PlanState; rooms: number }>(sql`
    with mine as (select r.id, r.dorm_id, r.floor_id, d.campus_id from dorm_room r join dorm_building d on d.tenant_id = r.tenant_id and d.id = r.dorm_id where r.tenant_id = ${db.me.tenantId} and r.deleted_at is null and ${inPool(db, plan.poolFilter)})
    select o.id, o.name, o.state, count(*)::int as rooms from presort_plan o join mine r on
      (jsonb_array_length(coalesce(o.pool_filter -> 'campusIds', '[]')) = 0 or o.pool_filter -> 'campusIds' ? r.campus_id::text)
      and (jsonb_array_length(coalesce(o.pool_filter -> 'dormIds', '[]')) + jsonb_array_length(coalesce(o.pool_filter -> 'floorIds', '[]')) = 0 or o.pool_filter -> 'dormIds' ? r.dorm_id::text or o.pool_filter -> 'floorIds' ? r.floor_id::text)
      and (o.pool_filter ->> 'fromPlanId' is null or exists (select 1 from presort_line g where g.tenant_id = o.tenant_id and g.room_id = r.id and g.plan_id = (o.pool_filter ->> 'fromPlanId')::uuid and g.is_granted))
    where o.tenant_id = ${db.me.tenantId} and o.id <> ${plan.id} and o.id is distinct from ${plan.poolFilter.fromPlanId}::uuid and o.pool_filter ->> 'fromPlanId' is distinct from ${plan.id}::text
      and o.state = any(${[...states]}::text[]) group by 1, 2, 3 order by o.name`)

/** 20-DP5 */
export default handle(planBalance, async ({ db }, { id }) => {
  const { plan, isOwn } = await planFor(db, id)
  if (!isOwn) throw notFound()
  const [demand, beds] = [await demandOf(db, plan), await bedsOf(db, plan)]
  const [campuses, colleges] = [await db.cached(campus), await db.cached(department)]
  const quotas = await db.query<{ departmentId: string; genderCode: string; beds: number }>(
    sql`select department_id as "departmentId", gender_code as "genderCode", beds from presort_quota where tenant_id = ${db.me.tenantId} and plan_id = ${id} and class_id is null and grade_major_id is null`,
  )
  const [out] = await db.query<{ n: number }>(sql`select count(*)::int as n from presort_pin where tenant_id = ${db.me.tenantId} and plan_id = ${id} and kind = 'exclude'`)
  const supplies = suppliesOf(demand, beds, plan.rules.ownCampus)
  const campusName = (campusId: string | null): string => campuses.get(campusId ?? '')?.name ?? '—'
  return {
    students: demand.reduce((sum, d) => sum + d.n, 0),
    beds: beds.reduce((sum, b) => sum + b.n, 0),
    excluded: out?.n ?? 0,
    supply: supplies.map(s => ({ ...s, campusId: s.campusId ?? '', campus: s.campusId ? campusName(s.campusId) : '' })),
    colleges: demand
      .map(d => {
        const quota = quotas.find(q => q.departmentId === d.departmentId && q.genderCode === d.genderCode)?.beds ?? null
        return {
          departmentId: d.departmentId,
          label: colleges.get(d.departmentId ?? '')?.name ?? '—',
          campus: campusName(d.campusId),
          genderCode: d.genderCode,
          demand: d.n,
          quota,
          short: quota === null ? 0 : Math.max(0, d.n - quota),
        }
      })
      .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : a.genderCode < b.genderCode ? -1 : 1)),
    cures: await curesOf(db, plan),
    overlaps: await overlapsOf(db, plan, ['draft', 'simulated', 'committed', 'published']),
  }
})
