import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** What a grade `g` counts as: its score, or that of its letter; null while the examination is to come. */
export const counted = sql`coalesce(g.score, (select l.score from grade_letter l where l.tenant_id = g.tenant_id and l.id = g.letter_id))`
/** Those asked about with everybody of their grade and major: whoever studies competes, others are neither ranked nor counted (50-CQ10). */
const peersOf = (db: Db, students: Sql): Sql => sql`select p.id, p.grade_major_id, p.status = 'active' and p.grade_major_id is not null as competes from student p
  where p.tenant_id = ${db.me.tenantId} and p.deleted_at is null and p.id in (${students} union select c.id from student c where c.tenant_id = ${db.me.tenantId}
    and c.grade_major_id in (select a.grade_major_id from student a where a.tenant_id = ${db.me.tenantId} and a.id in (${students})))`

/** Which courses of a school year count. */
export interface CourseChoice {
  /** All terms, where none is named. */
  terms?: readonly string[]
  onlyRequired?: boolean
  /** A retake of the same year counts where it is better. */
  withRetakes?: boolean
}
/**
 * Courses of a school year with what each counts as: `student_id`, `course_name`, `credit`, `first`, `best`. A course counts with the better of its examination and its make-up, which
 * counts at most so much; a retake repeats a course of another year and does not count again, but for schools that take the better one.
 */
export async function coursesOf(db: Db, students: Sql, xn: string, { terms = [], onlyRequired = false, withRetakes = false }: CourseChoice = {}): Promise<Sql> {
  const { 'grade.makeupCap': cap } = await settingsOf(db)
  const retake = sql`(select max(${counted}) from course_grade g where g.tenant_id = ${db.me.tenantId} and g.student_id = c.student_id and g.xn = ${xn} and g.course_no = c.course_no and g.exam_kind = 'retake')`
  return sql`select c.student_id, c.course_name, c.credit, c.first, ${withRetakes ? sql`greatest(c.best, ${retake})` : sql`c.best`} as best
    from (select m.student_id, m.course_no, max(m.course_name) as course_name, max(m.credit) as credit, coalesce(max(m.score) filter (where m.exam_kind = 'normal'), max(m.score)) as first,
        max(case m.exam_kind when 'makeup' then least(m.score, ${cap}::numeric) else m.score end) as best
      from (select g.student_id, g.xq_m, g.course_no, g.course_name, g.credit, g.exam_kind, ${counted} as score from course_grade g
        where g.tenant_id = ${db.me.tenantId} and g.xn = ${xn} and g.exam_kind <> 'retake' and g.student_id in (${students})
          and (${terms.length} = 0 or g.xq_m = any(${[...terms]}::text[])) and (g.is_required or not ${onlyRequired})) m
      group by m.student_id, m.xq_m, m.course_no) c`
}
/** Averages of a school year that nothing has rounded, of the students whose ids a select finds: `id`, `mean`, which is null while a grade is to come, and the courses that lack one. */
export const meansOf = async (db: Db, students: Sql, xn: string, choice: CourseChoice): Promise<Sql> =>
  sql`select c.student_id as id, case when bool_and(c.best is not null) then sum(c.best * c.credit) / nullif(sum(c.credit), 0) end as mean,
      string_agg(c.course_name, '、' order by c.course_name) filter (where c.best is null) as missing
    from (${await coursesOf(db, students, xn, choice)}) c group by 1`

/**
 * What the grades of one school year come to, for the students whose ids a select finds: `id`, `average`, `gpa`, `credits`, `failed`, `rank`, `size`; one statement for any number of them.
 * While a grade is to come the student has neither average nor rank (50-CQ5). Ranks compare the two decimals that are shown, equal ones share the better rank (50-CQ3, 50-CQ10).
 */
export async function yearResults(db: Db, students: Sql, xn: string): Promise<Sql> {
  const { 'grade.pass': pass, 'grade.pointBase': base, 'grade.pointStep': step } = await settingsOf(db)
  return sql`with peer as (${peersOf(db, students)}),
    course as (${await coursesOf(db, sql`select id from peer`, xn)}),
    total as (select student_id, bool_and(best is not null) as complete, sum(best * credit) / nullif(sum(credit), 0) as mean,
        sum(case when best >= ${pass} then greatest(best - ${base}::numeric, 0) / ${step}::numeric else 0 end * credit) / nullif(sum(credit), 0) as points,
        coalesce(sum(credit) filter (where best >= ${pass}), 0) as credits, count(*) filter (where first < ${pass}) as failed
      from course group by student_id),
    result as (select p.id, p.grade_major_id, round(case when t.complete then t.mean end, 2) as average, round(case when t.complete then t.points end, 2) as gpa, t.credits, t.failed,
        p.competes and t.complete and t.mean is not null as ranked
      from peer p join total t on t.student_id = p.id),
    place as (select r.*, rank() over (partition by r.ranked, r.grade_major_id order by r.average desc) as rank, count(*) over (partition by r.ranked, r.grade_major_id) as size from result r)
    select id, average::float8 as average, gpa::float8 as gpa, credits::float8 as credits, failed::int as failed,
      case when ranked then rank::int end as rank, case when ranked then size::int end as size
    from place where id in (${students})`
}
