import sql from 'sql-template-tag'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { notifyAbout } from '#server/notifications/about.ts'
import { TEMP_MESSAGES } from '../../model/temp/messages.ts'
import { isOverdue } from '../../model/temp/nights.ts'
import { tempLocation } from '../../model/temp/temp-location.ts'
import { changeMany } from '../setup/change-many.ts'
import { lockTemps, tellChanged } from './end-temps.ts'
import { aboutTemp } from './notify-temp.ts'
import { settingsOf } from './settings.ts'
import type { Temp } from './submit.ts'

/** How long before the end the reminder is sent. */
const DUE_MS = 3 * 3_600_000
const iso = (now: number): string => new Date(now).toISOString()

/** Starts those whose time has come. */
export async function begin(db: Db, now = Date.now()): Promise<number> {
  const due = await lockTemps(db, sql`state = 'approved' and "from" <= ${iso(now)}`)
  return changeMany(db, tempLocation, due, { state: 'active' })
}
/** Reminds once of the end. */
export async function remindDue(db: Db, now = Date.now()): Promise<number> {
  const due = await lockTemps(db, sql`state = 'active' and due_told_at is null and "to" between ${iso(now)} and ${iso(now + DUE_MS)}`)
  if (!due.length) return 0
  const students = await peopleOf(db, due)
  await changeMany(db, tempLocation, due, { dueToldAt: iso(now) })
  await notifyAbout(
    db,
    TEMP_MESSAGES.tempDue,
    aboutTemp,
    due.map(row => ({ row, who: students.get(row.studentId) })),
  )
  return due.length
}
/** 20-DT4: escalates students not back hours after the end; from that night on they are expected. */
export async function escalateOverdue(db: Db, now = Date.now()): Promise<number> {
  const { tempGraceHours } = await settingsOf(db)
  const ended = await lockTemps(db, sql`state = 'active' and "to" <= ${iso(now)}`)
  const late = ended.filter(row => isOverdue(row, now, tempGraceHours))
  if (!late.length) return 0
  const students = await peopleOf(db, late)
  await changeMany(db, tempLocation, late, { state: 'overdue' })
  await tellChanged(
    db,
    late.map(row => ({ ...row, state: 'overdue' as const })),
  )
  await tellLate(db, late, students)
  return late.length
}
type People = ReadonlyMap<string, StudentOf>
const peopleOf = (db: Db, rows: readonly Temp[]): Promise<People> =>
  studentsOf(
    db,
    rows.map(r => r.studentId),
  )
/** To the student and their counsellors. */
async function tellLate(db: Db, late: readonly Temp[], students: People): Promise<void> {
  const each = await Promise.all(
    late.flatMap(row => {
      const who = students.get(row.studentId)
      return who
        ? [
            staffOf(db, who, 'fdy').then(to => [
              { row, who },
              { row, who, to, link: `/dormitory/temp?view=overdue&q=${row.tempNo}` },
            ]),
          ]
        : []
    }),
  )
  await notifyAbout(db, TEMP_MESSAGES.tempOverdue, aboutTemp, each.flat())
}
/** Every ten minutes: starts, reminds and escalates. */
export default scheduledJob(
  'dormitory.tempClock',
  '临时外宿开始、到期和逾期',
  '*/10 * * * *',
  async db => (await begin(db)) + (await remindDue(db)) + (await escalateOverdue(db)),
  {
    due: `select from temp_location where tenant_id = $1 and ((state = 'approved' and "from" <= now()) or (state = 'active' and "to" <= now() + interval '3 hours'))`,
  },
)
