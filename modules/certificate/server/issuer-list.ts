import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { importRules } from '#server/spreadsheets/rules.ts'
import { certListRow } from '../model/cert-list-row.ts'
import { tidyNo } from '../model/cert-no.ts'
import { studentCert } from '../model/student-cert.ts'
import { tell } from './notify.ts'
import { emitCerts } from './verify.ts'

/** As `tidyName` compares them. */
const bare = (name: Sql): Sql => sql`regexp_replace(normalize(${name}, NFKC), '[[:space:]·•・．.]', '', 'g')`
/** Certificates that have their number: as the unique index says it, so that it is used. */
const hasNumber = sql`t.state in ('pending', 'returned', 'approved') and t.verify_state in ('unverified', 'verified')`
/** The certificate that has the number of a line. */
const found = (rows: Sql, tenantId: string): Sql =>
  sql`${rows} s join student_cert t on t.tenant_id = ${tenantId} and t.catalog_id = s.catalog_id and t.cert_no = s.cert_no and ${hasNumber}`
/** Tells the holders of what a list has verified, and other modules. */
async function follow(db: Db, ids: readonly string[]): Promise<void> {
  const after = await db.unscoped(studentCert).all({ id: ids }) // verified by the list for the whole school
  await tell(db, 'verified', after)
  await emitCerts(db, 'certificate.verified', after)
}
/** 50-SK2: a list verifies by number and name; lines that verify nothing stay, each with the reason. Loaded again, it finds what has been registered since. */
export default importRules(certListRow, {
  fills: ['outcome', 'certId'],
  row(values) {
    if (typeof values.certNo === 'string') values.certNo = tidyNo(values.certNo)
    return []
  },
  async prepare(db, { rows, tenantId }) {
    // nobody decides about these certificates until the list is in
    await db.query(sql`select t.id from ${found(rows, tenantId)} order by t.id for no key update of t`)
    await db.query(sql`update ${rows} l set cert_id = x.id, outcome = x.outcome
      from (select s._row, t.id, case when t.state <> 'approved' then 'pending' when ${bare(sql`t.holder_name`)} <> ${bare(sql`s.name`)} then 'name'
          when s.level is not null and s.level is distinct from t.level then 'level' when t.verify_state = 'verified' then 'already' else 'verified' end as outcome
        from ${found(rows, tenantId)}) x where x._row = l._row`)
    await db.query(sql`update ${rows} s set cert_id = null, outcome = 'unknown' where not exists (select from student_cert t where t.tenant_id = ${tenantId} and t.id = s.cert_id
      and t.cert_no = s.cert_no and ${hasNumber})`)
  },
  async written(db, { rows, userId }) {
    const done = await db.updateWhere(
      studentCert,
      sql`t.id = s.cert_id and s.outcome = 'verified' and t.state = 'approved' and t.verify_state = 'unverified'`,
      { verifyState: 'verified', verifyMethod: 'issuerList', verifiedById: userId, verifiedAt: new Date().toISOString(), verifyReason: null },
      { from: sql`${rows} s` },
    )
    if (done.length)
      await follow(
        db,
        done.map(d => d.id),
      )
  },
})
