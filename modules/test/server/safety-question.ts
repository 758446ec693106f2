import sql from 'sql-template-tag'
import { atSchool } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'

/** 60 §9: which safety tests of the school year are not passed, and for how long they have been open. */
export default question({
  code: 'test.safety',
  order: 120,
  title: '安全教育测试都通过了吗？',
  definition: '本学年开放的安全教育测试，按应考人次计；开放周数从开始那天算起',
  says: '应考 {openOf} 人次，{open} 人次没有通过（{openPercent}%），最长的已经开放 {weeks} 周。',
  listedBy: 'test:testCandidate:list',
  every: 'week',
  figures: [
    { code: 'open', label: '没有通过', as: 'share', n: sql`count(*) filter (where not is_passed)`, of: sql`count(*) filter (where is_passed is not null)` },
    { code: 'weeks', label: '最长已开放', as: 'number', n: sql`max(weeks) filter (where not is_passed)`, unit: '周', decimals: 0 },
  ],
  // who sits is found once for all days of a trend
  rows: ({ db, day, students, yearStart }) => sql`with sitting as materialized (select k.student_id, t.name, (${atSchool(sql`t.begin_time`)})::date as begun_on,
        case when k.is_passed then (${atSchool(sql`k.passed_at`)})::date end as passed_on from test_candidate k join test_schedule t on t.tenant_id = k.tenant_id and t.id = k.schedule_id
        where k.tenant_id = ${db.me.tenantId} and t.kind = 'safety' and t.state in ('published', 'paused', 'closed', 'archived'))
    select x.*, c.name as test, (${day} - c.begun_on) / 7 as weeks, case when c.student_id is not null then coalesce(c.passed_on <= ${day}, false) end as is_passed from ${students} x
      left join sitting c on c.student_id = x.student_id and c.begun_on between ${yearStart} and ${day}`,
  listed: {
    where: sql`not is_passed`,
    columns: [
      { label: '测试', value: sql`test` },
      { label: '已开放（周）', value: sql`weeks` },
    ],
  },
})
