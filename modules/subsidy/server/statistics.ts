import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { schoolYearOn } from '#modules/campus/server/api.ts'
import { aidLevel } from '#modules/hardship/levels/model/dictionaries.ts'
import { levelsOn } from '#modules/hardship/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { aidOf } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { dictGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { subsidyGrant } from '../model/grant.ts'
import { subsidyItem } from '../model/item.ts'
import { subsidyStatistics } from '../model/statistics.ts'
import { NOTHING } from './overview.ts'

const LIST = 'subsidy:subsidyGrant:list'
interface Reach {
  recognised: number
  withoutAid: number
  overlap: number
}
/** Of the reader's students in a school year: who is recognised, who of them has no aid from whomever, and who has two kinds or more. */
async function reach(db: Db, xn: string, on: string): Promise<Reach> {
  const visible = sql`select s.id from ${db.visibleFor(student, subsidyStatistics.permission).rows()} s where s.status = 'active'`
  const [row] =
    await db.query<Reach>(sql`with level as (${levelsOn(db, visible, on)}), aid as (select a.id, count(*) as kinds from (${aidOf(db, visible, xn) ?? NOTHING}) a group by 1)
    select (select count(*)::int from level) as recognised, (select count(*)::int from level l where not exists (select from aid where aid.id = l.id)) as "withoutAid",
      (select count(*)::int from aid where kinds > 1) as overlap`)
  return row ?? { recognised: 0, withoutAid: 0, overlap: 0 }
}
export default answerStatistics(subsidyStatistics, {
  rows: ({ db }, { from, to }) => sql`(select g.*, g.amount - g.released as holds, (select min(l.paid_on) from payout_line l
      where l.tenant_id = g.tenant_id and l.grant_id = g.id::text and l.state = 'paid') - a.happened_on as days
    from ${db.visible(subsidyGrant).rows()} g left join subsidy_application a on a.tenant_id = g.tenant_id and a.id = g.application_id
    where g.state <> 'recovered' and g.granted_on between ${from}::date and ${to}::date)`,
  sums: {
    grants: sql`count(*)::int`,
    students: sql`count(distinct student_id)::int`,
    amount: sql`coalesce(sum(holds), 0)::float8`,
    paid: sql`coalesce(sum(paid), 0)::float8`,
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  by: {
    byLevel: dictGroup(sql`level`, aidLevel, { isPersonal: true }),
    byItem: entityGroup(sql`item_id`, subsidyItem),
    byCollege: entityGroup(sql`department_id`, department),
    byYear: valueGroup(sql`xn`),
  },
  each: ({ grants, students, amount, paid }) => ({ grants, students, amount, paid, average: students ? Math.round(amount / students) : null }),
  async more({ db }, { to }, { rows }) {
    const xn = await schoolYearOn(db, to)
    const [found] = await db.query<{ days: number | null }>(sql`select round(avg(days), 1)::float8 as days from ${rows} r`)
    return { xn, ...(await reach(db, xn, to)), daysToPay: found?.days ?? null }
  },
})
