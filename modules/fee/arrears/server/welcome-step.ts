import sql, { type Sql } from 'sql-template-tag'
import { moneyText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { welcomeSource } from '#server/extensions/welcome-steps.ts'
import { obligatory, ofSchool, uncovered } from '../../bills/server/api.ts'

/** Of these students who have bills: `id`, what is charged and what nobody has agreed to wait for, of items that nobody chooses freely, in fen. */
const bills = (
  db: Db,
  students: Sql,
): Sql => sql`(select l.student_id as id, sum(l.charged - l.reduced)::bigint as charged, sum(${uncovered(today())})::bigint as open from bill_line l
  where l.tenant_id = ${db.me.tenantId} and l.closed_at is null and l.student_id in (${students}) and ${ofSchool} and ${obligatory} group by 1)`
/** 30-WG1: settled once each required item is paid, covered by a loan, or deferred. */
export default welcomeSource({
  code: 'fee',
  title: '缴费',
  events: ['fee.paid', 'fee.refunded', 'fee.deferralChanged', 'fee.lineClosed'],
  settled: (db, students) => sql`select b.id from ${bills(db, students)} b where b.open = 0`,
  lacking: (db, students) => sql`select s.id, coalesce(b.open || '/' || b.charged, '') as actual from student s left join ${bills(db, students)} b on b.id = s.id
    where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) and b.open is distinct from 0`,
  said(actual) {
    const [open, charged] = actual.split('/').map(Number)
    return charged === undefined
      ? { text: '学校还没有出账单' }
      : { text: '应缴 {charged}，还差 {open}，没有缓缴', values: { charged: moneyText(charged), open: moneyText(open ?? 0) } }
  },
})
