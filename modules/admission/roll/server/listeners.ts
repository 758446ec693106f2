import { type Db, on } from '#server/context.ts'
import { type AdmittedState, admittedStudent } from '../model/admitted-student.ts'
import { moveOnRoll, type OnRoll } from './roll.ts'

const AFTER: Readonly<Record<string, AdmittedState>> = { reserved: 'reserved', preEnrolled: 'intended', active: 'enrolled', cancelled: 'disqualified', notReported: 'notReported' }
/** The roll follows the standing of its students, whoever changed it: enrolment, retention, restoration, cancellation. */
async function follow(db: Db, row: OnRoll, to: string, on: string): Promise<void> {
  const state = AFTER[to]
  if (!state || state === row.state || (to === 'notReported' && row.state === 'declined')) return
  await moveOnRoll(db, row, { state, ...(to === 'active' ? { enrolledOn: on } : {}) })
}
export default on('student.statusChanged', 'admission.roll', async ({ db }, { studentId, from, to, effectiveDate }) => {
  if (typeof studentId !== 'string' || typeof to !== 'string') return
  if (to === 'active' && from !== 'preEnrolled' && from !== 'reserved') return
  const row = await db.unscoped(admittedStudent).find({ id: studentId }) // events concern the whole school
  if (row) await follow(db, row, to, String(effectiveDate))
})
