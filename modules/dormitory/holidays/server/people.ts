import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { holdersOn, relationsOf } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { ownStudentId } from '#modules/student/server/api.ts'
import type { Ctx, Db } from '#server/context.ts'

/** Resident data for a holiday stay: identity, contact and bed. */
export interface Resident {
  id: string
  name: string
  studentNo: string | null
  genderCode: string
  birthDate: string | null
  departmentId: string | null
  classId: string | null
  className: string | null
  userId: string | null
  guardianName: string | null
  guardianPhone: string | null
  stayId: string | null
  dormId: string | null
  roomId: string | null
  bed: string | null
  plannedOut: string | null
}
/** The caller has checked access. With lock, concurrent applications of a student are serialized. */
export async function boardersOf(db: Db, ids: readonly string[], { isLocked = false } = {}): Promise<Map<string, Resident>> {
  if (!ids.length) return new Map()
  const wanted = [...new Set(ids)]
  if (isLocked) await db.query(sql`select 1 from student where tenant_id = ${db.me.tenantId} and id = any(${wanted}::uuid[]) order by id for no key update`)
  const rows =
    await db.query<Resident>(sql`select s.id, s.name, s.student_no as "studentNo", s.gender_code as "genderCode", s.birth_date::text as "birthDate", s.department_id as "departmentId",
      s.class_id as "classId", c.name as "className", u.user_id as "userId", coalesce(g.name, s.emergency_name) as "guardianName", coalesce(g.phone, s.emergency_phone) as "guardianPhone",
      t.id as "stayId", t.dorm_id as "dormId", t.room_id as "roomId", b.full_name as bed, t.planned_out::text as "plannedOut"
    from student s left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      left join student_account u on u.tenant_id = s.tenant_id and u.student_id = s.id
      left join lateral (select f.name, f.phone from family_member f where f.tenant_id = s.tenant_id and f.student_id = s.id and f.is_guardian order by f.created_at limit 1) g on true
      left join lateral (select t.* from dorm_stay t where t.tenant_id = s.tenant_id and t.student_id = s.id and t.state = 'checkedIn' and t.kind <> 'temporary' order by t.check_in_at desc limit 1) t on true
      left join dorm_bed b on b.tenant_id = t.tenant_id and b.id = t.bed_id
    where s.tenant_id = ${db.me.tenantId} and s.id = any(${wanted}::uuid[]) and s.deleted_at is null`)
  return new Map(rows.map(r => [r.id, r]))
}
/** The calling student. */
export async function selfOf({ db, me }: Pick<Ctx, 'db' | 'me'>, how: { isLocked?: boolean } = {}): Promise<Resident> {
  const id = ownStudentId(me)
  const who = (await boardersOf(db, [id], how)).get(id)
  if (!who) throw refusalOf(student, 'notStudent')
  return who
}
/** 20-DH5: the class counsellor is responsible by default. */
export async function counsellorsOf(db: Db, classIds: readonly string[]): Promise<Map<string, string>> {
  const { byClass } = await holdersOn(db)
  return new Map(
    classIds.flatMap(id =>
      relationsOf(byClass, id, 'fdy')
        .slice(0, 1)
        .map(r => [id, r.teacherId] as const),
    ),
  )
}
