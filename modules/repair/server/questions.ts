import sql, { type Sql } from 'sql-template-tag'
import { building } from '#modules/campus/model/places.ts'
import { dormBed } from '#modules/dormitory/places/model/places.ts'
import type { Db } from '#server/context.ts'
import { entityGroup } from '#server/statistics/groupings.ts'
import { question } from '#server/statistics/questions.ts'
import { repairOrder } from '../model/order.ts'

const DAYS = 30
const LIST = 'repair:repairOrder:statistics'
const at = (day: Sql): Sql => sql`((${day})::timestamp at time zone 'Asia/Shanghai')`
/** Orders of dormitories that were none of those sent away. */
const orders = (db: Db): Sql => sql`${db.visibleFor(repairOrder, LIST).rows()}`
const STANDS = sql`o.building_id is not null and o.state not in ('rejected', 'withdrawn', 'merged')`
/** The beds of a building stand in the rows once an hour, so that each hour is counted against all of them. */
const beds = sql`sum(beds)::numeric / greatest(1, count(distinct hour) filter (where beds > 0))`
export default question({
  code: 'repair.wear',
  order: 80,
  title: '哪些楼、哪些时段最费修？',
  definition: '到当天为止近 30 天宿舍楼的报修，每百张床位几件；此前 30 天内同一房间同一类报过的算重复。驳回、撤回和并入别单的不算',
  says: '近 30 天每百张床位报修 {rate} 件，共 {reported} 件，{again} 件是重复报修（{againPercent}%）。',
  listedBy: LIST,
  figures: [
    { code: 'rate', label: '每百床报修', as: 'rate', n: sql`count(id)`, of: beds, per: 100, unit: '件' },
    { code: 'reported', label: '报修', as: 'count', n: sql`count(id)` },
    { code: 'again', label: '30 天内重复', as: 'share', n: sql`count(id) filter (where again)`, of: sql`count(id)` },
  ],
  rows: ({
    db,
    day,
  }) => sql`with place as materialized (select d.building_id, count(*)::int as beds from ${db.visibleFor(dormBed, LIST).rows()} b join dorm_building d on d.tenant_id = b.tenant_id and d.id = b.dorm_id
      where b.is_enabled group by 1)
    select w.id, w.building_id, w.hour, w.beds, exists (select from repair_order p where p.tenant_id = ${db.me.tenantId} and p.room_id = w.room_id and p.type_id = w.type_id and p.id <> w.id
        and p.state not in ('rejected', 'withdrawn', 'merged') and p.created_at < w.created_at and p.created_at >= w.created_at - make_interval(days => ${DAYS})) as again
    from (select o.id, o.building_id, to_char(o.created_at at time zone 'Asia/Shanghai', 'HH24') as hour, 0 as beds, o.room_id, o.type_id, o.created_at
    from ${orders(db)} o
    where ${STANDS} and o.building_id in (select d.building_id from dorm_building d where d.tenant_id = ${db.me.tenantId})
      and o.created_at >= ${at(sql`${day} - ${DAYS - 1}::int`)} and o.created_at < ${at(sql`${day} + 1`)}
    union all
    select null, d.building_id, lpad(h::text, 2, '0'), d.beds, null, null, null from place d cross join generate_series(0, 23) h) w`,
  by: {
    building: { label: '楼栋', of: entityGroup(sql`building_id`, building) },
    hour: { label: '时段', of: { key: sql`hour`, labels: async () => key => `${key}:00`, isOrdered: true } },
  },
  link: '/repair/statistics',
  every: 'week',
})
