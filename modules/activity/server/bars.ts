import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { schoolDate, schoolInstant } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { activityEnrolment } from '../model/enrolment.ts'
import { settingsOf } from './settings.ts'

/** 60-AT9: absences of the term keep somebody from enrolling for some days after the last; the refusal names them. */
export async function mustNotBeBarred(db: Db, studentId: string): Promise<void> {
  const term = await termToday(db)
  if (!term) return
  const { absences, barDays } = await settingsOf(db)
  const missed = await db.query<{ title: string; startAt: string }>(sql`select a.title, a.start_at as "startAt"
    from activity_enrolment e join activity a on a.tenant_id = e.tenant_id and a.id = e.activity_id
    where e.tenant_id = ${db.me.tenantId} and e.student_id = ${studentId} and e.state = 'absent' and a.state = 'settled'
      and a.start_at >= ${schoolInstant(term.startDate)}::timestamptz order by a.start_at desc`)
  const [last] = missed
  if (!last || missed.length < absences) return
  const until = addDays(schoolDate(last.startAt), barDays)
  if (until < today()) return
  const titles = missed.map(m => `${m.title} ${schoolDate(m.startAt)}`).join('、')
  throw refusalOf(activityEnrolment, 'barred', { count: missed.length, titles, until })
}
