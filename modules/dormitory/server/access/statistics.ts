import sql, { empty } from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import { handle } from '#server/context.ts'
import { accessAlert } from '../../model/access/access-alert.ts'
import { alertStatistics, NIGHTS } from '../../model/access/alert-actions.ts'
import { dormStay } from '../../model/stay/stay.ts'

const MOST_DAYS = 200
interface House {
  dormId: string
  name: string
  residents: number
  lates: number
  outs: number
}
interface Sums {
  total: number
  open: number
  handled: number
  explained: number
  uncertain: number
  handledMinutes: number | null
}
const rate = (n: number, of: number): number => (of ? Math.round((n / of) * 10_000) / 100 : 0)
/** Rates count standing alerts, without explained ones and false alarms. 久未出 is excluded from statistics (20-DA5). */
export default handle(alertStatistics, async ({ db, refuse }, { from, to, dormId }) => {
  const days = daysBetween(from, to) + 1
  if (days > MOST_DAYS || days < 1) refuse('span', { most: MOST_DAYS, days }, 'to')
  const alerts = sql`(select * from ${db.visibleFor(accessAlert, NIGHTS).rows()} v where v.night_date between ${from}::date and ${to}::date and v.type <> 'notLeft' ${dormId ? sql`and v.dorm_id = ${dormId}` : empty})`
  const stands = sql`a.state <> 'autoClosed' and a.result is distinct from 'wrong'`
  const late = sql`count(*) filter (where a.type = 'lateReturn' and ${stands})::int as lates`
  const out = sql`count(*) filter (where a.type in ('nightOut', 'notSeen') and a.is_final and ${stands})::int as outs`
  const [houses, nights, hours, sums] = await Promise.all([
    db.query<House>(sql`with a as (select a.dorm_id, ${late}, ${out} from ${alerts} a group by 1),
        r as (select s.dorm_id, count(*)::int as residents from ${db.visibleFor(dormStay, NIGHTS).rows()} s where s.state = 'checkedIn' group by 1)
      select b.id as "dormId", b.full_name as name, coalesce(r.residents, 0) as residents, coalesce(a.lates, 0) as lates, coalesce(a.outs, 0) as outs
      from dorm_building b left join a on a.dorm_id = b.id left join r on r.dorm_id = b.id
      where b.tenant_id = ${db.me.tenantId} and b.deleted_at is null and b.is_enabled and b.gate_mode = 'events' and (a.dorm_id is not null or r.dorm_id is not null)
        ${dormId ? sql`and b.id = ${dormId}` : empty} order by b.sort, b.code`),
    db.query<{ night: string; lates: number; outs: number }>(sql`select a.night_date::text as night, ${late}, ${out} from ${alerts} a group by 1 order by 1`),
    db.query<{ hour: number; lates: number }>(
      sql`select extract(hour from a.at at time zone 'Asia/Shanghai')::int as hour, count(*)::int as lates from ${alerts} a where a.type = 'lateReturn' and ${stands} group by 1`,
    ),
    db.query<Sums>(sql`select count(*)::int as total, count(*) filter (where a.state in ('open', 'handling'))::int as open, count(*) filter (where a.state = 'closed')::int as handled,
      count(*) filter (where a.state = 'autoClosed')::int as explained, count(*) filter (where a.was_uncertain)::int as uncertain,
      (percentile_cont(0.5) within group (order by extract(epoch from a.closed_at - a.opened_at) / 60) filter (where a.state = 'closed'))::int as "handledMinutes" from ${alerts} a`),
  ])
  const own = sums[0] ?? { total: 0, open: 0, handled: 0, explained: 0, uncertain: 0, handledMinutes: null }
  return { ...own, nights, hours, houses: houses.map(h => ({ ...h, lateRate: rate(h.lates, h.residents * days), outRate: rate(h.outs, h.residents * days) })) }
})
