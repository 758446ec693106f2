import sql, { empty } from 'sql-template-tag'
import type { OutputOf } from '#model'
import { building } from '#modules/campus/model/places.ts'
import type { Db } from '#server/context.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { atSchool, entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { repairType } from '../model/faults.ts'
import { repairOrder } from '../model/order.ts'
import { repairStatistics } from '../model/statistics.ts'
import { repairTeam } from '../model/workers.ts'
import { settingsOf } from './settings.ts'

const FINISHED = sql`done_at is not null`
const count = (where: ReturnType<typeof sql>) => sql`count(*) filter (where ${where})::int`
interface StatisticsInput {
  from: string
  to: string
  buildingId?: string | null
}
/** A row of a list of the answer. */
type Listed<K extends 'rooms' | 'repeated' | 'turnover'> = NonNullable<OutputOf<typeof repairStatistics>[K][number]>
/** Orders reported in the span, except those that were none. */
const reported = (
  db: Db,
  { from, to, buildingId }: StatisticsInput,
) => sql`(select o.*, t.team_id, t.name as type_name from ${db.visible(repairOrder).rows()} o join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
  where o.created_at >= (${from}::date at time zone 'Asia/Shanghai') and o.created_at < ((${to}::date + 1) at time zone 'Asia/Shanghai')
    and o.state not in ('rejected', 'withdrawn', 'merged') ${buildingId ? sql`and o.building_id = ${buildingId}` : empty})`

export default answerStatistics(repairStatistics, {
  rows: ({ db }, asked) => reported(db, asked),
  sums: {
    orders: sql`count(*)::int`,
    finished: count(FINISHED),
    inTime: count(sql`${FINISHED} and done_at <= due_finish and breached_at is null`),
    reopened: count(sql`reopen_count > 0`),
    score: sql`round(avg(score), 2)`,
    cost: sql`coalesce(sum(cost_total), 0)::bigint`,
    medianHours: sql`round((percentile_cont(0.5) within group (order by extract(epoch from done_at - created_at) / 3600) filter (where ${FINISHED}))::numeric, 1)`,
  },
  by: {
    byType: entityGroup(sql`type_id`, repairType),
    byTeam: entityGroup(sql`team_id`, repairTeam),
    byBuilding: entityGroup(sql`building_id`, building),
    byDay: periodGroup(atSchool(sql`created_at`)),
  },
  each: ({ orders = 0, finished = 0, inTime = 0, reopened = 0, score }) => ({ orders, finished, inTime, reopened, score: score ?? null }),
  async more(ctx, asked, { rows, sums }) {
    const { db } = ctx
    const { sameFaults, sameDays } = await settingsOf(db)
    const dearest = await db.query<
      Listed<'rooms'>
    >(sql`select room_id as key, max(place) as label, sum(cost_total)::bigint as cost, count(*)::int as orders from ${rows} o where room_id is not null and cost_total > 0
      group by 1 order by 3 desc limit 20`)
    const repeated = await db.query<Listed<'repeated'>>(sql`select o.room_id || ' ' || o.type_id as key, max(o.place) as label, max(t.name) as "typeName", count(*)::int as orders
      from ${db.visible(repairOrder).rows()} o join repair_type t on t.tenant_id = o.tenant_id and t.id = o.type_id
      where o.room_id is not null and o.created_at > now() - make_interval(days => ${sameDays}) and o.state not in ('rejected', 'withdrawn', 'merged') group by o.room_id, o.type_id having count(*) >= ${sameFaults} order by 4 desc limit 50`)
    const [helped] = await db.query<{ n: number }>(sql`select coalesce(sum(solved_count), 0)::int as n from repair_type where tenant_id = ${db.me.tenantId}`)
    return {
      cost: sums.cost ?? 0,
      solved: helped?.n ?? 0,
      medianHours: sums.medianHours ?? null,
      rooms: dearest,
      repeated,
      turnover: await turnover(db, asked),
    }
  },
})
/** Materials used in the span, and for how many days the stock lasts at that rate. */
const turnover = (db: Db, { from, to }: StatisticsInput) =>
  db.query<
    Listed<'turnover'>
  >(sql`with used as (select s.material_id, -sum(v.amount)::int as n from stock_move v join repair_stock s on s.tenant_id = v.tenant_id and s.id = v.account_id
      where v.tenant_id = ${db.me.tenantId} and v.kind = 'use' and v.created_at >= (${from}::date at time zone 'Asia/Shanghai') and v.created_at < ((${to}::date + 1) at time zone 'Asia/Shanghai') group by 1)
    select m.id as key, m.name as label, m.unit, u.n as used, coalesce(h.qty, 0)::int as stock, case when u.n > 0 then floor(coalesce(h.qty, 0)::numeric * (${to}::date - ${from}::date + 1) / u.n)::int end as "daysLeft"
    from used u join repair_material m on m.tenant_id = ${db.me.tenantId} and m.id = u.material_id
      left join lateral (select sum(qty) as qty from repair_stock s where s.tenant_id = m.tenant_id and s.material_id = m.id) h on true order by u.n desc limit 30`)
