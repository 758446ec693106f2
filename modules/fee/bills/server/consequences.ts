import sql from 'sql-template-tag'
import { moneyText } from '#model/money.ts'
import { isPresent } from '#modules/student/model/status.ts'
import { today } from '#server/base/today.ts'
import { consequence } from '#server/extensions/consequences.ts'
import { arrears, ofSchool } from './arrears.ts'

interface Sums {
  late: number
  owed: number
  paid: number
}
/** 30-SC2: what is in arrears, what would have to be computed anew for somebody who leaves, and whom another class or grade charges other prices. */
export default consequence({
  code: 'fee.bills',
  order: 30,
  async of(db, { studentId, from, to }) {
    const [sums] =
      await db.query<Sums>(sql`select coalesce(sum(${arrears(today())}), 0)::float8 as late, coalesce(sum(l.owed), 0)::float8 as owed, coalesce(sum(l.paid), 0)::float8 as paid
      from bill_line l where l.tenant_id = ${db.me.tenantId} and l.student_id = ${studentId} and l.closed_at is null and ${ofSchool}`)
    const { late, owed, paid } = sums ?? { late: 0, owed: 0, paid: 0 }
    const leaves = !isPresent(to.status)
    return [
      late > 0 ? { label: '欠费', value: moneyText(late), tone: 'attention' } : null,
      leaves && owed > late ? { label: '未到期的应缴', value: moneyText(owed - late) } : null,
      leaves && paid > 0 ? { label: '已缴费用须核算', value: moneyText(paid) } : null,
      !leaves && from.gradeMajorId !== to.gradeMajorId ? { label: '学费', value: { text: '按新的年级专业重新计算' } } : null,
    ]
  },
})
