import type { Db } from '#server/context.ts'
import { closeTodos } from '#server/notifications/todos.ts'
import { goingOut } from '../model/going-out.ts'
import type { Trip } from './trips.ts'

export interface Seen {
  at: string
  way: NonNullable<Trip['outWay']>
  note?: string | null
}
/** 20-G2: marks a trip as out. */
export async function markOut(db: Db, row: Trip, { at, way, note }: Seen): Promise<Trip> {
  const after = await db.update(goingOut, row.id, { state: 'out', outAt: at, outWay: way, ...(note ? { wayNote: note } : {}) })
  await db.emit('outing.started', { studentId: row.studentId, goingOutId: row.id, from: at, to: row.backPlanned })
  return after
}
/** 20-G2: marks a trip as returned and closes its todos. */
export async function markBack(db: Db, row: Trip, { at, way, note }: Seen): Promise<Trip> {
  const after = await db.update(goingOut, row.id, { state: 'back', backAt: at, backWay: way, ...(note ? { wayNote: note } : {}) })
  await closeTodos(db, { bizType: 'goingOut', bizId: row.id }, 'done', '已返校')
  await db.emit('outing.ended', { studentId: row.studentId, goingOutId: row.id, backAt: at })
  return after
}
/** Cancels a trip that does not take place. */
export async function drop(db: Db, row: Trip): Promise<void> {
  await db.update(goingOut, row.id, { state: 'cancelled' })
  await closeTodos(db, { bizType: 'goingOut', bizId: row.id }, 'cancelled')
}
