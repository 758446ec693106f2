import sql from 'sql-template-tag'
import type { Facts } from '#flow/index.ts'
import { department, stuClass } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import type { Who } from './relations.ts'

/**
 * SQL for an applicant: an account `u` with its student record, if any. The student's college takes precedence over the account's department; the class is the one
 * counselled today.
 */
export const PLACE = sql`s.id as "studentId", case when s.id is null then u.department_id else s.department_id end as "departmentId", s.counselled_class_id as "classId"`
export const STUDENT = sql`left join student s on s.tenant_id = u.tenant_id and s.id = u.student_id and s.deleted_at is null`
export type Place = Pick<Who, 'studentId' | 'departmentId' | 'classId'>
export interface Applicant extends Who {
  name: string | null
  grade: number | null
  level: string | null
  ownClassId: string | null
}
/** Applicant data of an account. What staff submit about a student takes that student's place: it is decided by whoever is responsible for the student. */
export async function whoOf(db: Db, applicantId: string, row: Record<string, unknown>): Promise<Applicant> {
  const about = typeof row.studentId === 'string' ? row.studentId : null
  const [found] = await db.query<Omit<Applicant, 'applicantId' | 'row'>>(sql`select ${PLACE}, u.nick_name as name, s.grade, s.level, s.class_id as "ownClassId" from sys_user u
      left join student s on s.tenant_id = u.tenant_id and s.id = coalesce(u.student_id, ${about}::uuid) and s.deleted_at is null
    where u.tenant_id = ${db.me.tenantId} and u.id = ${applicantId}`)
  return { studentId: null, departmentId: null, classId: null, name: null, grade: null, level: null, ownClassId: null, ...found, applicantId, row }
}
/** Applicant attributes available to conditions; see `APPLICANT_FACTS`. */
export async function applicantFacts(db: Db, who: Applicant): Promise<Facts> {
  const [departments, classes] = await Promise.all([db.cached(department), db.cached(stuClass)])
  return {
    'applicant.gradeYear': who.grade,
    'applicant.educationLevel': who.level,
    'applicant.departmentCode': departments.get(who.departmentId ?? '')?.code ?? null,
    'applicant.classCode': classes.get(who.ownClassId ?? '')?.classNo ?? null,
    'applicant.role': who.studentId ? 'student' : 'staff',
  }
}
