import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'

export interface RoomOf {
  bed: string
  moveIn: string | null
  /** 20-DC6: those who let themselves be seen. */
  mates: Array<{ alias: string; habits: string | null }>
}
/** The room of somebody who has a bed, claimed or given, with roommates as far as they show themselves in one of these rounds; null without one. */
export async function roomOf(db: Db, studentId: string, roundIds: readonly string[]): Promise<RoomOf | null> {
  const { tenantId } = db.me
  const [own] = await db.query<{ roomId: string; bed: string; moveIn: string | null }>(sql`select y.room_id as "roomId", b.full_name as bed, y.planned_in::text as "moveIn"
    from dorm_stay y join dorm_bed b on b.tenant_id = y.tenant_id and b.id = y.bed_id
    where y.tenant_id = ${tenantId} and y.student_id = ${studentId}::uuid and y.is_open and y.kind <> 'temporary' and y.state in ('reserved', 'checkedIn') order by y.planned_in desc limit 1`)
  if (!own) return null
  const mates = await db.query<{
    alias: string
    habits: string | null
  }>(sql`select distinct on (y.student_id) c.alias, case when r.show_roommate = 'consent' then c.habits end as habits
    from dorm_stay y join claim_card c on c.tenant_id = y.tenant_id and c.student_id = y.student_id and c.round_id = any(${[...roundIds]}::uuid[]) and c.is_shown and c.alias is not null
      join claim_round r on r.tenant_id = c.tenant_id and r.id = c.round_id and r.show_roommate <> 'none'
    where y.tenant_id = ${tenantId} and y.room_id = ${own.roomId}::uuid and y.is_open and y.kind <> 'temporary' and y.state in ('reserved', 'checkedIn') and y.student_id <> ${studentId}::uuid
    order by y.student_id, r.begin_time desc`)
  return { bed: own.bed, moveIn: own.moveIn, mates }
}
