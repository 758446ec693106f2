import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/**
 * Final results of a school year, of the students whose ids a select finds: `id`, `total`, and `rank`, `size` and `share` by the first rank scope of the scheme. Of several schemes of the year
 * the last one counts. A result that lacks a grade is none (50-CQ5).
 */
export const finalResults = (db: Db, students: Sql, xn: string): Sql => sql`select distinct on (t.student_id) t.student_id as id, round(t.total, 2)::float8 as total,
    case m.rank_scopes->>0 when 'class' then t.class_rank when 'majorGrade' then t.major_rank when 'collegeGrade' then t.college_rank else t.school_rank end as rank,
    case m.rank_scopes->>0 when 'class' then t.class_size when 'majorGrade' then t.major_size when 'collegeGrade' then t.college_size else t.school_size end as size, t.rank_share::float8 as share
  from cqa_sheet t join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id
  where t.tenant_id = ${db.me.tenantId} and m.xn = ${xn} and t.state = 'final' and t.pending_reason is null and t.student_id in (${students})
  order by t.student_id, m.end_time desc, m.id`
