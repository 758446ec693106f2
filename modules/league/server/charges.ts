import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { type HandedIn, handIn } from '#modules/fee/server/api.ts'
import { studentsOf } from '#modules/student/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import { leagueFee, OF_MONTHS, UNPAID } from '../model/fee.ts'
import { liableFor } from '../model/liability.ts'
import { leagueMember } from '../model/member.ts'
import { monthsIn, type Span, spanText } from '../model/months.ts'
import { settingsOf } from './settings.ts'

export type Fee = Row<typeof leagueFee>
type Member = Row<typeof leagueMember>
const SOURCE = 'leagueFee'
/** 40-G6: what a fee owes is a bill line under the item of the league's own book. Repeated, the difference is charged. */
export async function chargeFees(db: Db, fees: readonly Fee[]): Promise<void> {
  if (!fees.length) return
  const [{ item }, people] = await Promise.all([
    settingsOf(db),
    studentsOf(
      db,
      fees.map(f => f.studentId),
    ),
  ])
  const lines = fees.map((fee): HandedIn => {
    const { id, studentId, amount, monthly, months, fromMonth, toMonth, dueDate, kind } = fee
    const explain = kind === 'voluntary' ? { note: '自愿多缴的团费' } : { price: monthly, times: months, note: spanText({ from: fromMonth, to: toMonth }) }
    const payer = { type: 'student', id: studentId, name: people.get(studentId)?.name ?? '' } as const
    return { sourceType: SOURCE, sourceId: id, sourceSeq: '1', payer, item, amount, xn: schoolYearOf(fromMonth), dueDate, explain }
  })
  const ids = await handIn(db, lines)
  await db.updateMany(
    leagueFee,
    fees.map(({ id }, n) => ({ id, billLineId: ids[n] as string })),
    { bookkeeping: true },
  )
}
/** What fees hold, read from their lines: whoever paid, and however often it is told. Returns the fees that are paid now and were not. */
export async function followLines(db: Db, feeIds: readonly string[]): Promise<Fee[]> {
  const before = await db.unscoped(leagueFee).all({ id: feeIds }) // told of by the bills
  await db.updateWhere(
    leagueFee,
    sql`t.id = any(${[...feeIds]}::uuid[]) and l.tenant_id = t.tenant_id and l.id = t.bill_line_id`,
    {
      paid: sql`l.paid + l."offset"`,
      state: sql`case when t.amount = 0 then 'exempt' when l.owed <= 0 then 'paid' when t.due_date < ${today()}::date then 'overdue' else 'due' end`,
      paidAt: sql`case when l.owed <= 0 and t.amount > 0 then coalesce(t.paid_at, now()) end`,
    },
    { from: sql`bill_line l`, history: false },
  )
  const after = await db.unscoped(leagueFee).all({ id: feeIds }) // as above
  const paid = after.filter(f => f.state === 'paid' && before.find(b => b.id === f.id)?.state !== 'paid')
  await countOwed(
    db,
    after.map(f => f.memberId),
  )
  return paid
}
/** Months past their date that members have not paid. */
export const countOwed = (db: Db, memberIds: readonly string[]): Promise<unknown> =>
  db.updateWhere(
    leagueMember,
    sql`t.id = any(${[...new Set(memberIds)]}::uuid[])`,
    {
      monthsOwed: sql`(select coalesce(sum(f.months), 0)::int from league_fee f where f.tenant_id = t.tenant_id and f.member_id = t.id and f.state = 'overdue' and f.kind <> 'voluntary')`,
    },
    { bookkeeping: true, history: false },
  )
/** 40-G2: what members owe and have not paid follows their facts: months that they no longer owe are taken off. Paid months stay. */
export async function resettle(db: Db, members: readonly Member[]): Promise<void> {
  const fees = await db.unscoped(leagueFee).all({ memberId: members.map(m => m.id), state: UNPAID, kind: OF_MONTHS }, { sort: ['id'] }) // of members in the caller's hands
  const of = new Map(members.map(m => [m.id, m]))
  const changed = fees.flatMap(fee => {
    const found = liableFor(of.get(fee.memberId) as Member, { from: fee.fromMonth, to: fee.toMonth })
    const months = typeof found === 'string' ? 0 : monthsIn(found)
    if (months === fee.months) return []
    const ground = typeof found === 'string' ? found : null
    const span = typeof found === 'string' ? { from: fee.fromMonth, to: fee.toMonth } : found
    return [{ id: fee.id, fromMonth: span.from, toMonth: span.to, months, amount: months * fee.monthly, ground, state: ground ? ('exempt' as const) : fee.state }]
  })
  if (!changed.length) return
  await db.updateMany(leagueFee, changed)
  await chargeFees(db, await db.unscoped(leagueFee).all({ id: changed.map(c => c.id) })) // as above
  await followLines(
    db,
    changed.map(c => c.id),
  )
}
/** 40-G3: while an order holds a member's fee, neither branch nor months change under it. */
export async function refuseOpenOrder(db: Db, { id, studentId }: Pick<Member, 'id' | 'studentId'>): Promise<void> {
  const open = await db.query(sql`select from league_fee f join pay_order_line o on o.tenant_id = f.tenant_id and o.bill_line_id = f.bill_line_id and o.is_open
    where f.tenant_id = ${db.me.tenantId} and f.member_id = ${id} limit 1`)
  if (open.length) throw refusalOf(leagueMember, 'openOrder', { name: (await studentsOf(db, [studentId])).get(studentId)?.name ?? '' })
}
/** Months of members that are charged already, or paid. */
export async function chargedSpans(db: Db, memberIds: readonly string[]): Promise<Map<string, Span[]>> {
  const rows = await db.query<{ memberId: string; from: string; to: string }>(sql`select member_id as "memberId", from_month::text as from, to_month::text as to from league_fee
    where tenant_id = ${db.me.tenantId} and member_id = any(${[...memberIds]}::uuid[]) and months > 0`)
  return new Map([...Map.groupBy(rows, r => r.memberId)])
}
