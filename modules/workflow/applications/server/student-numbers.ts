import type { Entity } from '#model'
import { studentsOf } from '#modules/student/server/api.ts'
import type { Registration } from '#server/base/extension-point.ts'
import { compute } from '#server/context.ts'

/** Lists of rows of students show the student number, where the entity has a computed field for it. */
export const studentNumbers = (of: Entity): Registration[] =>
  of.fields.studentNo?.options.computed
    ? [
        compute(of, ['studentNo'], async ({ db }, rows) => {
          const students = await studentsOf(
            db,
            rows.map(r => String(r.studentId)),
          )
          for (const row of rows) row.studentNo = students.get(String(row.studentId))?.studentNo ?? null
        }),
      ]
    : []
