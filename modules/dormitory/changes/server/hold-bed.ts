import { DAY_MS } from '#model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { arrange, changeStays, lockStays, type Stay, told } from '../../stays/server/api.ts'
import { settingsOf } from './settings.ts'

/** 20-DM1: holds the bed during approval by a stay of its own, under the exclusion constraints of all stays. */
export async function holdBed(db: Db, { studentId, bedId, from }: { studentId: string; bedId: string; from: string }): Promise<Stay> {
  const holdUntil = new Date(Date.now() + (await settingsOf(db)).changeHoldDays * DAY_MS).toISOString()
  const [stay] = await arrange(db, [{ studentId, bedId, kind: 'change', source: 'change', plannedIn: from, holdUntil }])
  if (!stay) throw new Error('a hold that is not there')
  return stay
}
/** Releases the hold; idempotent. */
export async function freeHold(db: Db, stayId: string | null, reason: string): Promise<void> {
  if (!stayId) return
  const [stay] = await lockStays(db, [stayId])
  if (stay?.state !== 'held' && stay?.state !== 'reserved') return
  await changeStays(db, [{ id: stay.id, state: 'cancelled', isOpen: false, cancelReason: reason.slice(0, 200) }])
  await db.emitMany('dormitory.stayReleased', told([stay], today(), { reason }))
}
