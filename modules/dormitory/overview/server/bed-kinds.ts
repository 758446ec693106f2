import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import type { Rows } from '#server/row-types.ts'
import type { dormBed } from '../../places/model/places.ts'
import { FOR_STUDENTS, LOCKED, takenBeds } from '../../places/server/api.ts'

/**
 * Base query of all bed figures, one row per bed: `id`, `dorm_id`, `campus_id`, `room_id`, `room_type`, `gender`, `kind` (occupied, reserved, locked, free). Enabled
 * beds in student or reserve rooms that are not closed. Figures and the lists behind them share it.
 */
export const countedBeds = (db: Db, beds: Rows<typeof dormBed>): Sql => sql`(
  select b.id, b.dorm_id, d.campus_id, b.room_id, r.room_type, r.lodging_gender as gender, b.full_name,
    case when t.state is not null then t.state when ${LOCKED} then 'locked' else 'free' end as kind
  from ${beds.rows()} b join dorm_room r on r.tenant_id = b.tenant_id and r.id = b.room_id join dorm_building d on d.tenant_id = b.tenant_id and d.id = b.dorm_id
    left join ${takenBeds(db)} t on t.bed_id = b.id
  where b.is_enabled and r.is_enabled and d.is_enabled and r.state <> 'closed' and ${FOR_STUDENTS})`
export interface BedSums {
  beds: number
  occupied: number
  reserved: number
  locked: number
  free: number
}
/** The four kinds partition the total. */
export const BED_SUMS = sql`count(*)::int as beds, count(*) filter (where kind = 'occupied')::int as occupied, count(*) filter (where kind = 'reserved')::int as reserved,
  count(*) filter (where kind = 'locked')::int as locked, count(*) filter (where kind = 'free')::int as free`
