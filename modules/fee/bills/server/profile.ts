import sql from 'sql-template-tag'
import { moneyText } from '#model/money.ts'
import { today } from '#server/base/today.ts'
import { profilePart } from '#server/extensions/profile-parts.ts'
import { billLine } from '../model/bill-line.ts'
import { arrears, ofSchool } from './arrears.ts'

const LIST = 'fee:billLine:list'
const listOf = (studentId: string): string => `/fee/lines?studentId=${studentId}`
const YEARS = 4
interface Year {
  xn: string
  charged: number
  settled: number
  owed: number
}
interface Late {
  sum: number
  since: string | null
}
/** 30-SP: what a student was charged, has paid and still owes year by year; arrears are a reason to look. */
export default profilePart({
  code: 'fee.bills',
  label: '缴费',
  order: 49,
  permission: LIST,
  facts: ['fee.arrears'],
  list: listOf,
  async lines({ db }, studentId) {
    const rows = db.visibleFor(billLine, LIST).rows()
    const years = await db.query<Year>(sql`select l.xn, sum(l.charged - l.reduced)::float8 as charged, sum(l.paid + l."offset")::float8 as settled, sum(l.owed)::float8 as owed
      from ${rows} l where l.student_id = ${studentId} and l.closed_at is null and ${ofSchool} group by 1 order by 1 desc limit ${YEARS}`)
    return years.map(({ xn, charged, settled, owed }) => ({
      label: xn,
      value: { text: '应缴 {charged}，已缴 {settled}，待缴 {owed}', values: { charged: moneyText(charged), settled: moneyText(settled), owed: moneyText(owed) } },
    }))
  },
  async notable({ db }, studentId) {
    const on = today()
    const [late] = await db.query<Late>(sql`select coalesce(sum(late), 0)::float8 as sum, min(due_date)::text as since
      from (select l.due_date, ${arrears(on)} as late from ${db.visibleFor(billLine, LIST).rows()} l where l.student_id = ${studentId} and l.owed > 0 and ${ofSchool}) x where late > 0`)
    return [late?.since ? { code: 'late', title: { text: '欠费 {amount}', values: { amount: moneyText(late.sum) } }, at: late.since, link: listOf(studentId) } : null]
  },
})
