import { HOUR_MS } from '#model/days.ts'
import { withStudents } from '#modules/student/server/api.ts'
import { officersOf, staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation } from '#server/deadlines/deadlines.ts'
import { notifyEach } from '#server/notifications/notify.ts'
import { WARNING_MESSAGES } from '../model/messages.ts'
import { type Case, RAISED, warningCase } from '../model/warning-case.ts'
import { levelsOf } from './act-todos.ts'
import { settingsOf } from './settings.ts'

const LINK = '/warning/raised'
const MARKS = Object.keys(RAISED) as Array<keyof typeof RAISED>
/** 60-EW6: what nobody has begun in time is shown to the college, then to the office; each is told once how many there are. */
export const escalate = escalation(warningCase, {
  when: `t.state = 'open' and t.due_at is not null`,
  at: 'dueAt',
  marks: MARKS,
  reached: 'raised',
  history: false,
  after: async db => ({ college: 0, officer: (await settingsOf(db)).officerHours * HOUR_MS }),
  async reach(db, mark, rows) {
    const office = await officersOf(db)
    if (mark === 'officer') return tell(db, rows, () => office)
    const late = await withStudents(db, rows)
    const colleges = await staffOfAll(
      db,
      late.map(l => l.who),
      'college',
    )
    const peopleOf = new Map(late.map(({ row }, n) => [row.id, colleges[n]?.length ? colleges[n] : office]))
    await tell(db, rows, row => peopleOf.get(row.id) ?? [])
  },
})
/** Each reader is told of those whom they see on their list. */
async function tell(db: Db, rows: readonly Case[], peopleOf: (row: Case) => readonly string[]): Promise<void> {
  const levelFor = await levelsOf(db)
  const told = rows.flatMap(row => peopleOf(row).filter(userId => levelFor(row, userId)))
  await notifyEach(
    db,
    WARNING_MESSAGES.raised,
    [...Map.groupBy(told, userId => userId)].map(([userId, same]) => ({ to: [userId], values: { count: same.length }, link: LINK, mobileLink: LINK })),
  )
}
export default deadlines('warning.clock', '学生预警过时限上报', '*/10 * * * *', [escalate])
