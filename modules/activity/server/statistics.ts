import sql from 'sql-template-tag'
import { DAY_MS } from '#model/days.ts'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { growthCategory } from '#modules/growth/model/dictionaries.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, choiceGroup, dictGroup, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { activity, ORGANISERS } from '../model/activity.ts'
import { TOOK_SEATS } from '../model/enrolment.ts'
import { activityStatistics } from '../model/statistics.ts'
import { wordsOf } from './organisers.ts'
import { settingsOf } from './settings.ts'

const MOST = 1000
interface Rated {
  rated: number
  content: number | null
  organisation: number | null
  gain: number | null
}
/** Activities that were approved, called-off ones left out. */
export default answerStatistics(activityStatistics, {
  rows: (
    { db },
    { from, to },
  ) => sql`(select a.id, a.category, a.owner_department_id, a.organiser_type, ${atSchool(sql`a.start_at`)} as began, coalesce(a.cost, 0) as cost, e.seats, e.present, e.hours,
      case when a.cost is not null then e.present else 0 end as priced
    from ${db.visibleFor(activity, activityStatistics.permission).rows()} a
      cross join lateral (select count(*) filter (where n.state = any(${[...TOOK_SEATS]}::text[])) as seats, count(*) filter (where n.state in ('present', 'late')) as present,
        coalesce(sum(n.hours), 0) as hours from activity_enrolment n where n.tenant_id = a.tenant_id and n.activity_id = a.id) e
    where a.state in ('approved', 'settled') and a.end_at <= now() and (${atSchool(sql`a.start_at`)})::date between ${from}::date and ${to}::date)`,
  // the first one orders the groups, as the page draws them
  sums: {
    present: sql`coalesce(sum(present), 0)::int`,
    activities: sql`count(*)::int`,
    seats: sql`coalesce(sum(seats), 0)::int`,
    hours: sql`coalesce(sum(hours), 0)::float8`,
    cost: sql`coalesce(sum(cost), 0)::float8`,
    priced: sql`coalesce(sum(priced), 0)::int`,
  },
  by: {
    byCategory: dictGroup(sql`category`, growthCategory),
    byCollege: entityGroup(sql`owner_department_id`, department),
    byOrganiser: choiceGroup(sql`organiser_type`, ORGANISERS),
    byMonth: periodGroup(sql`began`, 'month'),
  },
  each: ({ priced, ...sums }) => ({ ...sums, attendance: percentOf(sums.present, sums.seats), perPresent: priced ? Math.round(sums.cost / priced) : null }),
  async more({ db }, _asked, { rows }) {
    const { feedbackDays, feedbackFrom } = await settingsOf(db)
    const closed = new Date(Date.now() - feedbackDays * DAY_MS).toISOString()
    // 60-AT14: an activity counts with the answers that are out, once there are enough of them
    const [rated] =
      await db.query<Rated>(sql`select count(*)::int as rated, round(avg(content), 2)::float8 as content, round(avg(organisation), 2)::float8 as organisation, round(avg(gain), 2)::float8 as gain
      from (select avg(f.content) as content, avg(f.organisation) as organisation, avg(f.gain) as gain from ${rows} r
        join activity a on a.tenant_id = ${db.me.tenantId} and a.id = r.id join activity_feedback f on f.tenant_id = a.tenant_id and f.activity_id = a.id
        where f.is_shown or a.end_at < ${closed}::timestamptz group by r.id having count(*) >= ${feedbackFrom}) x`)
    const visible = db.visibleFor(activity, activityStatistics.permission)
    const open = await visible.all({ state: 'approved', 'endAt.le': new Date().toISOString() }, { sort: ['endAt'], limit: MOST })
    const words = await wordsOf(db, open)
    const groups = Map.groupBy(open, a => a.societyId ?? a.orgId ?? a.classId ?? a.departmentId ?? '')
    const unsettled = [...groups].map(([key, of]) => ({ key, organiser: (of[0] && words(of[0]).organiser) || '—', n: of.length, since: of[0]?.endAt ?? '' }))
    return { ...(rated ?? { rated: 0, content: null, organisation: null, gain: null }), unsettled: unsettled.toSorted((a, b) => b.n - a.n || a.since.localeCompare(b.since)) }
  },
})
