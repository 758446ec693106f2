import sql from 'sql-template-tag'
import { HOUR_MS } from '#model/days.ts'
import { type StudentOf, withStudents } from '#modules/student/server/api.ts'
import { staffOfAll } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { deadlines, escalation, whenDue } from '#server/deadlines/deadlines.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { goingOut } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { asksSafe } from '../model/rules.ts'
import { aboutTrip, staffLink, tripTodos } from './notify-trip.ts'
import { settingsOf } from './settings.ts'
import type { Trip } from './trips.ts'

const MOST = 2000
/** A member who never confirmed is not out: the invitation expires when the trip begins. */
export const expireTrips = whenDue(goingOut, {
  when: `t.state = 'registered' and t.confirmed_at is null`,
  at: 'outPlanned',
  set: { state: 'cancelled' },
  act: (db, rows) => tripTodos.follow(db, rows),
})
/** 20-G3: reminds first the student, then the counsellor, once each. Trips never seen going out count as well, as staying is not known either. */
export const escalateOverdue = escalation(goingOut, {
  when: `t.state in ('registered', 'out', 'overdue') and t.confirmed_at is not null`,
  at: 'backPlanned',
  marks: ['student', 'fdy'],
  reached: 'lateTold',
  set: { state: 'overdue' },
  async after(db) {
    const { lateStudentHours, lateFdyHours } = await settingsOf(db)
    return { student: lateStudentHours * HOUR_MS, fdy: lateFdyHours * HOUR_MS }
  },
  async reach(db, mark, rows) {
    const late = await withStudents(db, rows)
    if (mark === 'fdy') return tellFdy(db, late)
    await notifyAbout(db, OUTING_MESSAGES.late, aboutTrip, late)
    await db.emitMany(
      'outing.overdue',
      rows.map(row => ({ studentId: row.studentId, goingOutId: row.id, backPlanned: row.backPlanned })),
    )
  },
})
async function tellFdy(db: Db, late: ReadonlyArray<{ row: Trip; who: StudentOf }>): Promise<void> {
  const people = await staffOfAll(
    db,
    late.map(l => l.who),
    'fdy',
  )
  await tripTodos.open(
    db,
    'late',
    late.map(({ row, who }, at) => ({ row, who, to: people[at] ?? [], link: staffLink(who) })),
  )
}
/** 20-G4: daily prompt to students on long trips who have not reported today. */
export async function askSafe(db: Db, now = Date.now()): Promise<number> {
  const { safeDays } = await settingsOf(db)
  const rows = (await db.unscoped(goingOut).all({ state: ['out', 'overdue'] }, { limit: MOST })).filter(r => asksSafe(r, safeDays, now)) // scheduled job without a user: no data scope applies
  await notifyAbout(db, OUTING_MESSAGES.safeAsked, aboutTrip, await withStudents(db, rows))
  return rows.length
}
/** Retention: positions are movement data and are erased after the configured days; the report itself stays. */
export async function forgetPositions(db: Db): Promise<number> {
  const { positionDays } = await settingsOf(db)
  const isOld = sql`back_planned < now() - make_interval(days => ${positionDays}::int) and safe_reports::text like '%latitude%'`
  const safeReports = sql`(select jsonb_agg(r - 'latitude' - 'longitude') from jsonb_array_elements(safe_reports) r)`
  const rows = await db.updateWhere(goingOut, isOld, { safeReports }, { bookkeeping: true })
  return rows.length
}
export default [
  deadlines('outing.clock', '外出逾期', '*/10 * * * *', [expireTrips, escalateOverdue]),
  scheduledJob('outing.safe', '请学生报平安', '0 20 * * *', db => askSafe(db)),
  scheduledJob('outing.positions', '清除报平安位置', '30 3 * * *', forgetPositions),
]
