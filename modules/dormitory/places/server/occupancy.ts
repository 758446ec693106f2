import sql, { type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'

export type BedState = 'free' | 'reserved' | 'occupied'
/**
 * Taken beds as of a day, one row each: `bed_id`, `dorm_id`, `floor_id`, `room_id`, `state` (occupied, reserved), `stay_id`, `student_id`, `kind`. A bed without a
 * row is free. A checked-in student occupies it, today also past the planned day; a reservation counts until its last day, from now on even if it begins later.
 * Derived from open stays: the only source of occupancy. `db` supplies the tenant.
 */
export const takenBeds = (db: Pick<Db, 'me'>, on: string = today(), where: Sql = sql`true`): Sql => sql`(
  select distinct on (s.bed_id) s.bed_id, s.dorm_id, s.floor_id, s.room_id, case s.state when 'checkedIn' then 'occupied' else 'reserved' end as state, s.id as stay_id, s.student_id, s.student_no, s.name, s.class_id, s.kind, s.planned_in, s.planned_out
  from dorm_stay s where s.tenant_id = ${db.me.tenantId} and s.is_open and ${where}
    and case when s.state = 'checkedIn' then ${on <= today()}::boolean or s.period @> ${on}::date else upper_inf(s.period) or upper(s.period) > ${on}::date end
    and (s.state <> 'held' or s.hold_until > now())
  order by s.bed_id, (s.state = 'checkedIn') desc, s.planned_in)`
/** Condition on beds (alias `b`) without a stay of this kind between two days; without an end: ever. */
export const isFreeBetween = (
  db: Pick<Db, 'me'>,
  kind: string,
  from: string,
  until: string | null,
): Sql => sql`not exists (select 1 from dorm_stay s where s.tenant_id = ${db.me.tenantId} and s.bed_id = b.id and s.is_open
  and (s.kind = 'temporary') = ${kind === 'temporary'}::boolean and (s.state <> 'held' or s.hold_until > now()) and s.period && daterange(${from}::date, ${until}::date))`

export interface Counts {
  id: string
  occupied: number
  reserved: number
}
/** Taken beds per place today, in one statement. */
export const takenCounts = (db: Db, column: 'dorm_id' | 'floor_id' | 'room_id', ids: readonly string[]): Promise<Counts[]> => {
  const at = { dorm_id: sql`s.dorm_id`, floor_id: sql`s.floor_id`, room_id: sql`s.room_id` }[column]
  const by = { dorm_id: sql`t.dorm_id`, floor_id: sql`t.floor_id`, room_id: sql`t.room_id` }[column]
  return db.query<Counts>(sql`select ${by} as id, count(*) filter (where t.state = 'occupied')::int as occupied, count(*) filter (where t.state = 'reserved')::int as reserved
    from ${takenBeds(db, today(), sql`${at} = any(${[...ids]}::uuid[])`)} t group by 1`)
}
