import sql, { type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { changeStatistics } from '../model/actions.ts'
import { changeType } from '../model/change-type.ts'
import { changeReason } from '../model/dictionaries.ts'
import { statusChange } from '../model/status-change.ts'

const REASONS = Object.fromEntries(changeReason.items.map(({ key, value }) => [key, value]))
const LIST = 'standing:statusChange:list'
interface Heads {
  away: number
  returned: number
  medianDays: number | null
}
const effective = (db: Db, from: string, to: string): Sql => sql`(select c.* from ${db.visible(statusChange).rows()} c
  where c.effect_state = 'effective' and c.reverses_id is null and c.effective_date between ${from}::date and ${to}::date)`
/** Of those whose time away has ended or run out, how many returned; and days from the request to the effect. */
async function heads(db: Db, rows: Sql): Promise<Heads> {
  const [row] = await db.query<Heads>(sql`select count(*) filter (where period in ('closed', 'over'))::int as away,
      count(*) filter (where period = 'closed' and exists (select 1 from status_change r where r.tenant_id = c.tenant_id and r.student_id = c.student_id and r.effect_state = 'effective'
        and r.to_status = 'active' and r.effective_date = c.ended_on))::int as returned,
      percentile_cont(0.5) within group (order by extract(epoch from effective_at - created_at) / 86400) filter (where apply_way in ('self', 'staff') and effective_at >= created_at) as "medianDays"
    from ${rows} c`)
  return row ?? { away: 0, returned: 0, medianDays: null }
}
export default answerStatistics(changeStatistics, {
  rows: ({ db }, { from, to }) => effective(db, from, to),
  sums: { changes: sql`count(*)::int`, leaving: sql`count(*) filter (where to_status not in ('active', 'preEnrolled', 'suspended', 'retained', 'reserved'))::int` },
  by: {
    byType: entityGroup(sql`type_id`, changeType),
    byReason: choiceGroup(sql`reason_code`, REASONS, { isPersonal: true }),
    byDepartment: entityGroup(sql`department_id`, department),
    byMonth: periodGroup(sql`effective_date`, 'month'),
  },
  people: { count: sql`count(distinct student_id)::int`, listedBy: LIST },
  async more({ db }, _asked, { rows }) {
    const { away, returned, medianDays } = await heads(db, rows)
    return { away, returned, returnPercent: percentOf(returned, away) ?? 0, medianDays: Math.round((medianDays ?? 0) * 10) / 10 }
  },
})
