import sql from 'sql-template-tag'
import { date, integer, money, refusalOf, text } from '#model'
import { addDays } from '#modules/campus/model/days.ts'
import { dataset } from '#modules/exchange/server/api.ts'
import { ledgerEntry } from '#modules/money/ledger/model/ledger-entry.ts'
import { translate } from '#server/i18n/translate.ts'
import { testEntries } from './test-entries.ts'

const MOST_DAYS = 366
/** Code of the credit of payers, which is no item. */
const CREDIT = 'credit'
interface Sum {
  day: string
  code: string
  /** None for what is no line's. */
  item: string | null
  collegeCode: string | null
  college: string | null
  count: number
  amount: number
}
/**
 * 财务凭证: money of payers by day, item and college: what lines were paid, and what came into their credit or left it, so that a day adds up to what the accounts received. Reversals
 * stand in it with their sign, test money does not (40-F19).
 */
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
  async rows({ db, lang }, filter) {
    const { from, to } = filter as { from: string; to: string }
    if (to < from || to > addDays(from, MOST_DAYS)) throw refusalOf(ledgerEntry, 'span', { most: MOST_DAYS }, 'to')
    const rows =
      await db.query<Sum>(sql`select e.biz_date::text as day, coalesce(i.code, ${CREDIT}) as code, i.name as item, d.code as "collegeCode", d.name as college, count(*)::int as count,
        sum(case when e.kind in ('refund', 'creditOut') then -e.amount else e.amount end)::float8 as amount
      from ${db.visibleFor(ledgerEntry, 'money:ledgerEntry:export').rows()} e left join bill_line l on l.tenant_id = e.tenant_id and l.id = e.account_id
        left join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
        left join payer_credit c on c.tenant_id = e.tenant_id and c.id = e.account_id and c.origin = 'own'
        left join student s on s.tenant_id = e.tenant_id and s.id = coalesce(l.student_id, c.student_id)
        left join department d on d.tenant_id = s.tenant_id and d.id = s.department_id
      where e.book = 'student' and (e.kind = 'pay' and l.id is not null or c.id is not null) and e.id not in (select id from ${testEntries(db)} t)
        and e.biz_date between ${from}::date and ${to}::date group by 1, 2, 3, 4, 5 order by 1, 2, 4`)
    const credit = translate(lang, '预存')
    return rows
      .map(({ item: named, ...sum }) => ({ ...sum, item: named ?? credit }))
      .map(row => ({
        id: [row.day, row.code, row.collegeCode ?? ''].join(' '),
        name: `${row.day} ${row.item} ${row.college ?? ''}`,
        link: '/money/ledger',
        college: row.college,
        values: { ...row },
      }))
  },
})
