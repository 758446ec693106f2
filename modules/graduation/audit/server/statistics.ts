import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department, major } from '#modules/campus/model/organisation.ts'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { translate } from '#server/i18n/translate.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { auditStatistics } from '../model/actions.ts'
import { graduationAudit } from '../model/audit.ts'

const MOST = 10
/** How many of those whose studies were to end in the span graduated on time: results that are certain; by day of the certificate. */
export default answerStatistics(auditStatistics, {
  rows: (
    { db },
    { from, to },
  ) => sql`(select a.*, b.cert_date, s.source_province from ${db.visible(graduationAudit).rows()} a join graduation_batch b on b.tenant_id = a.tenant_id and b.id = a.batch_id
    join student s on s.tenant_id = a.tenant_id and s.id = a.student_id where b.state <> 'cancelled' and b.cert_date between ${from}::date and ${to}::date)`,
  sums: { students: sql`count(*)::int`, graduates: sql`count(*) filter (where coalesce(result, suggest) = 'graduate' and converted_on is null)::int` },
  by: {
    byMajor: entityGroup(sql`major_id`, major, { most: 60 }),
    byOrigin: cantonGroup(sql`source_province`),
    byDepartment: entityGroup(sql`department_id`, department),
    byYear: periodGroup(sql`cert_date`, 'year'),
  },
  each: ({ students, graduates }) => ({ students, graduates, percent: percentOf(graduates, students) }),
  async more({ db, lang }, _asked, { rows }) {
    const missed = await db.query<{ code: string; name: string; count: number }>(sql`select i->>'code' as code, min(i->>'name') as name, count(*)::int as count
      from ${rows} a, jsonb_array_elements(a.items) i where not (i->>'pass')::boolean group by 1 order by 3 desc, 1 limit ${MOST}`)
    return { missed: missed.map(m => ({ ...m, name: translate(lang, m.name) })) }
  },
})
