import sql from 'sql-template-tag'
import type { Plan } from '#modules/outing/server/api.ts'
import type { Db } from '#server/context.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { type DEPARTURE_WAYS, holidayDeparture, type RoomSafe } from '../model/departure.ts'
import { HOLIDAY_MESSAGES } from '../model/messages.ts'
import { standing } from './board.ts'

export interface Leaving {
  destinationId: string
  studentId: string
  classId: string | null
  dormId: string | null
  roomId: string | null
  at: string
  backPlanned: string | null
}
export interface How {
  way: keyof typeof DEPARTURE_WAYS
  note?: string | null
  roomSafe?: RoomSafe | null
}
/** Records departures, once each; a later exit updates only gate records. Returns the new departures. */
export async function depart(
  db: Db,
  plan: Pick<Plan, 'id' | 'name'>,
  leaving: readonly Leaving[],
  { way, note, roomSafe }: How,
): Promise<Array<{ id: string; destinationId: string }>> {
  if (!leaving.length) return []
  const from = sql`jsonb_to_recordset(${JSON.stringify(leaving)}::jsonb) x("destinationId" uuid, "studentId" uuid, "classId" uuid, "dormId" uuid, "roomId" uuid, at timestamptz)`
  const who = { destinationId: sql`x."destinationId"`, studentId: sql`x."studentId"`, classId: sql`x."classId"`, dormId: sql`x."dormId"`, roomId: sql`x."roomId"` }
  const safe = roomSafe ?? null
  const options = { returning: ['destinationId'], ...(way === 'gate' && { history: false as const }) } as const // the passage itself is the record
  const fresh = await db.insertFrom(holidayDeparture, { ...who, planId: plan.id, departedAt: sql`x.at`, way, note: note ?? null, roomSafe: safe }, from, {
    skipExisting: true,
    ...options,
  })
  const before = sql`h.destination_id = x."destinationId" and not h.id = any(${fresh.map(f => f.id)}::uuid[]) and (${way} <> 'gate' or (h.way = 'gate' and x.at > h.departed_at))`
  const moved = await db.updateWhere(holidayDeparture, before, { departedAt: sql`x.at`, way, ...(safe && { roomSafe: safe }) }, { as: 'h', from, ...options })
  const made = [...fresh, ...moved]
  await db.emitMany(
    'dormitory.departed',
    leaving
      .filter(l => made.some(m => m.destinationId === l.destinationId))
      .map(l => ({ studentId: l.studentId, destinationId: l.destinationId, spans: [{ from: l.at, to: l.backPlanned }] })),
  )
  await tellLast(db, plan, [...new Set(leaving.flatMap(l => (l.roomId && fresh.some(f => f.destinationId === l.destinationId) ? [l.roomId] : [])))])
  return fresh
}
/** 20-DH4: reminds the last resident of a room, who will leave as well, of the safety report. */
async function tellLast(db: Db, plan: Pick<Plan, 'id' | 'name'>, roomIds: readonly string[]): Promise<void> {
  const all = sql`(select * from dorm_stay where tenant_id = ${db.me.tenantId} and room_id = any(${[...roomIds]}::uuid[]))`
  const last = await db.query<{ userId: string; room: string }>(sql`select u.user_id as "userId", r.full_name as room
    from (select s.room_id, min(s.student_id::text)::uuid as student_id from ${standing(db, plan.id, all)} s where s.stands not in ('left', 'back') group by 1 having count(*) = 1 and min(s.stands) = 'leaving') l
    join dorm_room r on r.tenant_id = ${db.me.tenantId} and r.id = l.room_id join student_account u on u.tenant_id = r.tenant_id and u.student_id = l.student_id`)
  const link = '/dormitory/holiday/mine'
  await notifyEach(
    db,
    HOLIDAY_MESSAGES.holidayLastOut,
    last.map(({ userId, room }) => ({ to: [userId], values: { plan: plan.name, room }, bizType: 'holidayPlan', bizId: plan.id, link, mobileLink: link })),
  )
}
