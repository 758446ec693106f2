import sql, { empty } from 'sql-template-tag'
import type { Plan } from '#modules/outing/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'
import type { CentralBed, Stayer } from '../model/place.ts'

export interface Waiting extends Stayer {
  studentId: string
  from: string
  to: string
}
/** Stayers to be lodged centrally without a central bed yet. */
export const waitingFor = (db: Db, planId: string): Promise<Waiting[]> =>
  db.query<Waiting>(sql`select h.id, h.student_id as "studentId", s.gender_code as "genderCode", coalesce(h.department_id::text, '') as "departmentId", coalesce(h.class_id::text, '') as "classId",
      h."from"::text as "from", h."to"::text as "to"
    from holiday_stay h join student s on s.tenant_id = h.tenant_id and s.id = h.student_id
    where h.tenant_id = ${db.me.tenantId} and h.plan_id = ${planId} and h.state = 'approved' and h.lodging = 'central' and h.stay_id is null and h."to" >= ${today()}::date order by h.id`)

/** 20-DH2: beds unoccupied over the holiday. An absent resident's bed only in buildings shared in holidays, if the departure covers the dates. */
export const bedsFor = (db: Db, plan: Plan, floorIds: readonly string[] | null): Promise<Array<CentralBed & { dormId: string }>> =>
  db.query(sql`select b.id, b.room_id as "roomId", b.floor_id as "floorId", b.dorm_id as "dormId", ${roomGender} as "genderCode"
    from ${bedWithPlace(db.me.tenantId)} where b.is_enabled and not ${isLockedNow} and ${roomWhy(plan.holidayFrom)} is null and ${roomGender} is not null
      ${floorIds ? sql`and b.floor_id = any(${[...floorIds]}::uuid[])` : empty}
      and not exists (select from dorm_stay t where t.tenant_id = b.tenant_id and t.bed_id = b.id and t.is_open and t.kind = 'temporary' and t.period && daterange(${plan.holidayFrom}::date, ${plan.holidayTo}::date, '[]'))
      and not exists (select from dorm_stay m where m.tenant_id = b.tenant_id and m.bed_id = b.id and m.is_open and m.kind <> 'temporary' and m.period && daterange(${plan.holidayFrom}::date, ${plan.holidayTo}::date, '[]')
        and not (coalesce(d.holiday_shared, false) and exists (select from holiday_destination x where x.tenant_id = m.tenant_id and x.plan_id = ${plan.id} and x.student_id = m.student_id and x.choice <> 'stay'
          and x.answered_at is not null and x.back_at is null and (x.leave_at at time zone 'Asia/Shanghai')::date <= ${plan.holidayFrom}::date and (x.back_planned at time zone 'Asia/Shanghai')::date >= ${plan.holidayTo}::date)))
    order by d.full_name, f.floor_no, r.room_no, b.bed_no`)

/** Genders of people on these floors over the holiday: in their own bed, or already placed. */
export async function sleepingOn(db: Db, plan: Plan, floorIds: readonly string[]): Promise<Map<string, Set<string>>> {
  const rows = await db.query<{ floorId: string; genderCode: string }>(sql`select distinct t.floor_id as "floorId", t.gender_code as "genderCode" from dorm_stay t
    where t.tenant_id = ${db.me.tenantId} and t.floor_id = any(${[...floorIds]}::uuid[]) and t.is_open and t.gender_code is not null and t.period && daterange(${plan.holidayFrom}::date, ${plan.holidayTo}::date, '[]')
      and (t.kind = 'temporary' or exists (select from holiday_stay h where h.tenant_id = t.tenant_id and h.plan_id = ${plan.id} and h.student_id = t.student_id and h.state = 'approved' and h.lodging = 'ownBed'))`)
  return new Map([...Map.groupBy(rows, r => r.floorId)].map(([id, those]) => [id, new Set(those.map(r => r.genderCode))]))
}
