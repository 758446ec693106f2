import sql from 'sql-template-tag'
import type { Entity } from '#model'
import type { Registration } from '#server/base/extension-point.ts'
import { compute } from '#server/context.ts'

/** Lists of rows of students show the student number, of deleted ones too, where the entity has a computed field for it. */
export const studentNumbers = (of: Entity): Registration[] =>
  of.fields.studentNo?.options.computed
    ? [
        compute(of, ['studentNo'], async ({ db }, rows) => {
          const found = await db.query<{ id: string; no: string | null }>(
            sql`select id, student_no as no from student where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.studentId)}::uuid[])`,
          )
          const numbers = new Map<unknown, string | null>(found.map(s => [s.id, s.no]))
          for (const row of rows) row.studentNo = numbers.get(row.studentId) ?? null
        }),
      ]
    : []
