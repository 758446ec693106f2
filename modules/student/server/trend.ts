import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { trend } from '../model/statistics.ts'
import { steps } from './steps.ts'

/** Students enrolled on the same day of each year, with entries and exits since the year before. */
export default handle(trend, async ({ db }, { asOf, years }) => {
  const last = Number(asOf.slice(0, 4))
  const day = asOf.slice(5) === '02-29' ? '02-28' : asOf.slice(5)
  const days = Array.from({ length: years ?? 10 }, (_, i) => `${last - i}-${day}`).reverse()
  return db.query<{ year: number; asOf: string; enrolled: number; atSchool: number; joined: number; left: number }>(sql`
    with ${steps(db, 'all', 'student:student:statistics')},
    asked as (select d::date as day from unnest(${days}::text[]) d),
    there as (
      select a.day, count(*)::int as enrolled, (count(*) filter (where s.status = 'active'))::int as at_school
      from asked a join standing s on s.grp is not null and s.day <= a.day and (s.until is null or s.until > a.day) group by 1
    ),
    went as (
      select a.day, (count(*) filter (where m.movement in ('joined', 'restored', 'movedIn')))::int as joined,
        (count(*) filter (where m.movement not in ('joined', 'restored', 'movedIn')))::int as went
      from asked a join moved m on m.day <= a.day and m.day > a.day - interval '1 year' group by 1
    )
    select extract(year from a.day)::int as year, a.day as "asOf", coalesce(t.enrolled, 0) as enrolled, coalesce(t.at_school, 0) as "atSchool", coalesce(w.joined, 0) as joined, coalesce(w.went, 0) as "left"
    from asked a left join there t using (day) left join went w using (day) order by a.day`)
})
