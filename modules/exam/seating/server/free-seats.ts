import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import type { Db } from '#server/context.ts'
import { type Seated, seatsOf } from '../model/arrange.ts'
import { examRoom, ROOM_KINDS } from '../model/room.ts'
import { examSeating } from '../model/seating.ts'
import { columnsOf } from './rooms.ts'
import type { Applicant } from './sitters.ts'

/** 30-ER3: a seat each, in order of rooms and seats, which nobody has in any session. */
export async function freeSeats(db: Db, batchId: string, sitters: readonly Applicant[]): Promise<Seated[]> {
  const rooms = await db.unscoped(examRoom).all({ batchId }, { sort: ['roomNo'] }) // of the batch in the caller's scope
  const used = await db.query<{ key: string }>(
    sql`select distinct room_id || ' ' || seat_no as key from exam_seat where tenant_id = ${db.me.tenantId} and batch_id = ${batchId}::uuid`,
  )
  const taken = new Set(used.map(u => u.key))
  return (['spare', 'special'] as const).flatMap(kind => {
    const people = sitters.filter(s => s.isSpecial === (kind === 'special'))
    const free = rooms
      .filter(room => room.kind === kind)
      .flatMap(room => Array.from({ length: seatsOf({ columns: columnsOf(room) }) }, (_, n) => ({ roomId: room.id, seatNo: n + 1 })))
      .filter(place => !taken.has(`${place.roomId} ${place.seatNo}`))
    if (people.length > free.length) {
      const values = { kind: { text: ROOM_KINDS[kind] }, seats: free.length, count: people.length, missing: people.length - free.length }
      throw refusalOf(examSeating, 'short', values)
    }
    return people.map(({ id }, n): Seated => ({ id, roomId: free[n]?.roomId ?? '', seatNo: free[n]?.seatNo ?? 0 }))
  })
}
