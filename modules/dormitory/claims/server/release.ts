import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { anyOf } from '#server/data/where.ts'
import { type Pool, poolSays } from '../../places/model/pool.ts'
import { stayStates } from '../../stays/model/states.ts'
import { bedsOf, lockStays, release } from '../../stays/server/api.ts'

interface ReleasedBed {
  studentId: string
  bed: string
}
/** Releases the beds into which these students have not moved yet, in the caller's transaction. The caller tells them; who lives in a bed keeps it until they check out. */
export async function releaseStays(db: Db, studentIds: readonly string[], reason: string): Promise<ReleasedBed[]> {
  if (!studentIds.length) return []
  const found = await db.query<{ id: string }>(sql`select id from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${anyOf(studentIds, 'uuid')}
    and is_open and kind = 'main' and state in ('held', 'reserved')`)
  const locked = await lockStays(
    db,
    found.map(f => f.id),
  )
  // somebody may have cancelled or moved in meanwhile
  const stays = locked.filter(s => s.isOpen && stayStates.allows(s, 'cancel'))
  if (!stays.length) return []
  await release(db, stays, reason, { isQuiet: true })
  const beds = await bedsOf(
    db,
    stays.map(s => s.bedId),
  )
  return stays.map(s => ({ studentId: s.studentId, bed: beds.get(s.bedId)?.fullName ?? '—' }))
}
/** Somebody's place from which the beds of a round are judged. */
export interface PlaceOf {
  studentId: string
  classId: string | null
  departmentId: string | null
}
/** A bed that somebody has been given or lives in. */
export interface StandingBed {
  studentId: string
  bed: string
  /** It comes from a round that does not offer it to their place, and they have not moved in yet. */
  isOut: boolean
}
interface Standing extends PlaceOf {
  bed: string
  /** Of the round; null where they live there, or no round gave it. */
  pool: Pool | null
  roomId: string
  dormId: string
  roomDepartmentId: string | null
}
/** The beds of these students, and whether what their round offers to their class and college still holds them: now, or at the places given. */
export async function standingBeds(db: Db, studentIds: readonly string[], at: readonly PlaceOf[] = []): Promise<StandingBed[]> {
  const rows = await db.query<Standing>(sql`select y.student_id as "studentId", b.full_name as bed, c.pool, y.room_id as "roomId", y.dorm_id as "dormId",
      r.department_id as "roomDepartmentId", s.class_id as "classId", s.department_id as "departmentId"
    from dorm_stay y join dorm_bed b on b.tenant_id = y.tenant_id and b.id = y.bed_id join dorm_room r on r.tenant_id = y.tenant_id and r.id = y.room_id
      join student s on s.tenant_id = y.tenant_id and s.id = y.student_id
      left join claim_round c on c.tenant_id = y.tenant_id and c.id = y.batch_id and y.state in ('held', 'reserved')
    where y.tenant_id = ${db.me.tenantId} and y.student_id = ${anyOf(studentIds, 'uuid')} and y.is_open and y.kind = 'main'`)
  const places = new Map(at.map(place => [place.studentId, place]))
  return rows.map(({ studentId, bed, pool, roomId, dormId, roomDepartmentId, ...own }) => ({
    ...{ studentId, bed },
    isOut: pool !== null && poolSays(pool, { roomId, dormId, departmentId: roomDepartmentId }, places.get(studentId) ?? own) !== 'ok',
  }))
}
