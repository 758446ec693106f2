import sql from 'sql-template-tag'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { priceLists } from '../../places/server/api.ts'

/**
 * Yearly price of these rooms in fen from the school's own list: the building's price before the general one, the latest in force. Rooms without a price are absent.
 */
export async function standardsOf(db: Db, roomIds: readonly string[], xn = schoolYearOf(today())): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; amount: number }>(sql`select r.id, s.amount::float8 as amount from dorm_room r cross join lateral (
      select s.amount from lodging_standard s where s.tenant_id = r.tenant_id and s.room_type = r.room_type and s.xn <= ${xn} and (s.dorm_id is null or s.dorm_id = r.dorm_id)
      order by (s.dorm_id is null), s.xn desc limit 1) s
    where r.tenant_id = ${db.me.tenantId} and r.id = any(${[...new Set(roomIds)]}::uuid[])`)
  return new Map(rows.map(r => [r.id, r.amount]))
}
export default priceLists.make({ prices: (db, roomIds) => standardsOf(db, roomIds) })
