import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { certCatalog } from '../model/cert-catalog.ts'
import { studentCert } from '../model/student-cert.ts'
import { askedOfStudent, validCerts } from './valid-certs.ts'

const LIST = 'certificate:studentCert:list'
const MOST = 6
/** What the student holds, and what the major requires besides. */
export default profilePart({
  code: 'certificate',
  label: '技能证书',
  order: 18,
  permission: LIST,
  facts: ['certificate.count'],
  list: studentId => `/certificate/certs?view=all&studentId=${studentId}`,
  async lines({ db }, studentId) {
    const seen = await db.visibleFor(studentCert, LIST).count({ studentId })
    if (!seen) return []
    const held = await db.query<{ catalogId: string; level: string | null; on: string }>(
      sql`select catalog_id as "catalogId", level, issued_on::text as on from (${validCerts(db, sql`select ${studentId}::uuid`, today())}) h order by issued_on desc limit ${MOST}`,
    )
    const entries = await db.cached(certCatalog)
    const lacking = (await askedOfStudent(db, studentId, today())).filter(a => a.relation === 'required' && !a.isMet)
    return [
      ...held.map(({ catalogId, level, on }) => ({ label: entries.get(catalogId)?.name ?? '', value: [level, on].filter(Boolean).join(' ') })),
      lacking.length ? { label: '没有取得的必考证书', value: lacking.map(a => a.name).join('、') } : null,
    ]
  },
})
