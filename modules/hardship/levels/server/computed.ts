import { studentsOf } from '#modules/student/server/api.ts'
import { compute } from '#server/context.ts'
import { aidLevelSpan } from '../model/span.ts'

export default compute(aidLevelSpan, ['studentNo', 'className'], async ({ db }, rows) => {
  const people = await studentsOf(
    db,
    rows.map(r => r.studentId ?? ''),
  )
  for (const row of rows) {
    const { studentNo = null, className = null } = people.get(row.studentId ?? '') ?? {}
    Object.assign(row, { studentNo, className })
  }
})
