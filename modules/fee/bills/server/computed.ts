import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import { compute, type Db } from '#server/context.ts'
import { billLine, payerCredit } from '../model/bill-line.ts'
import { daysOverdueOf, stateOf } from '../model/standing.ts'

async function nameNumbers(db: Db, rows: ReadonlyArray<{ studentId: string | null; studentNo?: string | null }>): Promise<void> {
  const students = await studentsOf(
    db,
    rows.flatMap(r => r.studentId ?? []),
  )
  for (const row of rows) row.studentNo = students.get(row.studentId ?? '')?.studentNo ?? null
}
export default [
  compute(billLine, ['studentNo', 'state', 'daysOverdue'], async ({ db }, rows) => {
    await nameNumbers(db, rows)
    for (const row of rows) Object.assign(row, { state: stateOf(row, today()), daysOverdue: daysOverdueOf(row, today()) })
  }),
  compute(payerCredit, ['studentNo'], ({ db }, rows) => nameNumbers(db, rows)),
]
