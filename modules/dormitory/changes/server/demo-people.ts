import sql from 'sql-template-tag'
import { counselledClasses } from '#modules/student/server/demo-people.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { isFreeBetween } from '../../places/server/api.ts'
import { bedWithPlace, isLockedNow, roomGender, roomWhy } from '../../stays/server/api.ts'

export interface Resident {
  id: string
  name: string
  gender: string
  classId: string | null
  departmentId: string | null
  stayId: string
  bedId: string
  dormId: string
  /** In a class of the demo counsellor. */
  isNear: boolean
  /** The demo student. */
  isStudent: boolean
}
/** Residents with accounts, those of the demo counsellor first, so that the demo users see data. */
export const residentsOf = (db: Db): Promise<Resident[]> =>
  db.query<Resident>(sql`select t.id, t.name, t.gender_code as gender, t.class_id as "classId", t.department_id as "departmentId", s.id as "stayId", s.bed_id as "bedId", s.dorm_id as "dormId",
      coalesce(t.class_id in ${counselledClasses(db)}, false) as "isNear",
      exists (select from sys_user u where u.tenant_id = t.tenant_id and u.student_id = t.id and u.user_name = 'student') as "isStudent"
    from dorm_stay s join student t on t.tenant_id = s.tenant_id and t.id = s.student_id and t.status = 'active' and t.deleted_at is null
    where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.kind = 'main' and (s.planned_out is null or s.planned_out > ${today()}::date + 60) and s.check_in_at < ${today()}::date - 60
      and exists (select from sys_user u where u.tenant_id = t.tenant_id and u.student_id = t.id)
    order by "isStudent" desc, "isNear" desc, md5(t.student_no || 'change')`)
export interface FreeBed {
  id: string
  dormId: string
  gender: string
}
/** Beds free now and later, one sex after the other. */
export const freeBedsOf = (db: Db): Promise<FreeBed[]> =>
  db.query<FreeBed>(sql`select b.id, b.dorm_id as "dormId", ${roomGender} as gender from ${bedWithPlace(db.me.tenantId)}
    where b.deleted_at is null and b.is_enabled and not ${isLockedNow} and ${roomWhy(today())} is null and ${roomGender} is not null and ${isFreeBetween(db, 'change', today(), null)} order by md5(b.full_name)`)

export interface Moved {
  stayId: string
  /** Their bed until `at`. */
  fromBedId: string
  at: string
}
/** Shifts the start of current stays to a later date and inserts closed stays in the previous bed. Returns the earlier stay by the current one. */
export async function movedBefore(db: Db, moved: readonly Moved[]): Promise<Map<string, string>> {
  const rows = await db.query<{ now: string; before: string }>(sql`
    with x as (select "stayId" as id, "fromBedId" as bed_id, at from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) x("stayId" uuid, "fromBedId" uuid, at timestamptz)),
    old as (insert into dorm_stay (tenant_id, student_id, student_no, name, gender_code, department_id, grade, class_id, bed_id, room_id, floor_id, dorm_id, kind, source, state, is_open, planned_in, planned_out,
        check_in_at, check_in_way, check_out_at, check_out_reason)
      select s.tenant_id, s.student_id, s.student_no, s.name, s.gender_code, s.department_id, s.grade, s.class_id, x.bed_id, s.room_id, s.floor_id, s.dorm_id, 'main', s.source, 'checkedOut', false, s.planned_in, s.planned_out,
        s.check_in_at, s.check_in_way, x.at, 'change'
      from x join dorm_stay s on s.tenant_id = ${db.me.tenantId} and s.id = x.id returning id, student_id),
    now as (update dorm_stay s set source = 'change', planned_in = (x.at at time zone 'Asia/Shanghai')::date, check_in_at = x.at, check_in_way = 'batch' from x where s.tenant_id = ${db.me.tenantId} and s.id = x.id returning s.id, s.student_id)
    select now.id as now, old.id as before from now join old on old.student_id = now.student_id`)
  return new Map(rows.map(r => [r.now, r.before]))
}
