import sql, { type Sql } from 'sql-template-tag'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { openTodos } from '#server/notifications/todos.ts'
import { goingOut } from '../model/going-out.ts'
import { OUTING_MESSAGES } from '../model/messages.ts'
import { asksSafe, lateStage } from '../model/rules.ts'
import { aboutTrip, STAFF_LINK, staffLink } from './notify-trip.ts'
import { settingsOf } from './settings.ts'
import type { Trip } from './trips.ts'

const MOST = 2000
const STAGES = ['none', 'student', 'fdy'] as const
/** Locks the rows until the job ends, so that nobody who reports back meanwhile becomes overdue; rows locked by others are skipped until the next run. */
async function held(db: Db, where: Sql): Promise<Trip[]> {
  const ids = await db.query<{ id: string }>(
    sql`select id from going_out where tenant_id = ${db.me.tenantId} and ${where} order by back_planned limit ${MOST} for update skip locked`,
  )
  return ids.length ? db.unscoped(goingOut).all({ id: ids.map(r => r.id) }, { sort: ['backPlanned'] }) : [] // scheduled job without a user: no data scope applies
}
/** A member who never confirmed is not out: the invitation expires when the trip begins. */
export async function expireTrips(db: Db, now = Date.now()): Promise<number> {
  const rows = await held(db, sql`state = 'registered' and confirmed_at is null and out_planned <= ${new Date(now).toISOString()}`)
  for (const row of rows) await db.update(goingOut, row.id, { state: 'cancelled' })
  return rows.length
}
/** 20-G3: reminds first the student, then the counsellor, once each. Trips never seen going out count as well, as staying is not known either. */
export async function escalateOverdue(db: Db, now = Date.now()): Promise<number> {
  const s = await settingsOf(db)
  const hours = { student: s.lateStudentHours, fdy: s.lateFdyHours }
  const due = new Date(now - Math.min(hours.student, hours.fdy) * 3_600_000).toISOString()
  const rows = await held(db, sql`state in ('registered', 'out', 'overdue') and confirmed_at is not null and back_planned <= ${due}`)
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  let touched = 0
  for (const row of rows) {
    const stage = lateStage(row.backPlanned, now, hours)
    const [was, is] = [STAGES.indexOf((row.lateTold ?? 'none') as (typeof STAGES)[number]), STAGES.indexOf(stage)]
    const who = students.get(row.studentId)
    if (!who || is <= was) continue
    await db.update(goingOut, row.id, { state: 'overdue', lateTold: stage })
    if (was < 1) await notifyAbout(db, OUTING_MESSAGES.late, aboutTrip, [{ row, who }])
    if (stage === 'fdy') await tellFdy(db, row, who)
    if (row.state !== 'overdue') await db.emit('outing.overdue', { studentId: row.studentId, goingOutId: row.id, backPlanned: row.backPlanned })
    touched++
  }
  return touched
}
async function tellFdy(db: Db, row: Trip, who: StudentOf): Promise<void> {
  const to = await staffOf(db, who, 'fdy')
  await notifyAbout(db, OUTING_MESSAGES.lateFdy, aboutTrip, [{ row, who, to, link: staffLink(who) }])
  await raise(db, row, to, who.name)
}
const raise = (db: Db, row: Trip, people: readonly string[], name: string): Promise<void> =>
  openTodos(
    db,
    people.map(userId => ({
      userId,
      kind: 'task' as const,
      title: { text: '{name} 外出逾期未归', values: { name } },
      bizType: 'goingOut',
      bizId: row.id,
      link: `${STAFF_LINK}?view=late`,
      priority: 'urgent' as const,
      applicantName: name,
      summary: row.place,
    })),
  )
/** 20-G4: daily prompt to students on long trips who have not reported today. */
export async function askSafe(db: Db, now = Date.now()): Promise<number> {
  const { safeDays } = await settingsOf(db)
  const rows = (await db.unscoped(goingOut).all({ state: ['out', 'overdue'] }, { limit: MOST })).filter(r => asksSafe(r, safeDays, now)) // scheduled job without a user: no data scope applies
  const students = await studentsOf(
    db,
    rows.map(r => r.studentId),
  )
  for (const row of rows) {
    const who = students.get(row.studentId)
    if (who) await notifyAbout(db, OUTING_MESSAGES.safeAsked, aboutTrip, [{ row, who }])
  }
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
  scheduledJob('outing.clock', '外出逾期', '*/10 * * * *', async db => (await expireTrips(db)) + (await escalateOverdue(db)), {
    due: `select from going_out where tenant_id = $1 and ((state = 'registered' and confirmed_at is null and out_planned <= now())
      or (state in ('registered', 'out', 'overdue') and confirmed_at is not null and back_planned <= now()))`,
  }),
  scheduledJob('outing.safe', '请学生报平安', '0 20 * * *', db => askSafe(db)),
  scheduledJob('outing.positions', '清除报平安位置', '30 3 * * *', forgetPositions),
]
