import sql from 'sql-template-tag'
import { teacher } from '#modules/campus/model/people.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { workStatistics } from '../model/actions.ts'
import { WORK_KINDS, workLog } from '../model/work-log.ts'
import { dayOf } from './coverage.ts'

const SEE = workStatistics.permission
/** Confirmed entries of the span. */
export default answerStatistics(workStatistics, {
  rows: ({ db }, { from, to }) => sql`(select l.kind, l.author_id, l.minutes, l.is_late, ${dayOf} as day from ${db.visibleFor(workLog, SEE).rows()} l
    where l.state in ('submitted', 'commented') and ${dayOf} between ${from}::date and ${to}::date)`,
  sums: {
    logs: sql`count(*)::int`,
    talks: sql`count(*) filter (where kind = 'talk')::int`,
    minutes: sql`coalesce(sum(minutes), 0)::int`,
    late: sql`count(*) filter (where is_late)::int`,
  },
  by: { byKind: choiceGroup(sql`kind`, WORK_KINDS), byAuthor: entityGroup(sql`author_id`, teacher, { most: 200 }), byMonth: periodGroup(sql`day`, 'month') },
  each: ({ logs, talks, minutes, late }) => ({ logs, talks, minutes, late }),
  async more({ db }, _asked, { sums: { minutes } }) {
    const [heads] = await db.query<{ n: number }>(sql`select count(*)::int as n from ${db.visibleFor(student, SEE).rows()} s where s.has_record`)
    const students = heads?.n ?? 0
    return { students, hoursPer100: students ? Math.round((minutes / 60 / students) * 1000) / 10 : null }
  },
})
