import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { ReviewRound } from '../model/review-round.ts'
import { type Figures, type Needs, type Scored, scoresOf, totalOf, type Weight } from '../model/review-scores.ts'
import { societyActivities } from './review-records.ts'
import { settingsOf } from './settings.ts'

export type Counted = Figures & { id: string }
const NOTHING = sql`select null::uuid as society_id, null::uuid as activity_id, null::uuid as student_id where false`
/** 60-SO10: what records say of these societies in the period of a round, in one statement. `societies`: a select of their ids. */
export function figuresOf(db: Db, { id: roundId, periodFrom: from, periodTo: to }: Pick<ReviewRound, 'id' | 'periodFrom' | 'periodTo'>, societies: Sql): Promise<Counted[]> {
  const { tenantId } = db.me
  return db.query<Counted>(sql`with of as (${societies}), held as (${societyActivities.of(db)?.held(db, sql`select id from of`, { from, to }) ?? NOTHING})
    select s.id, coalesce(jsonb_array_length(s.charter), 0) > 0 as "hasCharter",
      coalesce(m.members, 0) as members, coalesce(m.head, false) as "hasHead", coalesce(m.posts, 0) as posts,
      coalesce(h.activities, 0) as activities, coalesce(h.participants, 0) as participants, coalesce(l.hours, 0)::float8 as hours,
      coalesce(d.drafts, 0) as drafts, coalesce(d.open, 0) as "openDrafts", coalesce(r.raters, 0) as raters, r.rating
    from society s join of on of.id = s.id
      left join (select g.society_id, count(distinct g.activity_id)::int as activities, count(distinct y.student_id)::int as participants
        from held g left join society_member y on y.tenant_id = ${tenantId} and y.society_id = g.society_id and y.student_id = g.student_id and y.state = 'active' group by 1) h on h.society_id = s.id
      left join (select society_id, count(*)::int as members, bool_or(role = 'head') as head, (count(*) filter (where role in ('deputy', 'treasurer')))::int as posts
        from society_member where tenant_id = ${tenantId} and state = 'active' group by 1) m on m.society_id = s.id
      left join (select society_id, sum(hours) as hours from advisor_log where tenant_id = ${tenantId} and date between ${from}::date and ${to}::date group by 1) l on l.society_id = s.id
      left join (select society_id, count(*)::int as drafts, (count(*) filter (where state not in ('posted', 'withdrawn')))::int as open
        from society_fund_draft where tenant_id = ${tenantId} and happened_on between ${from}::date and ${to}::date group by 1) d on d.society_id = s.id
      left join (select x.society_id, count(*)::int as raters, avg(x.stars)::float8 as rating
        from society_rating x join society_member y on y.tenant_id = x.tenant_id and y.society_id = x.society_id and y.student_id = x.student_id and y.state = 'active'
        where x.tenant_id = ${tenantId} and x.round_id = ${roundId} group by 1) r on r.society_id = s.id
    where s.tenant_id = ${tenantId}`)
}
export async function needsOf(db: Db): Promise<Needs> {
  const { reviewMembers, reviewActivities, activitiesFull, hoursFull, ratersLeast } = await settingsOf(db)
  return { membersLeast: reviewMembers, activitiesLeast: reviewActivities, activitiesFull, hoursFull, ratersLeast }
}
/** The items of a society with weight and score, and what they make together. */
export function scoredOf(of: Figures, weights: ReadonlyArray<Weight | null>, needs: Needs): { scores: Scored[]; total: number } {
  const by = scoresOf(of, needs)
  const scores = weights.flatMap(w => (w ? [{ ...w, score: by[w.item] }] : []))
  return { scores, total: totalOf(scores) }
}
/** What is kept of the figures. How many rated is told from as many as make a mean. */
export const columnsOf = ({ members, activities, participants, hours, openDrafts, raters }: Figures, { ratersLeast }: Needs) => ({
  ...{ members, activities, participants, hours, openDrafts, raters: raters >= ratersLeast ? raters : null },
})
