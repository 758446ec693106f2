import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { settingsOf } from './settings.ts'

/** What a grade `g` counts as: its score, or that of its letter; null while the examination is to come. */
export const counted = sql`coalesce(g.score, (select l.score from grade_letter l where l.tenant_id = g.tenant_id and l.id = g.letter_id))`
/** Those asked about with everybody of their grade and major: whoever studies competes, others are neither ranked nor counted (50-CQ10). */
const peersOf = (db: Db, students: Sql): Sql => sql`select p.id, p.grade_major_id, p.status = 'active' and p.grade_major_id is not null as competes from student p
  where p.tenant_id = ${db.me.tenantId} and p.deleted_at is null and p.id in (${students} union select c.id from student c where c.tenant_id = ${db.me.tenantId}
    and c.grade_major_id in (select a.grade_major_id from student a where a.tenant_id = ${db.me.tenantId} and a.id in (${students})))`

/**
 * What the grades of one school year come to, for the students whose ids a select finds: `id`, `average`, `gpa`, `credits`, `failed`, `rank`, `size`; one statement for any number of them.
 * A course counts with the better of its examination and its make-up, which counts at most so much; a retake repeats a course of another year and does not count again. While a grade is
 * to come the student has neither average nor rank (50-CQ5). Ranks compare the two decimals that are shown, equal ones share the better rank (50-CQ3, 50-CQ10).
 */
export async function yearResults(db: Db, students: Sql, xn: string): Promise<Sql> {
  const { 'grade.pass': pass, 'grade.makeupCap': cap, 'grade.pointBase': base, 'grade.pointStep': step } = await settingsOf(db)
  return sql`with peer as (${peersOf(db, students)}),
    mark as (select g.student_id, g.xq_m, g.course_no, g.credit, g.exam_kind, ${counted} as score from course_grade g join peer p on p.id = g.student_id
      where g.tenant_id = ${db.me.tenantId} and g.xn = ${xn} and g.exam_kind <> 'retake'),
    course as (select student_id, max(credit) as credit, coalesce(max(score) filter (where exam_kind = 'normal'), max(score)) as first,
        max(case exam_kind when 'makeup' then least(score, ${cap}::numeric) else score end) as best
      from mark group by student_id, xq_m, course_no),
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
