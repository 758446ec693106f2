import sql from 'sql-template-tag'
import { refusalOf } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { termToday } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { labourProject } from '../model/project.ts'
import { settingsOf } from './settings.ts'

/** 50-LB4: absences of the term without leave keep somebody from enrolling for some days after the last. */
export async function mustNotBeBarred(db: Db, studentId: string): Promise<void> {
  const term = await termToday(db)
  if (!term) return
  const { absences, barDays } = await settingsOf(db)
  const [found] = await db.query<{ count: number; last: string | null }>(sql`select count(*)::int as count, max(date)::text as last from labour_attendance
    where tenant_id = ${db.me.tenantId} and student_id = ${studentId} and state = 'absent' and date between ${term.startDate}::date and ${term.endDate}::date`)
  if (!found?.last || found.count < absences) return
  const until = addDays(found.last, barDays)
  if (until >= today()) throw refusalOf(labourProject, 'barred', { count: found.count, last: found.last, until })
}
