import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { bedPlaces, LOCKED, liveBeds, OFFERED, OUT_OF_USE } from './bed-facts.ts'
import { takenBeds } from './occupancy.ts'

/** Bed counts: total, taken, available, locked, out of use. */
export interface BedCounts {
  capacity: number
  occupied: number
  reserved: number
  free: number
  locked: number
  repair: number
}
/** Availability of a bed; the first that applies. */
export const BED_STATE = sql`case when t.state is not null then t.state when not b.is_enabled then 'off' when ${OUT_OF_USE} then 'repair' when ${LOCKED} then 'locked' when ${OFFERED} then 'free' else 'off' end`
/** Beds `b` of a place with their occupancy `t`. */
export const bedsTaken = (db: Db, where: Sql): Sql => sql`${bedPlaces()} left join ${takenBeds(db)} t on t.bed_id = b.id where ${liveBeds(db)} and ${where}`
/** 20-DB3: capacity is the number of enabled beds; one statement for any number of places. */
export const countsBy = (db: Db, column: 'dorm_id' | 'floor_id' | 'room_id', where: Sql): Promise<Array<BedCounts & { id: string }>> =>
  db.query(sql`select x.id, count(*) filter (where x.is_enabled)::int as capacity, count(*) filter (where x.state = 'occupied')::int as occupied, count(*) filter (where x.state = 'reserved')::int as reserved,
      count(*) filter (where x.state = 'free')::int as free, count(*) filter (where x.state = 'locked')::int as locked, count(*) filter (where x.state = 'repair')::int as repair
    from (select b.${raw(column)} as id, b.is_enabled, ${BED_STATE} as state from ${bedsTaken(db, where)}) x group by x.id`)
export const NO_BEDS: BedCounts = { capacity: 0, occupied: 0, reserved: 0, free: 0, locked: 0, repair: 0 }
