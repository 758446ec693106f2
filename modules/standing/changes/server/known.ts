import sql from 'sql-template-tag'
import type { Row } from '#model'
import { addMonths } from '#modules/campus/model/days.ts'
import { major, stuClass } from '#modules/campus/model/organisation.ts'
import { calendarOf } from '#modules/campus/server/api.ts'
import { student } from '#modules/student/model/student.ts'
import { standingSince } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { RETENTION, SUSPENSION } from '../model/change-type.ts'
import { ENLISTMENT } from '../model/dictionaries.ts'
import { monthsOf } from '../model/rules.ts'
import { type Settings, settingsOf } from './settings.ts'

export type Student = Row<typeof student>
export type StuClass = Row<typeof stuClass>
/** What the rules about a student's changes look at. */
export interface ChangeContext {
  student: Student
  today: string
  settings: Settings
  /** Day of the last change; an earlier one is refused. */
  since: string | null
  /** Months of suspension so far, and of military service, which do not count as years of study (30-SC5). */
  suspended: number
  served: number
  maxYears: number
  /** Last day of the first term. */
  firstTermEnds: string
  classes: ReadonlyMap<string, StuClass>
}
const HALF_YEAR = 6
interface Away {
  code: string
  reason: string
  from: string
  to: string
}
/** Times away that took effect, each to the day on which it ended or is to end. */
const timesAway = (db: Db, studentId: string): Promise<Away[]> =>
  db.query<Away>(sql`select x.code, c.reason_code as reason, c.effective_date::text as from, coalesce(c.ended_on, c.until)::text as to
    from status_change c join change_type x on x.tenant_id = c.tenant_id and x.id = c.type_id
    where c.tenant_id = ${db.me.tenantId} and c.student_id = ${studentId} and c.effect_state = 'effective' and c.reverses_id is null and c.until is not null
      and x.code in (${SUSPENSION}, ${RETENTION})`)
const sumOf = (away: readonly Away[], is: (one: Away) => boolean): number => away.filter(is).reduce((sum, one) => sum + monthsOf(one.from, one.to), 0)

async function firstTermEnds(db: Db, enrolDate: string | null): Promise<string> {
  if (!enrolDate) return ''
  const first = (await calendarOf(db)).terms.find(t => t.endDate > enrolDate)
  return first && first.startDate <= addMonths(enrolDate, 1) ? first.endDate : addMonths(enrolDate, HALF_YEAR)
}
export async function knownOf(db: Db, studentId: string): Promise<ChangeContext> {
  const row = await db.unscoped(student).one(studentId) // the caller has checked the scope of this student
  const [settings, since, away, majors, classes] = await Promise.all([
    settingsOf(db),
    standingSince(db, studentId),
    timesAway(db, studentId),
    db.cached(major),
    db.cached(stuClass),
  ])
  return {
    student: row,
    today: today(),
    settings,
    since,
    suspended: sumOf(away, a => a.code === SUSPENSION),
    served: sumOf(away, a => a.code === RETENTION && a.reason === ENLISTMENT),
    maxYears: majors.get(row.majorId ?? '')?.maxYears ?? (row.duration ?? 0) + 2,
    firstTermEnds: await firstTermEnds(db, row.enrolDate),
    classes,
  }
}
