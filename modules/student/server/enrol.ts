import type { Row } from '#model'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { enrol } from '../model/actions.ts'
import { isBeforeEnrolment, STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { missingBindings } from './checks.ts'
import { standingSince } from './history.ts'
import { moveStatus } from './status.ts'

/** Enrols an admitted student, locked, from the enrolment date, or from the day the record began if later; answers the day. */
export async function enrolStudent(db: Db, row: Row<typeof student>): Promise<string> {
  const since = (await standingSince(db, row.id)) ?? today()
  const later = [row.enrolDate ?? today(), since].sort().at(-1) ?? since
  await moveStatus(db, { studentId: row.id, to: 'active', effectiveDate: later })
  return later
}
/** Enrols admitted students, all or none. */
export default handle(enrol, async ({ db, refuse }, { ids }) => {
  for (const id of [...new Set(ids)].sort()) {
    const row = await db.visible(student).lock(id)
    const status = row.status as StudentStatus
    if (!isBeforeEnrolment(status)) refuse('notWaiting', { name: row.name, status: STUDENT_STATUS[status] })
    const missing = missingBindings(row)
    if (missing.length) refuse('incomplete', { name: row.name, missing: missing.join('、') })
    await enrolStudent(db, row)
  }
  return { done: new Set(ids).size }
})
