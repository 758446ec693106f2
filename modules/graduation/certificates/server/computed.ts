import sql from 'sql-template-tag'
import { studentNumbers } from '#modules/student/server/api.ts'
import { compute } from '#server/context.ts'
import { graduationAudit } from '../../audit/model/audit.ts'
import { graduationCertificate } from '../model/certificate.ts'

interface Numbers {
  id: string
  certNo: string | null
  degreeNo: string | null
}
/** The numbers that hold, beside the audit they follow from. */
const numbers = compute(graduationAudit, ['certNo', 'degreeNo'], async ({ db }, rows) => {
  const ids = rows.map(r => r.id)
  const found =
    await db.query<Numbers>(sql`select audit_id as id, max(number) filter (where kind in ('graduation', 'completion')) as "certNo", max(number) filter (where kind = 'degree') as "degreeNo"
    from graduation_certificate where tenant_id = ${db.me.tenantId} and state = 'valid' and audit_id = any(${ids}::uuid[]) group by 1`)
  const of = new Map(found.map(f => [f.id, f]))
  for (const row of rows) Object.assign(row, { certNo: of.get(row.id)?.certNo ?? null, degreeNo: of.get(row.id)?.degreeNo ?? null })
})
export default [numbers, ...studentNumbers(graduationCertificate)]
