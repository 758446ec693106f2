import { yuanText } from '#model/money.ts'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import type { Db } from '#server/context.ts'
import { countdown, deadlines } from '#server/deadlines/deadlines.ts'
import { type MessageAbout, notifyAbout } from '#server/notifications/about.ts'
import { greenChannel, REMIND_DAYS } from '../model/green-channel.ts'
import { GREEN_MESSAGES } from '../model/messages.ts'
import type { Green } from './dues.ts'

const about: MessageAbout<Green> = { bizType: greenChannel.name, link: () => '/welcome/fees', values: row => ({ until: row.until ?? '' }) }
async function remind(db: Db, rows: readonly Green[], now: number): Promise<void> {
  const on = schoolDate(now)
  await notifyAbout(
    db,
    GREEN_MESSAGES.deferralEnds,
    about,
    (await withStudents(db, rows)).map(({ row, who }) => ({ row, who, more: { days: daysBetween(on, row.until ?? on), amount: yuanText(row.deferred) } })),
  )
}
/** 30-WG3: 14 and 3 days before the deferral ends, while something is not paid. */
export const deferralEnds = countdown(greenChannel, { when: `t.state = 'approved' and t.deferred > 0`, at: 'until', days: REMIND_DAYS, reached: 'remindedDays', act: remind })
export default deadlines('welcome.green', '缓缴到期提醒', '20 8 * * *', [deferralEnds])
