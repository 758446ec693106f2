import sql, { raw, type Sql } from 'sql-template-tag'
import { addDays } from '#modules/campus/model/days.ts'
import { calendarOf, currentOf } from '#modules/campus/server/api.ts'
import { today } from '#server/base/today.ts'
import { type Db, handle } from '#server/context.ts'
import { studentFacts } from '#server/extensions/student-facts.ts'
import { arrearsFigures } from '../model/actions.ts'
import { billLine } from '../model/bill-line.ts'

const LONG_DAYS = 90
const LIST = 'fee:billLine:list'
/** Parts of the plan of a line `l` that are due from a day on, in fen. */
const partsFrom = (day: Sql): Sql => sql`coalesce((select sum((part->>'amount')::bigint) from jsonb_array_elements(l.instalments) part where (part->>'date')::date >= ${day}), 0)`
/** 40-F15: what of a line `l` its payer is to bring by a day, in fen: nothing that waits for a loan or is a later part of a plan. */
export const dueBy = (day: Sql): Sql => sql`greatest(0, l.owed - l.loan_pending - ${partsFrom(sql`${day} + 1`)})`
/** What of a line `l` is asked for on a day, in fen: what is due by then, or all of it where nothing is due yet (40-F15). */
export const askedOn = (on: string): Sql => sql`coalesce(nullif(case when l.defer_until >= ${on}::date then 0 else ${dueBy(sql`${on}::date`)} end, 0), l.owed)`
/** What an approved plan leaves until later, of a line `l` on a day, in fen. */
export const laterParts = (on: string): Sql => partsFrom(sql`${on}::date`)
/** 40-F16 in SQL, of a line `l` on a day, in fen: owed and past its date, less what is deferred, in later instalments or waits for a loan. `arrearsOf` says the same of one row. */
export const arrears = (on: string): Sql => sql`case when l.closed_at is not null or l.defer_until >= ${on}::date or (l.instalments is null and l.due_date >= ${on}::date) then 0
  else greatest(0, l.owed - l.loan_pending - ${laterParts(on)}) end`
/** 40-G6: whether a line `l` is owed to the school. What is owed in another book is nobody's arrears here and keeps no service back. */
export const ofSchool = sql`l.item_id in (select i.id from charge_item i where i.tenant_id = l.tenant_id and i.book = 'student')`
/** 40-F3: whether a line `l` is of an item the payer does not choose freely: only such a debt keeps a service back. */
export const obligatory = sql`l.item_id in (select i.id from charge_item i where i.tenant_id = l.tenant_id and not i.optional)`
/** Of a line `l` on a day, in fen: what nobody has agreed to wait for, due or not. A part of a plan that is due no later than the line is not agreed to wait. */
export const uncovered = (on: string): Sql =>
  sql`case when l.closed_at is not null or l.defer_until >= ${on}::date then 0 else greatest(0, l.owed - l.loan_pending - ${partsFrom(sql`greatest(${on}::date, l.due_date + 1)`)}) end`
/**
 * What was behind at the end of a day with what had been due for so long: a subselect of `student_id`, `due_date` and `late` (fen), one row a line. What was booked later is taken back, and
 * what was put off or waited for a loan is what was agreed then. `day` may be a column; `oldest` is then the first of its days, so that lines are looked for once for all of them.
 */
export const arrearsThen = (db: Db, day: Sql, oldest: Sql, days: number): Sql => {
  const { tenantId } = db.me
  const since = sql`${day} - ${days}::int`
  const booked = (after: Sql): Sql => sql`e.tenant_id = ${tenantId} and e.biz_date > ${after} and e.kind in ('charge', 'reduce', 'pay', 'loanOffset', 'aidOffset')`
  const then = (column: string): Sql => sql`case when w.line_id is null then l.${raw(column)} else w.${raw(column)} end as ${raw(column)}`
  return sql`(with line as materialized (select l.id, l.student_id, l.due_date, l.owed, l.loan_pending, l.instalments, l.defer_until, l.closed_at from bill_line l
      where l.tenant_id = ${tenantId} and (l.owed > 0 or l.id in (select e.account_id from ledger_entry e where ${booked(oldest)})) and ${ofSchool})
    select b.student_id, b.due_date, b.late from (
        select l.student_id, l.due_date, case when l.closed_at <= ${day} or l.defer_until >= ${day} or (l.instalments is null and l.due_date >= ${since}) then 0
          else greatest(0, l.owed - l.loan_pending - ${partsFrom(since)}) end as late
        from (select l.student_id, l.due_date, l.closed_at, l.owed - coalesce(e.amount, 0) as owed, ${then('loan_pending')}, ${then('instalments')}, ${then('defer_until')}
            from line l
              left join (select e.account_id, sum(case when e.kind = 'charge' then e.amount else -e.amount end) as amount from ledger_entry e where ${booked(day)} group by 1) e on e.account_id = l.id
              left join (select distinct on (w.line_id) w.* from bill_wait w where w.tenant_id = ${tenantId} and w.until > ${day} order by w.line_id, w.until) w on w.line_id = l.id
            where l.due_date < ${day}) l
      ) b where b.late > 0)`
}
async function yearOn(db: Db, on: string): Promise<string> {
  return currentOf(await calendarOf(db), on)?.xn ?? ''
}
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
    from (select l.*, ${arrears(on)} as late from ${db.visible(billLine).rows()} l where l.owed > 0 and ${ofSchool}) x`)
  return row ?? { people: 0, owed: 0, loanPending: 0, deferred: 0, long: 0 }
})
const facts = studentFacts({
  code: 'fee',
  label: '缴费',
  permission: LIST,
  facts: {
    arrears: { label: '欠费（元）', type: 'number', unit: '元', otherwise: 0 },
    daysOverdue: { label: '欠费天数', type: 'number', unit: '天', otherwise: 0 },
    yearOwed: { label: '本学年待缴（元）', type: 'number', unit: '元', otherwise: 0 },
  },
  remedies: [
    { label: '去缴费', link: '/fee/mine' },
    { label: '申请缓缴或资助', link: '/fee/request' },
  ],
  values: async (db, students, on) => sql`select id, coalesce(sum(late), 0)::float8 / 100 as arrears, (${on}::date - min(due_date) filter (where late > 0))::int as "daysOverdue",
      coalesce(sum(open) filter (where is_obligatory and xn = ${await yearOn(db, on)}), 0)::float8 / 100 as "yearOwed"
    from (select l.student_id as id, l.due_date, l.xn, ${arrears(on)} as late, ${uncovered(on)} as open, ${obligatory} as is_obligatory from bill_line l
      where l.tenant_id = ${db.me.tenantId} and l.owed > 0 and ${ofSchool} and l.student_id in (${students})) x group by 1`,
})
export default [figures, facts]
