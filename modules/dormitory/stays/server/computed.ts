import { today } from '#server/base/today.ts'
import { compute } from '#server/context.ts'
import { fees } from '../../places/server/api.ts'
import { isOverstaying } from '../model/period.ts'
import { dormStay } from '../model/stay.ts'

export default compute(dormStay, ['feeState', 'isOverstaying'], async ({ db }, rows) => {
  const standing = await fees(db).standing(
    db,
    rows.filter(r => r.isOpen).map(r => r.studentId),
  )
  for (const row of rows) {
    row.feeState = standing.get(row.studentId)?.state ?? null
    row.isOverstaying = isOverstaying(row, today())
  }
})
