import sql from 'sql-template-tag'
import { date, integer, money, refusalOf, text } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { testEntries } from './test-entries.ts'

const MOST_DAYS = 366
interface Sum {
  day: string
  code: string
  item: string
  collegeCode: string | null
  college: string | null
  count: number
  amount: number
}
/** 财务凭证: what was paid, by day, item and college. Reversals stand in it with their sign, test money does not (40-F19). */
export default dataset({
  code: 'feeVoucher',
  label: '缴费凭证',
  of: ledgerEntry,
  delivered: { target: 'finance' },
  fields: {
    day: date('记账日'),
    code: text('项目编号', { max: 20 }),
    item: text('收费项目', { max: 60 }),
    collegeCode: text('学院编号', { max: 20 }),
    college: text('学院', { max: 60 }),
    count: integer('笔数'),
    amount: money('金额'),
  },
  filter: { from: date('从', { required: true }), to: date('到', { required: true }) },
  async rows({ db }, filter) {
    const { from, to } = filter as { from: string; to: string }
    if (to < from || to > addDays(from, MOST_DAYS)) throw refusalOf(ledgerEntry, 'span', { most: MOST_DAYS }, 'to')
    const rows = await db.query<Sum>(sql`select e.biz_date::text as day, i.code, i.name as item, d.code as "collegeCode", d.name as college, count(*)::int as count,
        sum(e.amount)::float8 as amount
      from ${db.visibleFor(ledgerEntry, 'money:ledgerEntry:export').rows()} e join bill_line l on l.tenant_id = e.tenant_id and l.id = e.account_id
        join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id left join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
        left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      where e.book = 'student' and e.kind = 'pay' and e.id not in (select id from ${testEntries(db)} t) and e.biz_date between ${from}::date and ${to}::date group by 1, 2, 3, 4, 5 order by 1, 2, 4`)
    return rows.map(row => ({
      id: [row.day, row.code, row.collegeCode ?? ''].join(' '),
      name: `${row.day} ${row.item} ${row.college ?? ''}`,
      link: '/money/ledger',
      college: row.college,
      values: { ...row },
    }))
  },
})
