import type { Db } from '#server/context.ts'
import { goingOut } from '../model/going-out.ts'
import { tripTodos } from './notify-trip.ts'
import type { Trip } from './trips.ts'

export interface Seen {
  at: string
  way: NonNullable<Trip['outWay']>
  note?: string | null
}
/** Changes a trip and what people have to do about it. */
export async function changeTrip(db: Db, id: string, patch: Partial<Trip>): Promise<Trip> {
  const after = await db.update(goingOut, id, patch)
  await tripTodos.follow(db, [after])
  return after
}
/** 20-G2: marks a trip as out. */
export async function markOut(db: Db, row: Trip, { at, way, note }: Seen): Promise<Trip> {
  const after = await changeTrip(db, row.id, { state: 'out', outAt: at, outWay: way, ...(note ? { wayNote: note } : {}) })
  await db.emit('outing.started', { studentId: row.studentId, goingOutId: row.id, from: at, to: row.backPlanned })
  return after
}
/** 20-G2: marks a trip as returned. */
export async function markBack(db: Db, row: Trip, { at, way, note }: Seen): Promise<Trip> {
  const after = await changeTrip(db, row.id, { state: 'back', backAt: at, backWay: way, ...(note ? { wayNote: note } : {}) })
  await db.emit('outing.ended', { studentId: row.studentId, goingOutId: row.id, backAt: at })
  return after
}
