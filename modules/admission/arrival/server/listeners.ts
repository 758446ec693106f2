import { on } from '#server/context.ts'
import { admittedStudent } from '../../roll/model/admitted-student.ts'
import { moveOnRoll } from '../../roll/server/api.ts'

/** 30-WS8: the roll follows who arrives; the time never moves later. A scan of somebody else that is undone takes it back before the review. */
export default on('welcome.arrived', 'admission.arrived', async ({ db }, { studentId, at }) => {
  const row = typeof studentId === 'string' ? await db.unscoped(admittedStudent).find({ id: studentId }) : undefined // events concern the whole school
  if (!row) return
  if (typeof at !== 'string') {
    if (row.state === 'arrived' && !row.reviewedBy) await moveOnRoll(db, row, { state: 'intended', arrivedAt: null })
    return
  }
  const arrivedAt = row.arrivedAt && row.arrivedAt < at ? row.arrivedAt : at
  const isWaiting = row.state === 'imported' || row.state === 'intended' || row.state === 'late'
  if (isWaiting || arrivedAt !== row.arrivedAt) await moveOnRoll(db, row, { arrivedAt, ...(isWaiting ? { state: 'arrived' as const } : {}) })
})
