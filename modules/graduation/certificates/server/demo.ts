import sql from 'sql-template-tag'
import { baseParams } from '#modules/system/model/params.ts'
import type { Db } from '#server/context.ts'
import { demoAccount } from '#server/demo/accounts.ts'
import type { Batch } from '../../audit/server/api.ts'
import { graduationCertificate } from '../model/certificate.ts'
import { SERIAL_DIGITS } from '../model/numbers.ts'
import { seriesFor, takeSerials } from './series.ts'

const SCHOOL_CODE = '12345'
/** Every so many have not come for it yet. */
const WAITING = 23
/** The certificates of last year's batch, nearly all handed out. */
export async function demoCertificates(db: Db, { id, certDate }: Batch): Promise<void> {
  const officer = await demoAccount(db, 'officer')
  await db.insert(baseParams, { paramsId: 'graduation', version: 1, content: { schoolCode: SCHOOL_CODE } })
  await db.changed(baseParams)
  const due = sql`graduation_audit a join student s on s.tenant_id = a.tenant_id and s.id = a.student_id left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
    left join major m on m.tenant_id = s.tenant_id and m.id = s.major_id where a.tenant_id = ${db.me.tenantId} and a.batch_id = ${id} and a.result in ('graduate', 'complete')`
  const levels = await db.query<{ level: string; n: number }>(sql`select s.level, count(*)::int as n from ${due} group by 1 order by 1`)
  const seriesOf = await seriesFor(db, 'study', certDate)
  for (const { level, n } of levels) {
    const series = seriesOf(level, '')
    const first = await takeSerials(db, series, n)
    const serial = sql`(${first - 1} + x.n)::int`
    const isWaiting = sql`x.n % ${WAITING} = 0`
    await db.insertFrom(
      graduationCertificate,
      {
        ...{
          batchId: sql`${id}::uuid`,
          auditId: sql`x.audit_id`,
          studentId: sql`x.student_id`,
          departmentId: sql`x.department_id`,
          majorId: sql`x.major_id`,
          level,
          series,
          serial,
          date: certDate,
        },
        number: sql`replace(${series}, '#', lpad((${first - 1} + x.n)::text, ${SERIAL_DIGITS}, '0'))`,
        kind: sql`case x.result when 'graduate' then 'graduation' else 'completion' end`,
        issuedAt: sql`case when not (${isWaiting}) then (${`${certDate}T10:00:00+08:00`}::timestamptz + (x.n % 40) * interval '7 minutes') end`,
        issuedBy: sql`case when not (${isWaiting}) then ${officer?.id ?? null}::uuid end`,
        receiver: sql`case when not (${isWaiting}) then x.name end`,
      },
      sql`(select a.id as audit_id, a.student_id, a.result, s.department_id, s.major_id, s.name,
          row_number() over (order by d.code collate "C", m.code collate "C", s.student_no collate "C", a.id) as n from ${due} and s.level = ${level}) x`,
      { history: false },
    )
  }
}
