import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { enrol } from '../model/actions.ts'
import { isBeforeEnrolment, STUDENT_STATUS, type StudentStatus } from '../model/status.ts'
import { student } from '../model/student.ts'
import { missingBindings } from './checks.ts'
import { standingSince } from './history.ts'
import { moveStatus } from './status.ts'

/** Enrols admitted students from their enrolment date, or from the day they were recorded if later. */
export default handle(enrol, async ({ db, refuse }, { ids }) => {
  for (const id of [...new Set(ids)].sort()) {
    const row = await db.visible(student).lock(id)
    const status = row.status as StudentStatus
    if (!isBeforeEnrolment(status)) refuse('notWaiting', { name: row.name, status: STUDENT_STATUS[status] })
    const missing = missingBindings(row)
    if (missing.length) refuse('incomplete', { name: row.name, missing: missing.join('、') })
    const since = (await standingSince(db, id)) ?? today()
    const [, later] = [row.enrolDate ?? today(), since].sort()
    await moveStatus(db, { studentId: id, to: 'active', effectiveDate: later as string })
  }
  return { done: new Set(ids).size }
})
