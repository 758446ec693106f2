import { createHash } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { InputOf } from '#model'
import { MANUAL, REVERSAL } from '#model/ledger.ts'
import { yuanText } from '#model/money.ts'
import { yearBegins } from '#modules/campus/model/school-year.ts'
import { figureOn } from '#modules/system/server/api.ts'
import { uuidv7 } from '#server/base/uuid.ts'
import { type Db, handle } from '#server/context.ts'
import { bestStandard, STUDENT_FACTS } from '../../prices/server/api.ts'
import { billLine, STANDARD } from '../model/bill-line.ts'
import type { Explanation } from '../model/explanation.ts'
import { chargeOf, monthsBefore, type PriceFrom, pricesWith } from '../model/months.ts'
import { type Difference, previewRepricing, reprice } from '../model/run-actions.ts'
import { tellCharges } from './arrears-changed.ts'
import { repriced } from './reprice-todo.ts'
import { changeCharges, lockLines } from './settle.ts'

const SHOWN = 200
interface Priced {
  lineId: string
  studentId: string
  name: string
  className: string | null
  item: string
  charged: number
  price: number
  explain: Explanation
  changedOn: string | null
  start: string
}
/** Issued lines of a year, of all or of these students, whose student or price list has another standard by now, with the day their student changed class or major. What was adjusted by hand stays adjusted. */
const changedLines = (db: Db, xn: string, of: Sql): Sql => sql`select l.id as "lineId", s.id as "studentId", s.name, c.name as "className", i.name as item,
    (l.charged - coalesce((select sum(e.amount) from ledger_entry e where e.tenant_id = l.tenant_id and e.account_id = l.id and e.kind = 'charge' and e.source_type in (${MANUAL}, ${REVERSAL})), 0))::float8 as charged, p.amount::float8 as price,
    l.explain, h.start_date::text as "changedOn", y.start_date::text as start
  from bill_line l join student s on s.tenant_id = l.tenant_id and s.id = l.student_id join charge_item i on i.tenant_id = l.tenant_id and i.id = l.item_id
    join school_year y on y.tenant_id = l.tenant_id and y.xn = l.xn left join stu_class c on c.tenant_id = s.tenant_id and c.id = s.class_id
    cross join lateral (${bestStandard(db, sql`l.item_id`, sql`l.xn`, STUDENT_FACTS)}) p
    left join lateral (select max(h."from") as start_date from class_history h where h.tenant_id = s.tenant_id and h.student_id = s.id) h on true
  where l.tenant_id = ${db.me.tenantId} and l.xn = ${xn} and l.source_type = ${STANDARD} and l.charged > 0 and l.closed_at is null and s.has_record and not p.per_credit and ${of}`
interface Repriced extends Difference {
  explain: Explanation & { prices: readonly PriceFrom[] }
}
/** 40-F5: the difference of each line: until the change at the prices that held before, from then on at today's, by month. */
export async function differencesOf(db: Db, { xn }: InputOf<typeof previewRepricing>, of: Sql = sql`true`): Promise<Repriced[]> {
  const rows = await db.query<Priced>(changedLines(db, xn, of))
  const { year } = await figureOn(db, 'refund.months', { on: rows[0]?.start ?? yearBegins(xn) })
  return rows.flatMap(({ explain, changedOn, start, ...row }) => {
    const months = changedOn ? monthsBefore(start, changedOn, year) : 0
    const prices = pricesWith(explain.prices ?? [{ from: 0, price: explain.price ?? row.price }], months, row.price)
    const amount = chargeOf(prices, year) - row.charged
    return amount ? [{ ...row, months, amount, explain: { ...explain, price: row.price, prices } }] : []
  })
}
const digestOf = (of: readonly Difference[]): string =>
  createHash('sha256')
    .update(
      of
        .map(d => `${d.lineId}${d.amount}`)
        .sort()
        .join(),
    )
    .digest('hex')
const sum = (of: readonly Difference[]): number => of.reduce((total, d) => total + d.amount, 0)
const preview = handle(previewRepricing, async ({ db }, asked) => {
  const all = await differencesOf(db, asked)
  const largest = all.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).slice(0, SHOWN)
  const lines = largest.map(({ explain: _explain, ...line }) => line)
  return { digest: digestOf(all), count: all.length, more: sum(all.filter(d => d.amount > 0)), less: -sum(all.filter(d => d.amount < 0)), lines }
})
const run = handle(reprice, async ({ db, refuse }, { xn, digest }) => {
  await lockLines(
    db,
    (await differencesOf(db, { xn })).map(d => d.lineId),
  )
  const all = await differencesOf(db, { xn })
  if (digestOf(all) !== digest) refuse('stale', { nowCount: all.length, now: yuanText(sum(all)) }, 'digest')
  await changeCharges(
    db,
    { sourceType: 'reprice', sourceId: uuidv7() },
    all.map(({ lineId, amount }) => ({ lineId, kind: 'charge' as const, amount })),
  )
  await db.updateMany(
    billLine,
    all.map(({ lineId, explain }) => ({ id: lineId, explain })),
    { history: false }, // the entries of the ledger say what changed
  )
  await tellCharges(
    db,
    all.map(({ lineId }) => lineId),
  )
  await repriced(db, xn)
  return { count: all.length }
})
export default [preview, run]
