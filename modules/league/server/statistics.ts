import sql from 'sql-template-tag'
import { department } from '#modules/campus/model/organisation.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { leagueBranch } from '../model/branch.ts'
import { leagueFee } from '../model/fee.ts'
import { leagueStatistics } from '../model/statistics.ts'

export default answerStatistics(leagueStatistics, {
  rows: ({ db }, { from, to }) => sql`(select f.*, b.department_id from ${db.visible(leagueFee).rows()} f join league_branch b on b.tenant_id = f.tenant_id and b.id = f.branch_id
    where f.paid > 0 and f.paid_at >= (${from}::date at time zone 'Asia/Shanghai') and f.paid_at < ((${to}::date + 1) at time zone 'Asia/Shanghai'))`,
  sums: {
    fees: sql`count(*)::int`,
    people: sql`count(distinct student_id)::int`,
    paid: sql`coalesce(sum(paid), 0)::bigint`,
    forOthers: sql`count(paid_by_id)::int`,
  },
  by: { byBranch: entityGroup(sql`branch_id`, leagueBranch), byCollege: entityGroup(sql`department_id`, department), byDay: periodGroup(atSchool(sql`paid_at`)) },
  each: ({ fees = 0, people = 0, paid = 0, forOthers = 0 }) => ({ fees, people, paid, forOthers }),
})
