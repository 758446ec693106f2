import sql, { type Sql } from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { auditItem, leavingItem } from '#server/extensions/graduation-items.ts'
import { arrears, ofSchool } from '../../bills/server/api.ts'

const FEN = 100
/** Of these students what is owed past its date: `id`, `late` in fen. */
const late = (db: Db, students: Sql): Sql => sql`(select l.student_id as id, sum(${arrears(today())})::float8 as late from bill_line l
  where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and l.student_id in (${students}) and ${ofSchool} group by 1)`
/** 40-F16: what is owed is said to whoever graduates or leaves, and keeps nothing back. */
export default [
  auditItem({
    ...{ code: 'fee', title: '欠费', order: 60, isWarningOnly: true, need: { text: '没有欠费' } },
    said: fen => ({ text: '欠 {amount} 元', values: { amount: (Number(fen) / FEN).toFixed(2) } }),
    judge: (db, students) => sql`select x.id, false as pass, x.late::text as actual from ${late(db, students)} x where x.late > 0`,
  }),
  ...leavingItem({
    ...{ code: 'fee', title: '欠费', order: 20, isWarningOnly: true, link: '/fee/mine', events: ['fee.paid', 'fee.deferralChanged', 'fee.lineClosed'] },
    settled: (db, students) =>
      sql`select s.id from student s where s.tenant_id = ${db.me.tenantId} and s.id in (${students}) and not exists (select from ${late(db, students)} x where x.id = s.id and x.late > 0)`,
  }),
]
