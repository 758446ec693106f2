import { DAY_MS } from '#model/days.ts'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { type CardReissue, cardReissue } from '../model/card-reissue.ts'
import { withdrawFees } from './follow.ts'
import { tell, tellCounsellors } from './notify.ts'
import { settingsOf } from './settings.ts'

/** 50-CR2: whoever does not pay in time has to ask again. */
export const unpaid = whenDue(cardReissue, {
  when: `t.card_state = 'unpaid'`,
  at: 'payBy',
  set: { cardState: 'closed' },
  async act(db, rows) {
    await tell(db, 'closed', rows, row => ({ by: schoolDate(row.payBy ?? 0) }))
    await withdrawFees(db, rows)
  },
})
const lyingFor =
  (now: number) =>
  (row: CardReissue): number =>
    daysBetween(schoolDate(row.readyAt ?? now), schoolDate(now))
const reach = async (db: Db, mark: 'student' | 'fdy', rows: readonly CardReissue[], now: number): Promise<void> => {
  const days = lyingFor(now)
  if (mark === 'fdy') await tellCounsellors(db, rows, days)
  else await tell(db, 'uncollected', rows, row => ({ days: days(row) }))
}
/** 50-CR6 */
export const uncollected = escalation(cardReissue, {
  when: `t.card_state = 'ready'`,
  at: 'readyAt',
  marks: ['student', 'fdy'],
  reached: 'told',
  async after(db) {
    const { remindDays, fdyDays } = await settingsOf(db)
    return { student: remindDays * DAY_MS, fdy: fdyDays * DAY_MS }
  },
  reach,
})
export default deadlines('cardReissue.clock', '证卡补办到期', '*/20 * * * *', [unpaid, uncollected])
