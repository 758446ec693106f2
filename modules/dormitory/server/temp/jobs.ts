import sql from 'sql-template-tag'
import { schoolTimeText } from '#model/school-time.ts'
import { stuClass } from '#modules/campus/model/organisation.ts'
import { type StudentOf, studentsOf } from '#modules/student/server/api.ts'
import { staffOf } from '#modules/workflow/server/api.ts'
import type { Db } from '#server/context.ts'
import { scheduledJob } from '#server/jobs/scheduled-job.ts'
import { type Notification, notifyEach } from '#server/notifications/notify.ts'
import { TEMP_MESSAGES } from '../../model/temp/messages.ts'
import { isOverdue } from '../../model/temp/nights.ts'
import { tempLocation } from '../../model/temp/temp-location.ts'
import { changeMany } from '../setup/change-many.ts'
import { lockTemps, tellChanged } from './end-temps.ts'
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
  await notifyEach(
    db,
    TEMP_MESSAGES.due,
    due.map(row => toStudent(row, students.get(row.studentId))),
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
  await notifyEach(db, TEMP_MESSAGES.overdue, await aboutLate(db, late, students))
  return late.length
}
type People = ReadonlyMap<string, StudentOf>
const peopleOf = (db: Db, rows: readonly Temp[]): Promise<People> =>
  studentsOf(
    db,
    rows.map(r => r.studentId),
  )
const valuesOf = (row: Temp) => ({ from: schoolTimeText(row.from), to: schoolTimeText(row.to), nights: row.nights })
function toStudent(row: Temp, who: StudentOf | undefined, more: NonNullable<Notification['values']> = {}): Notification {
  const link = `/dormitory/temp/mine?id=${row.id}`
  return { to: who?.userId ? [who.userId] : [], values: { ...valuesOf(row), ...more }, bizType: 'tempLocation', bizId: row.id, link, mobileLink: link }
}
/** To the student and their counsellors. */
async function aboutLate(db: Db, late: readonly Temp[], students: People): Promise<Notification[]> {
  const classes = await db.cached(stuClass)
  const each = await Promise.all(
    late.map(async row => {
      const who = students.get(row.studentId)
      const more = { name: who?.name ?? '', className: classes.get(who?.classId ?? '')?.name ?? '' }
      const link = `/dormitory/temp?view=overdue&q=${row.tempNo}`
      const own = toStudent(row, who, more)
      return [own, { ...own, to: who ? await staffOf(db, who, 'fdy') : [], link, mobileLink: link }]
    }),
  )
  return each.flat()
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
