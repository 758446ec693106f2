import sql from 'sql-template-tag'
import { handle, on } from '#server/context.ts'
import { closeRooms, reopenRooms, roomResidents, setRoomHead } from '../model/actions.ts'
import { dormRoom } from '../model/places.ts'
import { allFound, changeMany } from './change-many.ts'
import { holdBedsBelow, inWords, type OccupiedBed, OPEN_STAY } from './contradictions.ts'
import { refuseStranger } from './rules.ts'

/** 20-DB2: rooms can be closed for some nights only if unoccupied, or if all residents have a temporary bed elsewhere for all of these nights. */
const close = handle(closeRooms, async ({ db, refuse }, { ids, from, to, reason }) => {
  if (to && to < from) refuse('spanReversed', { from, to }, 'to')
  const rooms = allFound(await db.visible(dormRoom).all({ id: ids }), ids)
  const roomIds = rooms.map(r => r.id)
  await holdBedsBelow(db, sql`b.room_id = any(${roomIds}::uuid[])`)
  const nights = sql`daterange(${from}::date, ${to ?? null}::date, '[]')`
  const hindering = await db.query<OccupiedBed>(sql`select s.name, b.full_name as bed from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id
    where s.tenant_id = ${db.me.tenantId} and s.room_id = any(${roomIds}::uuid[]) and ${OPEN_STAY} and s.period && ${nights}
      and not exists (select from dorm_stay o where o.tenant_id = s.tenant_id and o.student_id = s.student_id and o.kind = 'temporary' and o.is_open
        and o.state in ('reserved', 'checkedIn') and o.room_id <> all(${roomIds}::uuid[]) and o.period @> ${nights} * s.period)
    order by b.full_name`)
  if (hindering.length) refuse('occupiedClosed', { count: hindering.length, stays: inWords(hindering) }, 'ids')
  return { done: await changeMany(db, dormRoom, rooms, { closedFrom: from, closedTo: to ?? null, closedReason: reason }) }
})
const reopen = handle(reopenRooms, async ({ db }, { ids }) => ({
  done: await changeMany(db, dormRoom, allFound(await db.visible(dormRoom).all({ id: ids }), ids), { closedFrom: null, closedTo: null, closedReason: null }),
}))
const setHead = handle(setRoomHead, async ({ db }, { id, studentId }) => {
  const room = await db.visible(dormRoom).lock(id)
  if (studentId) await refuseStranger(db, room, studentId)
  await db.update(dormRoom, room.id, { headStudentId: studentId ?? null })
})
const residents = handle(roomResidents, async ({ db }, { id }) => {
  const room = await db.visible(dormRoom).one(id)
  return db.query<{ studentId: string; name: string; bedNo: number }>(sql`select s.student_id as "studentId", s.name, b.bed_no as "bedNo"
    from dorm_stay s join dorm_bed b on b.tenant_id = s.tenant_id and b.id = s.bed_id where s.tenant_id = ${db.me.tenantId} and s.room_id = ${room.id} and s.state = 'checkedIn' order by b.bed_no`)
})
/** A student who moves out is no longer head of the room. */
const headLeft = on('dormitory.stayEnded', 'dormitory.roomHead', async ({ db }, { studentId, bedId }) => {
  // an effect of the check-out: no data scope applies
  const [room] = await db.unscoped(dormRoom).all({ headStudentId: String(studentId) })
  if (!room) return
  const [bed] = await db.query<{ roomId: string }>(sql`select room_id as "roomId" from dorm_bed where tenant_id = ${db.me.tenantId} and id = ${String(bedId)}`)
  // a student moving to another bed of the room stays its head
  const [stays] = await db.query(
    sql`select 1 from dorm_stay where tenant_id = ${db.me.tenantId} and student_id = ${String(studentId)} and room_id = ${room.id} and state = 'checkedIn'`,
  )
  if (bed?.roomId === room.id && !stays) await db.update(dormRoom, room.id, { headStudentId: null })
})
export default [close, reopen, setHead, residents, headLeft]
