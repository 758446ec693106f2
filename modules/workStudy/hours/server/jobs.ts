import { DAY_MS } from '#model/days.ts'
import { schoolTimeText } from '#model/school-time.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { deadlines, whenDue } from '#server/deadlines/deadlines.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { employersOf } from '../../posts/server/api.ts'
import { hourEntry } from '../model/hour-entry.ts'
import { HOUR_MESSAGES } from '../model/messages.ts'
import { workScan } from '../model/work-scan.ts'
import { approveAgreed } from './entries.ts'
import { aboutEntry, hourTodos, scanTodos } from './todos.ts'

/** 40-W6: a day before silence counts as confirmation. */
export const remind = whenDue(hourEntry, {
  ...{ when: `t.state = 'entered' and t.reminded_at is null`, at: 'confirmUntil', before: DAY_MS, untilThen: true, bookkeeping: true },
  set: now => ({ remindedAt: now }),
  act: async (db, rows) => {
    const told = (await withStudents(db, rows)).map(({ row, who }) => ({ row, who, more: { until: schoolTimeText(row.confirmUntil ?? '') } }))
    await notifyAbout(db, HOUR_MESSAGES.unconfirmed, aboutEntry, told)
  },
})
export const confirmBySilence = whenDue(hourEntry, {
  ...{ when: `t.state = 'entered'`, at: 'confirmUntil' },
  set: { state: 'studentConfirmed', confirmedBy: 'silence' },
  async act(db, rows) {
    await approveAgreed(
      db,
      rows.map(r => r.id),
    )
    await hourTodos.follow(
      db,
      rows.map(r => r.studentId),
    )
  },
})
/** Who forgot the scan at the end: the unit says when work ended. */
export const forget = whenDue(workScan, {
  ...{ when: `t.state = 'open'`, at: 'dueAt' },
  set: { state: 'forgotten' },
  async act(db, rows) {
    const people = await withStudents(db, rows)
    const asked = await Promise.all(people.map(async ({ row, who }) => ({ row, who, to: await employersOf(db, row.unitId) })))
    await scanTodos.open(db, 'forgotten', asked)
  },
})
export default deadlines('workStudy.hours', '工时确认和签退', '*/10 * * * *', [remind, confirmBySilence, forget])
