import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** How far students have come with their requirement, for those whose ids a select finds: one statement for any number of them. Who has no requirement has no row. */
export const progressOf = (db: Db, students: Sql): Sql => sql`select s.id, p.id as plan_id, p.credit, s.department_id, s.major_id, s.class_id,
    greatest(p.course_hours - coalesce(a.course, 0) / 10.0, 0) as course_gap, greatest(p.daily_hours - coalesce(a.daily, 0) / 10.0, 0) as daily_gap,
    greatest(p.production_hours - coalesce(a.production, 0) / 10.0, 0) as production_gap, greatest(p.service_hours - coalesce(a.service, 0) / 10.0, 0) as service_gap,
    greatest(p.weeks_per_year * ceil(coalesce(s.duration, 1))::int - w.weeks, 0)::int as weeks_gap, w.weeks, c.score,
    coalesce(a.course, 0) / 10.0 as course, (coalesce(a.course, 0) + coalesce(a.daily, 0) + coalesce(a.production, 0) + coalesce(a.service, 0)) / 10.0 as hours
  from student s join labour_plan p on p.tenant_id = s.tenant_id and p.education_level = s.level and p.grade = s.grade
    left join labour_account a on a.tenant_id = s.tenant_id and a.student_id = s.id
    -- weeks beyond those of a school year do not make up for another
    cross join lateral (select coalesce(sum(least(y.n, p.weeks_per_year)), 0)::int as weeks from (select count(*) as n from labour_enrolment e
      join labour_project j on j.tenant_id = e.tenant_id and j.id = e.project_id where e.tenant_id = s.tenant_id and e.student_id = s.id and e.state = 'completed' and j.kind = 'week' group by j.xn) y) w
    cross join lateral (select round(sum(e.score * e.hours) / nullif(sum(e.hours), 0), 2) as score from labour_enrolment e
      join labour_project j on j.tenant_id = e.tenant_id and j.id = e.project_id
      where e.tenant_id = s.tenant_id and e.student_id = s.id and e.state = 'completed' and j.kind = 'course' and e.score is not null) c
  where s.tenant_id = ${db.me.tenantId} and s.deleted_at is null and s.id in (${students})`
