import sql, { join, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { column } from '#server/data/columns.ts'
import { cqaSheet } from '../../sheets/model/sheet.ts'
import { SCOPES } from '../../sheets/server/api.ts'

/** The column of a sheet `t` for the first rank scope of its scheme `m`. */
const inFirstScope = (of: 'rank' | 'size'): Sql =>
  sql`case m.rank_scopes->>0 ${join(
    Object.entries(SCOPES).map(([scope, fields]) => sql`when ${scope} then t.${column(cqaSheet, fields[of])}`),
    ' ',
  )} end`
/**
 * Final results of a school year, of the students whose ids a select finds: `id`, `total`, and `rank`, `size` and `share` by the first rank scope of the scheme. Of several schemes of the year
 * the last one counts. A result that lacks a grade is none (50-CQ5).
 */
export const finalResults = (db: Db, students: Sql, xn: string): Sql => sql`select distinct on (t.student_id) t.student_id as id, round(t.total, 2)::float8 as total,
    ${inFirstScope('rank')} as rank, ${inFirstScope('size')} as size, t.rank_share::float8 as share
  from cqa_sheet t join cqa_scheme m on m.tenant_id = t.tenant_id and m.id = t.scheme_id
  where t.tenant_id = ${db.me.tenantId} and m.xn = ${xn} and t.state = 'final' and t.pending_reason is null and t.student_id in (${students})
  order by t.student_id, m.end_time desc, m.id`
