import sql, { type Sql } from 'sql-template-tag'
import { EXAM_KINDS } from '../model/course-grade.ts'

/**
 * What is wrong with grades that are about to be written: `row`, `field`, `rule`, `values`. `rows` is a relation of whole rows of the table with their line as `_row`; each may be stored
 * already under its id.
 */
export const gradeFaults = (rows: Sql): Sql[] => [
  sql`select s._row as row, 'xn' as field, 'termUnknown' as rule, jsonb_build_object('xn', s.xn) as values
    from ${rows} s where not exists (select from term t where t.tenant_id = s.tenant_id and t.xn = s.xn and t.xq_m = s.xq_m)`,
  sql`select s._row as row, 'letterId' as field, 'bothForms' as rule, '{}'::jsonb as values from ${rows} s where s.score is not null and s.letter_id is not null`,
  courseDiffers(rows),
  courseUnknown(rows),
]
/** A course has one name and so many credits in a term: as stored for others, else as in the first line that names it. */
const courseDiffers = (rows: Sql): Sql => sql`select s._row as row, 'courseName' as field, 'courseDiffers' as rule,
    jsonb_build_object('courseNo', s.course_no, 'name', c.course_name, 'credit', trim_scale(c.credit)) as values
  from ${rows} s join (
    select distinct on (xn, xq_m, course_no) * from (
      select o.xn, o.xq_m, o.course_no, o.course_name, o.credit, 0 as line from course_grade o join (select distinct tenant_id, xn, xq_m, course_no from ${rows} r) d using (tenant_id, xn, xq_m, course_no)
        where not exists (select from ${rows} r where r.id = o.id)
      union all select r.xn, r.xq_m, r.course_no, r.course_name, r.credit, r._row from ${rows} r) known
    order by xn, xq_m, course_no, line) c using (xn, xq_m, course_no)
  where (s.course_name, s.credit) is distinct from (c.course_name, c.credit)`
/** Only what a student was examined in is made up for, in its term, or taken again. */
const courseUnknown = (rows: Sql): Sql => {
  const examined = (
    of: Sql,
  ): Sql => sql`exists (select from ${of} f where f.tenant_id = s.tenant_id and f.student_id = s.student_id and f.course_no = s.course_no and f.exam_kind = 'normal'
    and (s.exam_kind = 'retake' or (f.xn = s.xn and f.xq_m = s.xq_m)))`
  return sql`select s._row as row, 'courseNo' as field, 'courseUnknown' as rule,
      jsonb_build_object('courseNo', s.course_no, 'kind', case s.exam_kind when 'makeup' then ${EXAM_KINDS.makeup} else ${EXAM_KINDS.retake} end) as values
    from ${rows} s where s.exam_kind <> 'normal' and not ${examined(sql`course_grade`)} and not ${examined(rows)}`
}
