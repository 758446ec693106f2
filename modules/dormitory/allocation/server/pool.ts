import sql, { empty, type Sql } from 'sql-template-tag'
import { STUDENT_STATUS } from '#modules/student/model/status.ts'
import type { Db } from '#server/context.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { mayLive } from '../../stays/model/rules.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import type { PoolFilter, StudentFilter } from '../model/filters.ts'

const LIVING = Object.keys(STUDENT_STATUS).filter(mayLive)
/** Condition on students `s`: matched by a filter and eligible. */
export const meant = (filter: StudentFilter): Sql => sql`s.deleted_at is null and s.status = any(${LIVING}::text[]) and s.gender_code in ('1', '2')
  ${filter.grades.length ? sql`and s.grade = any(${filter.grades}::int[])` : empty}
  ${filter.departmentIds.length ? sql`and s.department_id = any(${filter.departmentIds}::uuid[])` : empty}
  ${filter.classIds.length ? sql`and s.class_id = any(${filter.classIds}::uuid[])` : empty}
  ${filter.genderCode ? sql`and s.gender_code = ${filter.genderCode}` : empty}`
/** Condition on students `s`: without a bed from that day on. */
export const bedless = (
  db: Pick<Db, 'me'>,
  from: string,
): Sql => sql`not exists (select 1 from dorm_stay y where y.tenant_id = ${db.me.tenantId} and y.student_id = s.id and y.is_open and y.kind <> 'temporary'
  and (y.state <> 'held' or y.hold_until > now()) and y.period && daterange(${from}::date, null))`
/** Condition on rooms `r` with building `d`: within a pool. */
export const inPool = (db: Pick<Db, 'me'>, pool: PoolFilter): Sql => sql`true
  ${pool.campusIds.length ? sql`and d.campus_id = any(${pool.campusIds}::uuid[])` : empty}
  ${pool.dormIds.length || pool.floorIds.length ? sql`and (r.dorm_id = any(${pool.dormIds}::uuid[]) or r.floor_id = any(${pool.floorIds}::uuid[]))` : empty}
  ${pool.fromPlanId ? sql`and exists (select 1 from presort_line g where g.tenant_id = ${db.me.tenantId} and g.room_id = r.id and g.plan_id = ${pool.fromPlanId} and g.is_granted)` : empty}`
/** Condition on beds: free from that day on, enabled, unlocked, in a student room of one gender. */
export const givable = (db: Pick<Db, 'me'>, from: string): Sql =>
  sql`b.deleted_at is null and b.is_enabled and not ${isLockedNow} and ${roomWhy(from)} is null and ${roomGender} is not null and ${isFreeBetween(db, 'main', from, null)}`
export const bedsFrom = (db: Pick<Db, 'me'>): Sql => bedWithPlace(db.me.tenantId)
