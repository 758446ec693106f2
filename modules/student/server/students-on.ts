import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { student } from '../model/student.ts'
import { isOnDay } from './history.ts'

/**
 * Subselect of the students in school on a day and in the reader's scope of a permission today, with where they belonged on that day: `student_id`, `class_id`, `grade`, `department_id`,
 * `gender_code`, `level`, `campus_id`, `counsellor_id` (teacher). `day` is a date expression and may be a column. One counsellor a class, visibly: where nobody asks for it, PostgreSQL leaves the
 * join out. For whoever sees the whole school the spans alone are read, and the few students that were removed left out: a join with all students for each day would take most of the time.
 */
export function studentsOn(db: Db, day: Sql, permission: string): Sql {
  const { tenantId } = db.me
  const isSeen = db.reachesAll(student, permission)
    ? sql`h.student_id not in (select s.id from student s where s.tenant_id = ${tenantId} and s.deleted_at is not null)`
    : sql`h.student_id in (select s.id from ${db.visibleFor(student, permission).rows()} s)`
  return sql`(
  select h.student_id, h.class_id, h.grade, h.department_id, h.gender_code, h.level, h.campus_id, f.teacher_id as counsellor_id
  from class_history h
    left join (select distinct on (f.class_id) f.class_id, f.teacher_id from class_staff f
      where f.tenant_id = ${tenantId} and f.role = 'fdy' and f.is_primary and f.start_date <= ${day} and (f.end_date is null or f.end_date > ${day}) order by f.class_id) f on f.class_id = h.class_id
  where h.tenant_id = ${tenantId} and h.status = 'active' and ${isOnDay(day)} and ${isSeen})`
}
