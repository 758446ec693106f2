import sql, { type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { arrearsFigures } from '../model/actions.ts'
import { billLine } from '../model/bill-line.ts'

const LONG_DAYS = 90
const LIST = 'fee:billLine:list'
/** 40-F16 in SQL, of a line `l` on a day, in fen: owed and past its date, less what is deferred, in later instalments or waits for a loan. `arrearsOf` says the same of one row. */
export const arrears = (on: string): Sql => sql`case when l.closed_at is not null or l.defer_until >= ${on}::date or (l.instalments is null and l.due_date >= ${on}::date) then 0
  else greatest(0, l.owed - l.loan_pending - coalesce((select sum((part->>'amount')::bigint) from jsonb_array_elements(l.instalments) part where (part->>'date')::date >= ${on}::date), 0)) end`
const figures = handle(arrearsFigures, async ({ db }) => {
  const on = today()
  const [row] = await db.query<{
    people: number
    owed: number
    loanPending: number
    deferred: number
    long: number
  }>(sql`select count(distinct payer_id) filter (where late > 0)::int as people,
      coalesce(sum(late), 0)::float8 as owed, coalesce(sum(least(owed, loan_pending)), 0)::float8 as "loanPending", coalesce(sum(owed) filter (where defer_until >= ${on}::date), 0)::float8 as deferred,
      count(*) filter (where late > 0 and due_date < ${addDays(on, -LONG_DAYS)}::date)::int as long
    from (select l.*, ${arrears(on)} as late from ${db.visible(billLine).rows()} l where l.owed > 0) x`)
  return row ?? { people: 0, owed: 0, loanPending: 0, deferred: 0, long: 0 }
})
const facts = studentFacts({
  code: 'fee',
  label: '缴费',
  permission: LIST,
  facts: {
    arrears: { label: '欠费（元）', type: 'number', unit: '元', otherwise: 0 },
    daysOverdue: { label: '欠费天数', type: 'number', unit: '天', otherwise: 0 },
  },
  values: async (db, students, on) => sql`select id, sum(late)::float8 / 100 as arrears, (${on}::date - min(due_date))::int as "daysOverdue"
    from (select l.student_id as id, l.due_date, ${arrears(on)} as late from bill_line l where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and l.student_id in (${students})) x where late > 0 group by 1`,
})
export default [figures, facts]
