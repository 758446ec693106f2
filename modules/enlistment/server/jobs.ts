import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { schoolDate } from '#model/school-time.ts'
import { daysBetween } from '#modules/campus/model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { countdown, deadlines } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { ENLIST_MESSAGES } from '../model/messages.ts'
import { type EnlistRecord, enlistRecord, REMIND_DAYS } from '../model/record.ts'
import { estimateFor } from './my-path.ts'
import { aboutRecord, concerned } from './notify.ts'
import { settingsOf } from './settings.ts'

async function remind(db: Db, rows: readonly EnlistRecord[], now: number): Promise<void> {
  const on = schoolDate(now)
  await notifyAbout(
    db,
    ENLIST_MESSAGES.returnNear,
    aboutRecord,
    (await concerned(db, rows)).map(({ row, who, staff }) => {
      const returnBy = row.returnBy ?? on
      return { row, who, to: [...[who.userId ?? []].flat(), ...staff], more: { returnBy, days: daysBetween(on, returnBy) } }
    }),
  )
}
/** 40-E1: 180, 60 and 15 days before the last day of return. */
export const returnsNear = countdown(enlistRecord, { when: `t.stage = 'discharged'`, at: 'returnBy', days: REMIND_DAYS, reached: 'told', act: remind })
/** A letter a year to whoever serves, from the school’s day on: the last day of return, and what the state gives by today’s figures. */
export async function writeLetters(db: Db, on = today()): Promise<number> {
  const { letterDay } = await settingsOf(db)
  const year = Number(on.slice(0, 4))
  if (on.slice(5) < letterDay) return 0
  const due = await db.updateWhere(
    enlistRecord,
    sql`t.stage = 'enlisted' and t.state = 'approved' and coalesce(t.letter_year, 0) < ${year} and t.notice_date < ${on}::date`,
    { letterYear: year },
    { bookkeeping: true },
  )
  const rows = await db.unscoped(enlistRecord).all({ id: due.map(d => d.id) }) // the clock acts on all rows
  const letters = []
  for (const { row, who } of await withStudents(db, rows)) {
    const estimate = await estimateFor(db, row)
    letters.push({ row, who, more: { until: row.keepStatusUntil ?? '', amount: yuanText(estimate?.total ?? 0) } })
  }
  await notifyAbout(db, ENLIST_MESSAGES.letter, aboutRecord, letters)
  return letters.length
}
export default [
  deadlines('enlistment.returns', '复学期限提醒', '10 8 * * *', [returnsNear]),
  scheduledJob('enlistment.letters', '给在伍学生寄信', '30 8 * * *', db => writeLetters(db)),
]
