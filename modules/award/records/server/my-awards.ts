import sql from 'sql-template-tag'
import { ownStudentId } from '#modules/student/server/api.ts'
import { type Db, handle } from '#server/context.ts'
import { CHECK_KEY, checkCode } from '#server/print/check-code.ts'
import { myAwards } from '../model/actions.ts'

interface Own {
  id: string
  item: string
  recipient: string
  level: string | null
  xn: string
  amount: number | null
  grantedOn: string
  certNo: string | null
  issueId: string | null
  state: 'valid' | 'revoked'
  revokedOn: string | null
}
/** One's own, with the last certificate printed of each; and what one's class or room received while one applied for it. */
const ownOf = (db: Db, studentId: string): Promise<Own[]> =>
  db.query<Own>(sql`select r.id, i.name as item, coalesce(r.recipient, '') as recipient, r.level, r.xn, r.amount::float8 as amount, r.granted_on::text as "grantedOn", r.cert_no as "certNo",
      (select p.id from print_issue p where p.tenant_id = r.tenant_id and p.biz_type = 'awardRecord' and p.biz_id = r.id and p.revoked_at is null and p.made_at is not null order by p.issued_at desc limit 1) as "issueId",
      r.state, r.revoked_on::text as "revokedOn"
    from award_record r join award_item i on i.tenant_id = r.tenant_id and i.id = r.item_id
    where r.tenant_id = ${db.me.tenantId} and r.student_id = ${studentId} order by r.granted_on desc, r.id`)
export default handle(myAwards, async ({ db, me }) => {
  const rows = await ownOf(db, ownStudentId(me))
  return rows.map(({ issueId, ...row }) => ({ ...row, checkCode: issueId && checkCode(db.key(CHECK_KEY), me.tenantId, issueId) }))
})
