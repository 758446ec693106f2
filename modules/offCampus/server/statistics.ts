import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { cantonGroup } from '#modules/campus/server/api.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { choiceGroup, entityGroup, valueGroup } from '#server/statistics/groupings.ts'
import { KINDS, offCampusStay } from '../model/off-campus-stay.ts'
import { stayStatistics } from '../model/statistics.ts'

/** Applications of the span by the day they were made; withdrawn ones count as never made. */
export default answerStatistics(stayStatistics, {
  rows: (
    { db },
    { from, to },
  ) => sql`(select r.*, exists (select from off_campus_check c where c.tenant_id = r.tenant_id and c.stay_id = r.id and c.risk_due_at is not null and c.solved_at is null) as has_risk
    from ${db.visibleFor(offCampusStay, stayStatistics.permission).rows()} r
    where r.state <> 'withdrawn' and (r.created_at at time zone 'Asia/Shanghai')::date between ${from}::date and ${to}::date)`,
  sums: {
    applied: sql`count(*)::int`,
    approved: sql`count(*) filter (where approved_at is not null)::int`,
    living: sql`count(*) filter (where state = 'active')::int`,
    expired: sql`count(*) filter (where state = 'expired')::int`,
    revoked: sql`count(*) filter (where state = 'revoked')::int`,
    checked: sql`count(*) filter (where last_check_at is not null)::int`,
    risks: sql`count(*) filter (where has_risk)::int`,
  },
  by: {
    byKind: choiceGroup(sql`kind`, KINDS),
    byGrade: valueGroup(sql`grade::text`),
    byCollege: entityGroup(sql`department_id`, department),
    byArea: cantonGroup(sql`canton_code`, { most: 60 }),
  },
  each: sums => sums,
})
