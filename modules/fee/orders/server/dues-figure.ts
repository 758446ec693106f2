import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { askedOn } from '../../bills/server/api.ts'

/** Bills that a student has to pay. */
export default deskFigure({
  code: 'fee.mine',
  order: 50,
  for: 'student',
  async run({ db, me }) {
    if (!me.studentId) return null
    const [row] = await db.query<{ n: number; amount: number }>(sql`select count(*)::int as n, coalesce(sum(${askedOn(today())}), 0)::float8 as amount from bill_line l
      where l.tenant_id = ${me.tenantId} and l.payer_type = 'student' and l.payer_id = ${me.studentId} and l.owed > 0 and l.closed_at is null`)
    return row?.n ? { label: '待缴账单', value: row.n, note: { text: '{amount} 元', values: { amount: yuanText(row.amount) } }, link: '/fee/mine' } : null
  },
})
