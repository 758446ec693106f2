import sql, { type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { student } from '#modules/student/model/student.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, dictGroup, entityGroup } from '#server/statistics/groupings.ts'
import { societyCategory } from '../model/dictionaries.ts'
import { LEVELS, LIVING, society } from '../model/society.ts'
import { societyStatistics } from '../model/statistics.ts'

const SEE = societyStatistics.permission
const MOST = 100
interface Part {
  key: string
  label: string
  members: number
  students: number
}
/** Societies that live, in the reader's scope. */
export default answerStatistics(societyStatistics, {
  rows: ({ db }, { from, to }) => sql`(select s.id, s.name, s.category, s.level, s.guidance_unit_id, m.members, m.joined, m.gone, f.spent, g.advised
    from ${db.visibleFor(society, SEE).rows()} s
      cross join lateral (select count(*) filter (where x.state = 'active') as members, count(*) filter (where x.state = 'active' and x.joined_on between ${from}::date and ${to}::date) as joined,
        count(*) filter (where x.state = 'left' and x.left_on between ${from}::date and ${to}::date) as gone from society_member x where x.tenant_id = s.tenant_id and x.society_id = s.id) m
      cross join lateral (select coalesce(-sum(e.amount), 0) as spent from society_fund_entry e
        where e.tenant_id = s.tenant_id and e.account_id = s.id and e.kind = 'expense' and e.biz_date between ${from}::date and ${to}::date) f
      cross join lateral (select coalesce(sum(l.hours), 0) as advised from advisor_log l where l.tenant_id = s.tenant_id and l.society_id = s.id and l.date between ${from}::date and ${to}::date) g
    where s.state = any(${[...LIVING]}::text[]))`,
  // the first one orders the groups, as the page draws them
  sums: {
    members: sql`coalesce(sum(members), 0)::int`,
    societies: sql`count(*)::int`,
    joined: sql`coalesce(sum(joined), 0)::int`,
    left: sql`coalesce(sum(gone), 0)::int`,
    spent: sql`coalesce(sum(spent), 0)::float8`,
    advised: sql`coalesce(sum(advised), 0)::float8`,
  },
  by: { byCategory: dictGroup(sql`category`, societyCategory), byUnit: entityGroup(sql`guidance_unit_id`, department), byLevel: choiceGroup(sql`level`, LEVELS) },
  each: sums => ({ ...sums, churn: percentOf(sums.left, sums.members + sums.left), perMember: sums.members ? Math.round(sums.spent / sums.members) : null }),
  async more({ db }, _asked, { rows }) {
    const pupils = sql`${db.visibleFor(student, SEE).rows()} p where p.status = 'active'`
    const isIn = sql`exists (select from society_member m where m.tenant_id = p.tenant_id and m.student_id = p.id and m.state = 'active')`
    const [found] = await db.query<{ pupils: number; without: number }>(sql`select count(*)::int as pupils, count(*) filter (where not ${isIn})::int as without from ${pupils}`)
    const split = (key: Sql): Promise<Part[]> =>
      db.query<Part>(sql`select ${key}::text as key, ${key}::text as label, count(*)::int as members, count(distinct m.student_id)::int as students from ${rows} r
        join society_member m on m.tenant_id = ${db.me.tenantId} and m.society_id = r.id and m.state = 'active' join student p on p.tenant_id = m.tenant_id and p.id = m.student_id
        where ${key} is not null group by 1 order by 3 desc, 1`)
    const departments = await db.cached(department)
    const unadvised = await db.query<{ id: string; name: string; members: number }>(
      sql`select r.id, r.name, r.members::int as members from ${rows} r where r.advised = 0 order by r.members desc, r.name limit ${MOST}`,
    )
    return {
      ...(found ?? { pupils: 0, without: 0 }),
      byCollege: (await split(sql`p.department_id`)).map(g => ({ ...g, label: departments.get(g.key)?.name ?? '—' })),
      byGrade: (await split(sql`p.grade`)).toSorted((a, b) => a.key.localeCompare(b.key)),
      unadvised,
    }
  },
})
