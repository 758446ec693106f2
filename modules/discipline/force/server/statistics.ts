import sql, { raw } from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { itemsOf } from '#server/params/dictionaries.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, type Grouping, periodGroup } from '#server/statistics/groupings.ts'
import { violationCategory } from '../../cases/model/dictionaries.ts'
import { DECIDED, punishment } from '../../cases/model/punishment.ts'
import { punishmentStatistics } from '../model/statistics.ts'

const byCategory: Grouping = {
  key: sql`category`,
  async labels(db) {
    const all = await itemsOf(db, violationCategory.code)
    return key => all.get(key)?.dictionaryValue ?? key
  },
  isOrdered: false,
}
const isDecided = (p: 'p' | 'e') => sql`${raw(p)}.state = any(${[...DECIDED]}::text[])`
const percent = (part: number, whole: number): number | null => (whole ? Math.round((part * 10_000) / whole) / 100 : null)
/** Decisions of the span that stand, by the college and grade of the day; whoever had one before counts as repeated. */
export default answerStatistics(punishmentStatistics, {
  rows: ({ db }, { from, to }) => sql`(select p.*, c.category, p.decided_on - (c.occurred_at at time zone 'Asia/Shanghai')::date as took,
      exists (select from punishment e where e.tenant_id = p.tenant_id and e.student_id = p.student_id and e.id <> p.id and e.decided_on < p.decided_on and ${isDecided('e')}) as again
    from ${db.visible(punishment).rows()} p join discipline_case c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where p.decided_on between ${from}::date and ${to}::date and ${isDecided('p')})`,
  sums: {
    punishments: sql`count(*)::int`,
    students: sql`count(distinct student_id)::int`,
    repeated: sql`count(*) filter (where again)::int`,
    days: sql`round(avg(took), 1)::float8`,
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: 'discipline:punishment:list' },
  by: {
    byCollege: entityGroup(sql`department_id`, department),
    byGrade: { key: sql`grade::text`, labels: async () => key => key, isOrdered: true },
    byCategory,
    byYear: periodGroup(sql`decided_on`, 'year'),
  },
  each: sums => ({ ...sums, repeatShare: percent(sums.repeated, sums.punishments) }),
  async more({ db }, _asked, { sums }) {
    const [found] = await db.query<{ pupils: number }>(
      sql`select count(*)::int as pupils from ${db.visibleFor(student, punishmentStatistics.permission).rows()} s where s.status = 'active'`,
    )
    const pupils = found?.pupils ?? 0
    return { pupils, perThousand: pupils ? Math.round((sums.punishments * 100_000) / pupils) / 100 : null }
  },
})
