import sql from 'sql-template-tag'
import { type EvidenceFact, evidenceSource } from '#server/extensions/evidence.ts'
import { highestOf } from './valid-certs.ts'

type StatedCertificate = Pick<EvidenceFact, 'studentId' | 'occurredOn' | 'sourceId' | 'title' | 'achievementKey'>
/** 50-SK3: of each student and entry the highest certificate that stands. One that has expired since was earned all the same. */
export default evidenceSource({
  code: 'certificate.cert',
  label: '技能证书',
  events: ['certificate.verified', 'certificate.revoked'],
  about: payloads => payloads.flatMap(({ certIds }) => (Array.isArray(certIds) ? certIds.map(String) : [])),
  async facts({ db }, ids) {
    const students = sql`select student_id from student_cert where tenant_id = ${db.me.tenantId} and id = any(${[...ids]}::uuid[])`
    const rows =
      await db.query<StatedCertificate>(sql`select h.student_id as "studentId", h.issued_on::text as "occurredOn", h.id::text as "sourceId", concat_ws(' ', c.name, h.level) as title,
        h.catalog_id::text as "achievementKey"
      from (${highestOf(db, students)}) h join cert_catalog c on c.tenant_id = ${db.me.tenantId} and c.id = h.catalog_id where h.id = any(${[...ids]}::uuid[])`)
    return rows.map((row): EvidenceFact => ({ ...row, kind: 'certificate' }))
  },
})
