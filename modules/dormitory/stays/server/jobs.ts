import { HOUR_MS } from '#model/days.ts'
import { reminderMarks } from '#model/reminder-marks.ts'
import { addDays, daysBetween } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { STAY_MESSAGES } from '../model/messages.ts'
import { dormStay } from '../model/stay.ts'
import { expireHolds } from './arrange.ts'
import { end, release } from './end.ts'
import { tellStays } from './notify-stays.ts'
import { settingsOf } from './settings.ts'
import { withoutSecret } from './unpublished.ts'
import { lockStays } from './write.ts'

/** Each morning, once per stay and mark: beds available from today, and stays ending soon. */
export async function remind(db: Db): Promise<number> {
  const { dueDays } = await settingsOf(db)
  // scheduled job without a user: no data scope applies
  const open = await withoutSecret(db, await db.unscoped(dormStay).all({ state: 'reserved', plannedIn: today() }))
  const ends = reminderMarks(dueDays).map(n => addDays(today(), n))
  const due = ends.length ? await db.unscoped(dormStay).all({ state: 'checkedIn', plannedOut: ends }) : []
  await tellStays(db, STAY_MESSAGES.checkInOpen, open)
  await tellStays(db, STAY_MESSAGES.checkOutDue, due, { valuesOf: s => ({ days: daysBetween(today(), s.plannedOut ?? today()), on: s.plannedOut ?? '' }) })
  return open.length + due.length
}
const TEMPORARY_OVER = '临时住宿到期'
const HALF_DAY = 12 * HOUR_MS
/**
 * 20-DR1, 20-DH2: temporary beds end at noon of the last day, when the night is over: occupants are checked out and notified, unused ones released. Row locks make
 * it run once.
 */
export async function endTemporary(db: Db, now = Date.now()): Promise<number> {
  const due = await db.unscoped(dormStay).all({ kind: 'temporary', isOpen: true, 'plannedOut.le': today(new Date(now - HALF_DAY)) }) // scheduled job without a user: no data scope applies
  const stays = (
    await lockStays(
      db,
      due.map(s => s.id),
    )
  ).filter(s => s.isOpen)
  const [lived, promised] = [stays.filter(s => s.state === 'checkedIn'), stays.filter(s => s.state !== 'checkedIn')]
  if (lived.length) await end({ db, me: db.me }, lived, { reason: 'cancelled', note: TEMPORARY_OVER, withDebts: true })
  if (promised.length) await release(db, promised, TEMPORARY_OVER)
  return stays.length
}
export default [
  scheduledJob('dormitory.endTemporary', '临时住宿到期', '5 12 * * *', db => endTemporary(db)),
  scheduledJob('dormitory.holds', '占位到期', '* * * * *', db => expireHolds(db), { due: `select from dorm_stay where tenant_id = $1 and state = 'held' and hold_until <= now()` }),
  scheduledJob('dormitory.remindStays', '入住和退宿提醒', '30 7 * * *', remind),
]
