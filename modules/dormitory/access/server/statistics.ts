import sql, { empty as nothing, type Sql } from 'sql-template-tag'
import { daysBetween } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, hourGroup, periodGroup } from '#server/statistics/groupings.ts'
import { dormBuilding } from '../../places/model/places.ts'
import { dormStay } from '../../stays/model/stay.ts'
import { accessAlert } from '../model/access-alert.ts'
import { alertStatistics, NIGHTS } from '../model/alert-actions.ts'

const rate = (n: number, of: number): number => (of ? Math.round((n / of) * 10_000) / 100 : 0)
/** Buildings whose gates report passages and that have residents in the reader's scope. */
const residentsOf = (db: Db, dormId: string | null | undefined) =>
  db.query<{ key: string; label: string; residents: number }>(sql`select b.id as key, b.full_name as label, count(s.id)::int as residents
    from dorm_building b join ${db.visibleFor(dormStay, NIGHTS).rows()} s on s.dorm_id = b.id and s.state = 'checkedIn'
    where b.tenant_id = ${db.me.tenantId} and b.deleted_at is null and b.is_enabled and b.gate_mode = 'events' ${dormId ? sql`and b.id = ${dormId}` : nothing} group by b.id, b.full_name, b.sort, b.code order by b.sort, b.code`)
const counted = (where: Sql): Sql => sql`count(*) filter (where ${where})::int`
const STANDS = sql`state <> 'autoClosed' and result is distinct from 'wrong'`

/** Rates count standing alerts, without explained ones and false alarms. 长时间未出楼 is excluded from statistics (20-DA5). */
export default answerStatistics(alertStatistics, {
  rows: ({ db }, { from, to, dormId }) =>
    sql`(select v.* from ${db.visibleFor(accessAlert, NIGHTS).rows()} v where v.night_date between ${from}::date and ${to}::date and v.type <> 'notLeft' ${dormId ? sql`and v.dorm_id = ${dormId}` : nothing})`,
  sums: {
    lates: counted(sql`type = 'lateReturn' and ${STANDS}`),
    outs: counted(sql`type in ('nightOut', 'notSeen') and is_final and ${STANDS}`),
    total: sql`count(*)::int`,
    open: counted(sql`state in ('open', 'handling')`),
    explained: counted(sql`state = 'autoClosed'`),
    uncertain: counted(sql`was_uncertain`),
    handledMinutes: sql`(percentile_cont(0.5) within group (order by extract(epoch from closed_at - opened_at) / 60) filter (where state = 'closed'))::int`,
  },
  by: {
    houses: entityGroup(sql`dorm_id`, dormBuilding),
    nights: periodGroup(sql`night_date`),
    hours: hourGroup(atSchool(sql`case when type = 'lateReturn' and ${STANDS} then at end`)),
  },
  each: ({ lates, outs }) => ({ lates, outs }),
  async more({ db }, { from, to, dormId }, { sums: { total, open, explained, uncertain, handledMinutes }, groups }) {
    const nights = daysBetween(from, to) + 1
    const alerts = new Map(groups.houses.map(h => [h.key, h]))
    const residents = await residentsOf(db, dormId)
    const empty = groups.houses.filter(h => !residents.some(r => r.key === h.key)).map(({ key, label }) => ({ key, label, residents: 0 }))
    const houses = [...residents, ...empty].map(house => {
      const { lates, outs } = alerts.get(house.key) ?? { lates: 0, outs: 0 }
      return { ...house, lates, outs, lateRate: rate(lates, house.residents * nights), outRate: rate(outs, house.residents * nights) }
    })
    return { total, open, explained, uncertain, handledMinutes, houses }
  },
})
