import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { on } from '#server/context.ts'
import { reckon } from './charge.ts'

/** 20-DF7: at check-out computes the months used and proposes the refund to the fee module. */
export default on('dormitory.stayEnded', 'dormitory.lodgingUsed', async ({ db }, { studentId, stayId, on: day }) => {
  if (typeof studentId !== 'string' || typeof day !== 'string') return
  const xn = schoolYearOf(day)
  const { dues } = await reckon(db, xn, [studentId])
  const used = dues.find(d => d.stayId === stayId)
  if (used) await db.emit('dormitory.lodgingUsed', { studentId, stayId, xn, months: used.months, used: used.due, on: day })
})
