import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, choiceGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { cardKind, REASONS } from '../model/card-kind.ts'
import { cardReissue } from '../model/card-reissue.ts'
import { reissueStatistics } from '../model/statistics.ts'

const MOST = 100
const appliedOn = sql`(${atSchool(sql`r.created_at`)})::date`
/** Applications of the span by the day they were made. Withdrawn ones count as never made. */
export default answerStatistics(reissueStatistics, {
  rows: ({ db }, { from, to }) => sql`(select r.*, ${appliedOn} as applied_on
    from ${db.visibleFor(cardReissue, reissueStatistics.permission).rows()} r
    where r.state <> 'withdrawn' and ${appliedOn} between ${from}::date and ${to}::date)`,
  sums: {
    applied: sql`count(*)::int`,
    lost: sql`count(*) filter (where reason = 'lost')::int`,
    approved: sql`count(*) filter (where approved_at is not null)::int`,
    ready: sql`count(*) filter (where ready_at is not null)::int`,
    collected: sql`count(*) filter (where card_state = 'collected')::int`,
    days: sql`round(avg(extract(epoch from ready_at - approved_at) / 86400)::numeric, 1)::float8`,
    paid: sql`coalesce(sum(fee) filter (where fee_state = 'paid'), 0)::float8`,
  },
  by: {
    byReason: choiceGroup(sql`reason`, REASONS),
    byKind: entityGroup(sql`kind_id`, cardKind),
    byCollege: entityGroup(sql`department_id`, department),
    byMonth: periodGroup(sql`applied_on`, 'month'),
  },
  each: ({ applied, lost, approved, ready, collected, days, paid }) => ({ applied, lost, approved, ready, collected, days, paid }),
  async more({ db }, { from, to }) {
    const repeated = await db.query<{ id: string; name: string; studentNo: string | null; className: string | null; kind: string; times: number }>(sql`
      select s.id, s.name, s.student_no as "studentNo", c.name as "className", k.name as kind, count(*)::int as times
      from ${db.visibleFor(cardReissue, reissueStatistics.permission).rows()} r join student s on s.tenant_id = r.tenant_id and s.id = r.student_id
        join card_kind k on k.tenant_id = r.tenant_id and k.id = r.kind_id left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
      where r.reason = 'lost' and r.approved_at is not null and ${appliedOn} between ${from}::date and ${to}::date
      group by s.id, s.name, s.student_no, c.name, k.name having count(*) > 1 order by times desc, s.student_no limit ${MOST}`)
    return { repeated }
  },
})
