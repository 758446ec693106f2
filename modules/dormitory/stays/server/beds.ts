import sql, { type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { bedPlaces, GENDER, holdBedsBelow, LOCKED } from '../../places/server/api.ts'
import type { BedOf } from '../model/rules.ts'

/** SQL of the map under local names. */
export { GENDER as roomGender, LOCKED as isLockedNow } from '../../places/server/api.ts'
/** A bed with room, floor and building. */
export const bedWithPlace = (tenantId: string): Sql => sql`${bedPlaces()} and b.tenant_id = ${tenantId}`
/** Why the room is unavailable on that day, as a key of `ROOM_WHY`; null if available. */
export const roomWhy = (
  on: string,
): Sql => sql`case when r.deleted_at is not null or b.deleted_at is not null then 'gone' when not (d.is_enabled and f.is_enabled and r.is_enabled) then 'off' when r.state <> 'normal' then r.state
  when r.usage not in ('student', 'reserve') then r.usage when ${on}::date between r.closed_from and coalesce(r.closed_to, 'infinity') then 'closed' end`

/** Beds with the data to assign them. Locked in id order, so that concurrent requests are serialized; locking or disabling a bed takes the same locks. */
export async function bedsOf(db: Db, ids: readonly string[], { isLocked = false } = {}): Promise<Map<string, BedOf>> {
  if (!ids.length) return new Map()
  // two statements on purpose: the read must not use a snapshot older than the locks
  if (isLocked) await holdBedsBelow(db, sql`b.id = any(${[...new Set(ids)]}::uuid[])`)
  const rows = await db.query<BedOf>(sql`select b.id, b.full_name as "fullName", b.bed_no as "bedNo", b.room_id as "roomId", b.dorm_id as "dormId", b.is_enabled as "isEnabled",
      case when ${LOCKED} then b.lock_reason end as "lockReason", case when ${LOCKED} then b.locked_at end as "lockedAt", u.nick_name as "lockedByName",
      ${roomWhy(today())} as why, ${GENDER} as "genderCode"
    from ${bedWithPlace(db.me.tenantId)} left join sys_user u on u.tenant_id = b.tenant_id and u.id = b.locked_by where b.id = any(${[...new Set(ids)]}::uuid[]) order by b.id`)
  return new Map(rows.map(b => [b.id, b]))
}
export interface StudentBed {
  bedId: string
  roomId: string
  buildingId: string
  fullName: string
  bedNo: number
}
/** Current beds of these students, for the student record. */
export async function bedOfStudents(db: Db, studentIds: readonly string[]): Promise<Map<string, StudentBed>> {
  const rows = await db.query<
    StudentBed & { studentId: string }
  >(sql`select distinct on (s.student_id) s.student_id as "studentId", b.id as "bedId", b.room_id as "roomId", d.building_id as "buildingId",
      b.full_name as "fullName", b.bed_no as "bedNo"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id join dorm_building d on d.tenant_id = b.tenant_id and d.id = b.dorm_id where s.tenant_id = ${db.me.tenantId} and s.state = 'checkedIn' and s.student_id = any(${[...studentIds]}::uuid[])
    order by s.student_id, (s.kind = 'temporary'), s.check_in_at desc`)
  return new Map(rows.map(({ studentId, ...bed }) => [studentId, bed]))
}
