import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { signInStatistics } from '../model/credentials-sessions.ts'

interface Group {
  kind: 'way' | 'terminal' | 'reason' | 'hour' | 'all'
  key: string
  count: number
  failures: number
  people: number
}
/** Sign-ins of some days in one pass over the log, and the present state of passwords. Whole-school scope only. */
export default handle(signInStatistics, async ({ db, me }, { days }) => {
  const groups = await db.query<Group>(sql`
    with lines as materialized (select way, coalesce(terminal, 'pc') as terminal, reason, result, user_id, extract(hour from at)::int::text as hour from login_log
      where tenant_id = ${me.tenantId} and at > now() - make_interval(days => ${days ?? 30}))
    select case when grouping(way) = 0 then 'way' when grouping(terminal) = 0 then 'terminal' when grouping(reason) = 0 then 'reason' when grouping(hour) = 0 then 'hour' else 'all' end as kind,
      coalesce(way, terminal, reason, hour, '') as key, count(*) filter (where result = 'success')::int as count, count(*) filter (where result <> 'success')::int as failures,
      count(distinct user_id) filter (where result = 'success')::int as people
    from lines group by grouping sets ((way), (terminal), (reason), (hour), ())`)
  const weak = await db.query<{ departmentName: string; people: number; weak: number }>(sql`
    select d.name as "departmentName", count(*)::int as people, count(*) filter (where coalesce(u.pass_word_level, 0) = 0)::int as weak
    from sys_user u join department d on d.tenant_id = u.tenant_id and d.id = u.department_id
    where u.tenant_id = ${me.tenantId} and u.realm = 'admin' and u.status = 'enabled' and u.password_hash is not null group by d.id, d.name order by count(*) filter (where coalesce(u.pass_word_level, 0) = 0)::float / count(*) desc, d.name limit 100`)
  const of = (kind: Group['kind']) => groups.filter(g => g.kind === kind)
  const [all] = of('all')
  const byHour = new Map(of('hour').map(g => [Number(g.key), g]))
  return {
    total: all?.count ?? 0,
    people: all?.people ?? 0,
    failures: all?.failures ?? 0,
    ways: counts(of('way'), g => g.count),
    terminals: counts(of('terminal'), g => g.count),
    reasons: counts(of('reason'), g => g.failures),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, count: byHour.get(hour)?.count ?? 0, failures: byHour.get(hour)?.failures ?? 0 })),
    weak,
  }
})
const counts = (groups: readonly Group[], count: (g: Group) => number) =>
  groups
    .filter(g => g.key && count(g))
    .map(g => ({ key: g.key, count: count(g) }))
    .sort((a, b) => b.count - a.count)
