import sql, { empty, type Sql } from 'sql-template-tag'
import { percentOf } from '#model/percent.ts'
import { department } from '#modules/campus/model/organisation.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { translate } from '#server/i18n/translate.ts'
import { answerStatistics } from '#server/statistics/answer-statistics.ts'
import { entityGroup, periodGroup } from '#server/statistics/groupings.ts'
import { chargeItem } from '../../prices/model/charge-item.ts'
import { billLine } from '../model/bill-line.ts'
import { AGES, collectionStatistics } from '../model/statistics.ts'
import { arrears, ofSchool } from './arrears.ts'
import { testEntries } from './test-entries.ts'

interface StatisticsInput {
  from: string
  to: string
  itemId?: string | null
}
const MONEY_KINDS = sql`('pay', 'loanOffset', 'aidOffset')`
/** Lines that were due in the span, with where their payer belongs and what stands against them. Test money is none (40-F19). */
const dueIn = (
  db: Db,
  { from, to, itemId }: StatisticsInput,
): Sql => sql`(select l.*, s.department_id, s.grade, l.charged - l.reduced as net, l.paid + l."offset" - coalesce(test.paid, 0) as got, ${arrears(today())} as late,
    case when l.defer_until >= ${today()}::date then l.owed else 0 end as put_off, case when l.defer_until >= ${today()}::date then 0 else least(l.owed, l.loan_pending) end as waits
  from ${db.visible(billLine).rows()} l left join student s on s.tenant_id = l.tenant_id and s.id = l.student_id
    left join (select account_id, sum(amount) as paid from ${testEntries(db)} t group by 1) test on test.account_id = l.id
  where l.due_date between ${from}::date and ${to}::date and l.closed_at is null and l.charged > 0 and ${ofSchool} ${itemId ? sql`and l.item_id = ${itemId}` : empty})`
const sum = (column: Sql): Sql => sql`coalesce(sum(${column}), 0)::float8`

/** What came in on each accounting day of the span, beside the same day a year before. */
const daysOf = (db: Db, { from, to }: StatisticsInput) =>
  db.query<{
    key: string
    amount: number
    lastYear: number
  }>(sql`with entries as (select e.biz_date, sum(e.amount)::float8 as amount from ledger_entry e join ${db.visible(billLine).rows()} l on l.id = e.account_id
      where e.tenant_id = ${db.me.tenantId} and e.kind in ${MONEY_KINDS} and e.id not in (select id from ${testEntries(db)} t) and (e.biz_date between ${from}::date and ${to}::date or e.biz_date between ${from}::date - interval '1 year' and ${to}::date - interval '1 year')
      group by 1)
    select d.day::date::text as key, coalesce(e.amount, 0) as amount, coalesce(p.amount, 0) as "lastYear" from generate_series(${from}::date, least(${to}::date, ${today()}::date), '1 day') d(day)
      left join entries e on e.biz_date = d.day::date left join entries p on p.biz_date = (d.day - interval '1 year')::date order by d.day`)
/** 40-F16: what is in arrears, by how long it has been due. */
const agesOf = (db: Db, rows: Sql) =>
  db.query<{
    key: keyof typeof AGES
    people: number
    owed: number
  }>(sql`select case when ${today()}::date - due_date <= 30 then 'd30' when ${today()}::date - due_date <= 90 then 'd90'
      when ${today()}::date - due_date <= 365 then 'd365' else 'more' end as key, count(distinct payer_id)::int as people, ${sum(sql`late`)} as owed from ${rows} x where late > 0 group by 1`)
const originsOf = (db: Db, rows: Sql) =>
  db.query<{
    kind: string
    amount: number
  }>(sql`select e.kind, ${sum(sql`e.amount`)} as amount from ${rows} x join ledger_entry e on e.tenant_id = x.tenant_id and e.account_id = x.id
    where e.kind in ${MONEY_KINDS} and e.id not in (select id from ${testEntries(db)} t) group by 1`)

export default answerStatistics(collectionStatistics, {
  rows: ({ db }, asked) => dueIn(db, asked),
  sums: { lines: sql`count(*)::int`, net: sum(sql`net`), collected: sum(sql`got`), late: sum(sql`late`), deferred: sum(sql`put_off`), waits: sum(sql`waits`) },
  by: {
    byCollege: entityGroup(sql`department_id`, department),
    byGrade: { ...periodGroup(sql`due_date`), key: sql`grade::text` },
    byItem: entityGroup(sql`item_id`, chargeItem),
  },
  each: ({ lines = 0, net = 0, collected = 0, late = 0, deferred = 0, waits = 0 }) => ({
    ...{ lines, net, collected, late, rate: percentOf(collected, net) },
    ...{ rateDeferred: percentOf(collected, net - deferred), rateLoan: percentOf(collected, net - deferred - waits) },
  }),
  async more({ db, lang }, asked, { rows, sums }) {
    const [byDay, ages, origins] = await Promise.all([daysOf(db, asked), agesOf(db, rows), originsOf(db, rows)])
    const of = (kind: string): number => origins.find(o => o.kind === kind)?.amount ?? 0
    const byAge = Object.entries(AGES).map(([key, label]) => ({ key, label: translate(lang, label), people: 0, owed: 0, ...ages.find(a => a.key === key) }))
    const shares = { own: of('pay'), loan: of('loanOffset'), aid: of('aidOffset'), aidShare: percentOf(of('aidOffset'), sums.collected) }
    return { deferred: sums.deferred, loanPending: sums.waits, ...shares, byDay, byAge }
  },
})
