import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** A current student of the demo school. */
export interface DemoPupil {
  id: string
  classId: string | null
  departmentId: string | null
  homeCanton: string | null
  phone: string | null
  contactName: string | null
  contactPhone: string | null
  enrolDate: string | null
  /** The one people sign in as. */
  isOwn: boolean
  /** In a class of the counsellor people sign in as: what happens to these students is seen in the demo. */
  isNear: boolean
  /** Can be told something. */
  hasAccount: boolean
}
/** Ids of the classes of the counsellor people sign in as: `t.class_id in ${counselledClasses(db)}`. */
export const counselledClasses = (db: Pick<Db, 'me'>): Sql => sql`(select c.class_id from class_staff c join sys_user u on u.tenant_id = c.tenant_id and u.teacher_id = c.teacher_id
  where c.tenant_id = ${db.me.tenantId} and c.role = 'fdy' and c.end_date is null and u.user_name = 'fdy' and u.realm = 'admin')`
/** All current students of the demo school, by number. */
export const demoPupils = (db: Db): Promise<DemoPupil[]> =>
  db.query<DemoPupil>(sql`
    select s.id, s.class_id as "classId", s.department_id as "departmentId", s.home_canton as "homeCanton", s.phone, s.emergency_name as "contactName", s.emergency_phone as "contactPhone", s.enrol_date::text as "enrolDate",
      coalesce(u.user_name = 'student', false) as "isOwn", coalesce(s.class_id in ${counselledClasses(db)}, false) as "isNear", u.id is not null as "hasAccount"
    from student s left join sys_user u on u.tenant_id = s.tenant_id and u.student_id = s.id and u.realm = 'admin'
    where s.tenant_id = ${db.me.tenantId} and s.status = 'active' and s.deleted_at is null order by s.student_no`)
/** The classes of the counsellor people sign in as. */
export const ownClasses = (pupils: readonly DemoPupil[]): string[] => [...new Set(pupils.filter(p => p.isNear).flatMap(p => p.classId ?? []))]
