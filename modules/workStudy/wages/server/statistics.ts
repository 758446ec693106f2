import sql from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { hourEntry } from '../../hours/model/hour-entry.ts'
import { postApplication } from '../../posts/model/application.ts'
import { engagement } from '../../posts/model/engagement.ts'
import { workPost } from '../../posts/model/post.ts'
import { employUnit } from '../../posts/model/unit.ts'
import { recognisedOf } from '../../posts/server/api.ts'
import { workStatistics } from '../model/statistics.ts'

/** As of today: how posts are filled, by whom, and who applies in vain. */
async function standing(db: Db) {
  const of = (entity: typeof workPost | typeof engagement | typeof postApplication) => db.visibleFor(entity, workStatistics.permission).rows()
  const on = sql`select distinct e.student_id from ${of(engagement)} e where e.state = 'active'`
  const [row] = await db.query<{ posts: number; headcount: number; filled: number; people: number; recognised: number; waiting: number }>(sql`select
    (select count(*)::int from ${of(workPost)} p where p.state in ('open', 'full', 'closed')) as posts,
    (select coalesce(sum(p.headcount), 0)::int from ${of(workPost)} p where p.state in ('open', 'full', 'closed')) as headcount,
    (select coalesce(sum(p.filled), 0)::int from ${of(workPost)} p where p.state in ('open', 'full', 'closed')) as filled,
    (select count(*)::int from (${on}) x) as people,
    (select count(*)::int from (${recognisedOf(db, on)}) x) as recognised,
    (select count(distinct a.student_id)::int from ${of(postApplication)} a where a.state in ('pending', 'interview')
      and not exists (select from engagement e where e.tenant_id = a.tenant_id and e.student_id = a.student_id and e.state = 'active')) as waiting`)
  const { posts = 0, headcount = 0, filled = 0, people = 0, recognised = 0, waiting = 0 } = row ?? {}
  return { posts, headcount, filled, fillPercent: percentOf(filled, headcount) ?? 0, recognisedPercent: percentOf(recognised, people) ?? 0, waiting }
}
export default answerStatistics(workStatistics, {
  async rows({ db }, { from, to }) {
    const { week, month } = await figureOn(db, 'workStudy.hours', { on: today() })
    return sql`(select e.*, s.department_id, case when p.pay_mode = 'hourly' then e.hours * p.rate else e.hours * p.rate / (p.hours_per_week * ${month} / ${week}) end as pay
      from ${db.visibleFor(hourEntry, workStatistics.permission).rows()} e join work_post p on p.tenant_id = e.tenant_id and p.id = e.post_id
        join student s on s.tenant_id = e.tenant_id and s.id = e.student_id
      where e.state in ('approved', 'paid') and e.date between ${from}::date and ${to}::date)`
  },
  sums: { hours: sql`coalesce(sum(hours), 0)::float8`, people: sql`count(distinct student_id)::int`, pay: sql`coalesce(round(sum(pay)), 0)::float8` },
  by: { byUnit: entityGroup(sql`unit_id`, employUnit), byCollege: entityGroup(sql`department_id`, department), byMonth: periodGroup(sql`date`, 'month') },
  each: ({ hours = 0, people = 0, pay = 0 }) => ({ hours, people, pay, payPerHour: hours ? Math.round(pay / hours) : null }),
  more: ({ db }) => standing(db),
})
