import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { enlistStatistics } from '../model/actions.ts'
import { type AidKind, militaryAid } from '../model/aid.ts'
import { enlistRecord, SEASONS } from '../model/record.ts'
import { enlistTarget } from '../model/target.ts'

const [LIST, AIDS, TARGETS] = ['enlistment:enlistRecord:list', 'enlistment:militaryAid:list', 'enlistment:enlistTarget:list']
const SERVED = sql`stage in ('enlisted', 'discharged', 'returned', 'notReturning', 'sentBack')`
const byYear = valueGroup(sql`year::text`)
/** Registered, chosen and enlisted of the span against the targets, who serves and who is due back, and aid by year. */
export default answerStatistics(enlistStatistics, {
  rows: ({ db }, { from, to }) => sql`(select r.* from ${db.visible(enlistRecord).rows()} r where r.state = 'approved' and r.registered_on between ${from}::date and ${to}::date)`,
  sums: {
    registered: sql`count(*)::int`,
    chosen: sql`count(*) filter (where stage = 'chosen' or ${SERVED})::int`,
    enlisted: sql`count(*) filter (where ${SERVED})::int`,
    returned: sql`count(*) filter (where stage = 'returned')::int`,
  },
  by: { byCollege: entityGroup(sql`department_id`, department), byYear, bySeason: choiceGroup(sql`season`, SEASONS) },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  async more({ db }, { to }) {
    const all = db.visibleFor(enlistRecord, LIST)
    const targets = await db.query<{ key: string; label: string; target: number; enlisted: number }>(sql`select d.id as key, d.name as label, t.target,
        (select count(*)::int from enlist_record r where r.tenant_id = t.tenant_id and r.department_id = t.department_id and r.year = t.year and r.state = 'approved' and ${SERVED}) as enlisted
      from ${db.visibleFor(enlistTarget, TARGETS).rows()} t join department d on d.tenant_id = t.tenant_id and d.id = t.department_id where t.year = ${Number(to.slice(0, 4))} order by d.name`)
    const aidByYear = await db.query<{
      year: number
      kind: AidKind
      count: number
      total: number
    }>(sql`select extract(year from coalesce(a.reported_on, a.created_at::date))::int as year, a.kind,
        count(*)::int as count, sum(a.total)::float8 as total
      from ${db.visibleFor(militaryAid, AIDS).rows()} a where a.state in ('approved', 'reported', 'funded', 'paid') group by 1, 2 order by 1 desc, 2`)
    return { serving: await all.count({ stage: 'enlisted' }), dueBack: await all.count({ stage: 'discharged' }), targets, aidByYear }
  },
})
