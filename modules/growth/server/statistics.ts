import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { dictGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { growthCategory } from '../model/dictionaries.ts'
import { growthEntry } from '../model/entry.ts'
import { growthStatistics } from '../model/statistics.ts'
import { stands } from './count.ts'

/** Entries that stand. */
export default answerStatistics(growthStatistics, {
  rows: ({ db }, { from, to }) => sql`(select e.* from ${db.visible(growthEntry).rows()} e where e.biz_date between ${from}::date and ${to}::date and ${stands})`,
  // the first one orders the groups, as the page draws them
  sums: {
    countedHours: sql`coalesce(sum(counted_hours), 0)::float8`,
    entries: sql`count(*)::int`,
    students: sql`count(distinct student_id)::int`,
    hours: sql`coalesce(sum(hours), 0)::float8`,
    countedPoints: sql`coalesce(sum(counted_points), 0)::float8`,
  },
  by: { byCollege: entityGroup(sql`department_id`, department), byCategory: dictGroup(sql`category`, growthCategory), byMonth: periodGroup(sql`biz_date`, 'month') },
  each: sums => ({ ...sums, perStudent: sums.students ? Math.round((sums.countedHours / sums.students) * 10) / 10 : null }),
  async more({ db }) {
    const term = await termToday(db)
    if (!term) return { without: null }
    const [found] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${db.visibleFor(student, growthStatistics.permission).rows()} s where s.status = 'active'
      and not exists (select from growth_entry e where e.tenant_id = s.tenant_id and e.student_id = s.id and e.xn = ${term.xn} and e.xq_m = ${term.xqM} and ${stands})`)
    return { without: found?.n ?? 0 }
  },
})
