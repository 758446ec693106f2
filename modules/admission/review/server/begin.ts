import { schoolInstant } from '#model/school-time.ts'
import { addDays, addMonths } from '#modules/campus/model/days.ts'
import { on } from '#server/context.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { entryReexamination } from '../model/reexamination.ts'
import { settingsOf } from './settings.ts'

/** 30-AC5: with the enrolment of somebody on the roll the three months begin. */
export default on('student.enrolled', 'admission.reexamine', async ({ db }, { studentId, on: day }) => {
  if (typeof studentId !== 'string' || typeof day !== 'string') return
  const row = await db.unscoped(admittedStudent).find({ id: studentId }) // events concern the whole school
  if (!row) return
  const { 'review.months': months, 'review.warnDay': warnDay } = await settingsOf(db)
  const place = { studentId, departmentId: row.departmentId, year: row.year, items: [] }
  await db.insertOrSkip(entryReexamination, { ...place, dueAt: schoolInstant(addMonths(day, months), '23:59'), warnAt: schoolInstant(addDays(day, warnDay), '08:00') })
})
