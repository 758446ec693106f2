import sql from 'sql-template-tag'
import { yuanText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { deskFigure } from '#server/extensions/desk-parts.ts'
import { billLine } from '../model/bill-line.ts'
import { collectionStatistics } from '../model/statistics.ts'
import { arrears, ofSchool } from './arrears.ts'

interface Counted {
  n: number
  amount: number
}
const sumNote = ({ amount }: Counted) => ({ text: '{amount} 元', values: { amount: yuanText(amount) } })
const LIST = 'fee:billLine:list'

/** Who is in arrears, for whoever reads the statistics of collection. */
export default deskFigure({
  code: 'fee.arrears',
  order: 50,
  permission: collectionStatistics.permission,
  for: 'staff',
  async run({ db }) {
    const [row] = await db.query<Counted>(sql`select count(distinct payer_id)::int as n, coalesce(sum(late), 0)::float8 as amount
      from (select l.payer_id, ${arrears(today())} as late from ${db.visibleFor(billLine, LIST).rows()} l where l.owed > 0 and ${ofSchool}) x where late > 0`)
    return row ? { label: '欠费学生', value: row.n, note: sumNote(row), link: '/fee/arrears' } : null
  },
})
