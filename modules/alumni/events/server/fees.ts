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
/** Sets what an enrolment owes: a line of the bills, which is opened, changed or withdrawn. Money that was paid for more is its payer's credit. */
async function charge(db: Db, of: Activity, row: Payer & { name: string }, amount: number, dueDate: string): Promise<string | null> {
  if (!row.payerType || !row.payerId) return null
  const { 'activity.item': item } = await eventSettings(db)
  const [line] = await db.query<{ xn: string }>(sql`select xn from bill_line where tenant_id = ${db.me.tenantId} and source_type = ${SOURCE} and source_id = ${row.id}`)
  const payer = { type: row.payerType, id: row.payerId, name: row.name }
  const [id] = await handIn(db, [
    { sourceType: SOURCE, sourceId: row.id, sourceSeq: '1', payer, item, amount, xn: line?.xn ?? schoolYearOf(today()), dueDate, explain: { note: of.title } },
  ])
  return id ?? null
}
/** Whoever has a seat of a paid activity owes for all who come along, and pays in time, at the latest on the day before it begins. */
export async function chargeSeats(db: Db, of: Activity, rows: ReadonlyArray<Payer & { name: string }>): Promise<Map<string, Pick<Enrolment, 'due' | 'payBy' | 'billLineId'>>> {
  const made = new Map<string, Pick<Enrolment, 'due' | 'payBy' | 'billLineId'>>()
  const { fee } = of
  if (!fee) return made
  const { 'activity.payDays': days } = await eventSettings(db)
  const [payBy = today()] = [addDays(today(), days), schoolDate(Date.parse(of.from))].sort()
  for (const row of rows) {
    const due = fee * seatsOf(row)
    made.set(row.id, { due, payBy, billLineId: await charge(db, of, row, due, payBy) })
  }
  return made
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
export async function giveBack(db: Db, of: Activity, row: Enrolment & { name: string }, isAll = false): Promise<number> {
  if (!row.billLineId || row.due === null) return 0
  const paid = (await paidFor(db, [row.billLineId])).get(row.billLineId) ?? 0
  const kept = isAll ? 0 : keptOf(of, paid)
  await charge(db, of, row, kept, row.payBy ?? today())
  return kept
}
