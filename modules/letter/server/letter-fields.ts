import sql from 'sql-template-tag'
import { datesOf } from '#modules/admission/server/api.ts'
import { cantonsByCode } from '#modules/campus/server/api.ts'
import { compute } from '#server/context.ts'
import { admissionLetter } from '../model/admission-letter.ts'
import { letterRun } from '../model/letter-run.ts'

export default [
  compute(admissionLetter, ['ksh', 'reportFrom', 'reportTo'], async ({ db }, rows) => {
    const { arriveFrom, arriveBy } = await datesOf(db)
    const found = await db.query<{ id: string; ksh: string }>(
      sql`select id, ksh from admitted_student where tenant_id = ${db.me.tenantId} and id = any(${rows.map(r => r.studentId)}::uuid[])`,
    )
    const kshOf = new Map(found.map(f => [f.id, f.ksh]))
    for (const row of rows) Object.assign(row, { ksh: kshOf.get(row.studentId) ?? null, reportFrom: arriveFrom, reportTo: arriveBy })
  }),
  compute(admissionLetter, ['provinceName'], async ({ db }, rows) => {
    const byCode = await cantonsByCode(db)
    for (const row of rows) row.provinceName = byCode.get(row.province ?? '')?.name ?? null
  }),
  compute(letterRun, ['done'], async ({ db }, rows) => {
    const found = await db.query<{ id: string; done: number }>(sql`select b.run_id as id, count(*)::int as done from letter_batch b
      join admission_letter l on l.tenant_id = b.tenant_id and l.batch_id = b.id and l.pdf_id is not null where b.tenant_id = ${db.me.tenantId} and b.run_id = any(${rows.map(r => r.id)}::uuid[]) group by 1`)
    const doneOf = new Map(found.map(f => [f.id, f.done]))
    for (const row of rows) row.done = doneOf.get(row.id) ?? 0
  }),
]
