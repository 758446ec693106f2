import { HOUR_MS } from '#model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { TEMP_MESSAGES } from '../model/messages.ts'
import { tempLocation } from '../model/temp-location.ts'
import { tellChanged } from './end-temps.ts'
import { aboutTemp } from './notify-temp.ts'
import { settingsOf } from './settings.ts'
import type { Temp } from './submit.ts'

/** How long before the end the reminder is sent. */
const DUE_MS = 3 * HOUR_MS

/** Starts those whose time has come. */
export const begin = whenDue(tempLocation, { when: `t.state = 'approved'`, at: 'from', set: { state: 'active' } })
/** Reminds once of the end. */
export const remindDue = whenDue(tempLocation, {
  when: `t.state = 'active' and t.due_told_at is null`,
  at: 'to',
  before: DUE_MS,
  untilThen: true,
  set: now => ({ dueToldAt: now }),
  act: async (db, rows) => notifyAbout(db, TEMP_MESSAGES.tempDue, aboutTemp, await withStudents(db, rows)),
})
/** 20-DT4: escalates students not back hours after the end; from that night on they are expected. */
export const escalateOverdue = escalation(tempLocation, {
  when: `t.state = 'active'`,
  at: 'to',
  marks: ['overdue'],
  reached: 'state',
  after: async db => ({ overdue: (await settingsOf(db)).tempGraceHours * HOUR_MS }),
  async reach(db, _mark, rows) {
    await tellChanged(db, rows)
    await tellLate(db, rows)
  },
})
/** To the student and their counsellors. */
async function tellLate(db: Db, rows: readonly Temp[]): Promise<void> {
  const late = await withStudents(db, rows)
  const counsellors = await staffOfAll(
    db,
    late.map(l => l.who),
    'fdy',
  )
  const toStaff = late.map(({ row, who }, at) => ({ row, who, to: counsellors[at] ?? [], link: `/dormitory/temp?view=overdue&q=${row.tempNo}` }))
  await notifyAbout(db, TEMP_MESSAGES.tempOverdue, aboutTemp, [...late, ...toStaff])
}
export default deadlines('dormitory.tempClock', '临时外宿开始、到期和逾期', '*/10 * * * *', [begin, remindDue, escalateOverdue])
