import sql from 'sql-template-tag'
import { schoolDate } from '#model/school-time.ts'
import { addDays } from '#modules/campus/model/days.ts'
import { schoolYearOf } from '#modules/campus/model/school-year.ts'
import { handIn } from '#modules/fee/server/api.ts'
import { today } from '#server/base/today.ts'
import type { Db } from '#server/context.ts'
import type { Activity, Enrolment } from '../model/activity.ts'
import { eventSettings } from './settings.ts'

const SOURCE = 'alumniEnrolment'
type Payer = Pick<Enrolment, 'id' | 'payerType' | 'payerId' | 'companions'>
const ALL = 100
/** Seats of an enrolment: whoever comes along counts (30-AN2). */
export const seatsOf = ({ companions }: Pick<Enrolment, 'companions'>): number => 1 + companions
/** Sets what enrolments owe: a line of the bills of each, which is opened, changed or withdrawn. Money that was paid for more is its payer's credit. Returns the lines by enrolment. */
async function charge(db: Db, of: Activity, owed: ReadonlyArray<{ row: Payer & { name: string }; amount: number; dueDate: string }>): Promise<Map<string, string>> {
  const { 'activity.item': item } = await eventSettings(db)
  const lines = await db.query<{ id: string; xn: string }>(
    sql`select source_id as id, xn from bill_line where tenant_id = ${db.me.tenantId} and source_type = ${SOURCE} and source_id = any(${owed.map(o => o.row.id)}::text[])`,
  )
  const years = new Map(lines.map(l => [l.id, l.xn]))
  const drafts = owed.flatMap(({ row: { id, payerType, payerId, name }, amount, dueDate }) =>
    payerType && payerId
      ? [
          {
            ...{ sourceType: SOURCE, sourceId: id, sourceSeq: '1', payer: { type: payerType, id: payerId, name }, item, amount, dueDate },
            ...{ xn: years.get(id) ?? schoolYearOf(today()), explain: { note: of.title } },
          },
        ]
      : [],
  )
  const ids = await handIn(db, drafts)
  return new Map(drafts.map((d, n) => [d.sourceId, ids[n] ?? '']))
}
/** Whoever has a seat of a paid activity owes for all who come along, and pays in time, at the latest on the day before it begins. */
export async function chargeSeats(db: Db, of: Activity, rows: ReadonlyArray<Payer & { name: string }>): Promise<Map<string, Pick<Enrolment, 'due' | 'payBy' | 'billLineId'>>> {
  const { fee } = of
  if (!fee) return new Map()
  const { 'activity.payDays': days } = await eventSettings(db)
  const [soonest = today()] = [addDays(today(), days), addDays(schoolDate(Date.parse(of.from)), -1)].sort()
  const [, payBy = soonest] = [soonest, today()].sort()
  const owed = rows.map(row => ({ row, amount: fee * seatsOf(row), dueDate: payBy }))
  const lines = await charge(db, of, owed)
  return new Map(owed.map(({ row: { id }, amount }) => [id, { due: amount, payBy, billLineId: lines.get(id) ?? null }]))
}
/** What was paid for these enrolments, by line. */
export async function paidFor(db: Db, lineIds: readonly string[]): Promise<Map<string, number>> {
  const found = await db.query<{ id: string; paid: number }>(
    sql`select id, (charged - owed)::float8 as paid from bill_line where tenant_id = ${db.me.tenantId} and id = any(${[...lineIds]}::uuid[]) and charged > 0`,
  )
  return new Map(found.map(f => [f.id, f.paid]))
}
/** 30-AN3: what of a fee stays with the school when somebody cancels now. Nothing is owed for what was not paid. */
export function keptOf({ refundUntil, refundPercent }: Pick<Activity, 'refundUntil' | 'refundPercent'>, paid: number, now = Date.now()): number {
  const isFull = !refundUntil || now <= Date.parse(refundUntil)
  return isFull || paid <= 0 ? 0 : paid - Math.floor((paid * (refundPercent ?? 0)) / ALL)
}
/** Gives back what the rule says, or everything. Returns what is kept. */
export async function giveBack(db: Db, of: Activity, rows: ReadonlyArray<Enrolment & { name: string }>, isAll = false): Promise<number> {
  const charged = rows.filter(r => r.billLineId && r.due !== null)
  if (!charged.length) return 0
  const paid = await paidFor(
    db,
    charged.flatMap(r => r.billLineId ?? []),
  )
  const kept = charged.map(row => ({ row, amount: isAll ? 0 : keptOf(of, paid.get(row.billLineId ?? '') ?? 0), dueDate: row.payBy ?? today() }))
  await charge(db, of, kept)
  return kept.reduce((sum, k) => sum + k.amount, 0)
}
