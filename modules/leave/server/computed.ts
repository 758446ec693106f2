import { DAY_MS } from '#model/days.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { compute } from '#server/context.ts'
import { leave } from '../model/leave.ts'

/** Days overdue, rounded up. */
const lateBy = (endAt: string, now = Date.now()): number => Math.max(0, Math.ceil((now - Date.parse(endAt)) / DAY_MS))
export default compute(leave, ['overdueDays', 'cantonName'], async ({ db }, rows) => {
  const regions = await cantonsByCode(db)
  for (const row of rows) {
    row.cantonName = row.cantonCode && (regions.get(row.cantonCode)?.fullName ?? row.cantonCode)
    row.overdueDays = row.state === 'overdue' ? lateBy(row.endAt) : null
  }
})
