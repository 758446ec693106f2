import sql from 'sql-template-tag'
import { type Row, refusalOf } from '#model'
import { yuanText } from '#model/money.ts'
import type { Ctx, Db } from '#server/context.ts'
import { billLine, payerCredit } from '../../bills/model/bill-line.ts'
import { changeCharges, lockLines, tellCharges } from '../../bills/server/api.ts'
import { feeApplication, type RequestKind } from '../model/fee-application.ts'
import { planOf } from '../model/plan.ts'

type Request = Row<typeof feeApplication>
type Acting = Pick<Ctx, 'db' | 'me'>
const SOURCE = 'feeApplication'
/** What follows from an approved application, in the transaction of the decision. */
export async function carryOut({ db, me }: Acting, row: Request): Promise<void> {
  await EFFECTS[row.kind]({ db, me }, row)
  await db.update(feeApplication, row.id, { decidedAt: new Date().toISOString() })
}
const lineIdsOf = ({ lineIds }: Request): string[] => (lineIds ?? []).flatMap(id => id ?? [])
/** 40-F15: part of what is owed, or all of it, is not asked for yet. */
async function putOff(db: Db, row: Request, patch: Partial<Row<typeof billLine>>): Promise<void> {
  const ids = lineIdsOf(row)
  await lockLines(db, ids)
  await db.updateWhere(billLine, { id: ids }, patch)
  await db.emit('fee.deferralChanged', { studentId: row.studentId, lineIds: ids, until: row.until })
}
async function post(db: Db, row: Request, kind: 'charge' | 'reduce', makerId: string | null): Promise<void> {
  await changeCharges(
    db,
    { sourceType: SOURCE, sourceId: row.id, reason: row.reason.slice(0, 200), ...(makerId ? { makerId } : {}) },
    (row.parts ?? []).map(({ lineId, amount }) => ({ lineId, kind, amount: kind === 'charge' ? -amount : amount })),
  )
  await tellCharges(
    db,
    (row.parts ?? []).map(p => p.lineId),
  )
}
/** 40-F14: the charge becomes less; what was paid beyond it is credit, and the payer's own money of it goes back. */
async function giveBack({ db, me }: Acting, row: Request): Promise<void> {
  const makerId = await otherHand({ db, me }, row)
  const isOfLines = Boolean(row.parts?.length)
  if (isOfLines) await post(db, row, 'charge', makerId)
  const amount = isOfLines ? await ownFreed(db, row.id) : await heldCredit(db, row)
  if (amount) await db.emit('fee.refundApproved', { requestId: row.id, studentId: row.studentId, amount, makerId, checkerId: me.userId, reason: row.reason.slice(0, 200) })
}
const EFFECTS: Readonly<Record<RequestKind, (acting: Acting, row: Request) => Promise<unknown>>> = {
  instalment: ({ db }, row) => putOff(db, row, { instalments: planOf(row.plan) }),
  deferral: ({ db }, row) => putOff(db, row, { deferUntil: row.until }),
  reduction: ({ db }, row) => post(db, row, 'reduce', null),
  refund: giveBack,
}
/** 40-M4: money goes back by two people; who approved before the one who does now. */
async function otherHand({ db, me }: Acting, row: Request): Promise<string> {
  const [other] = await db.query<{
    userId: string
  }>(sql`select t.acted_by as "userId" from process_task t join process_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    where t.tenant_id = ${db.me.tenantId} and i.biz_type = ${feeApplication.name} and i.biz_id = ${row.id} and t.action = 'approve' and t.acted_by <> ${me.userId} order by t.acted_at desc limit 1`)
  if (!other) throw refusalOf(feeApplication, 'sameHand')
  return other.userId
}
/** Credit that was asked for may have been spent since, on what became due. */
async function heldCredit(db: Db, { studentId, amount }: Request): Promise<number> {
  const credit = await db.unscoped(payerCredit).find({ studentId, origin: 'own', book: 'student' }) // the student of the application
  const [asked, balance] = [amount ?? 0, credit?.balance ?? 0]
  if (balance < asked) throw refusalOf(feeApplication, 'spent', { balance: yuanText(balance), amount: yuanText(asked) })
  return asked
}
/** The payer's own money that this application has moved into credit. */
async function ownFreed(db: Db, requestId: string): Promise<number> {
  const [row] = await db.query<{
    sum: number
  }>(sql`select coalesce(sum(e.amount), 0)::float8 as sum from ledger_entry e join payer_credit c on c.tenant_id = e.tenant_id and c.id = e.account_id and c.origin = 'own' and c.book = 'student'
    where e.tenant_id = ${db.me.tenantId} and e.source_type = ${SOURCE} and e.source_id = ${requestId} and e.kind = 'creditIn'`)
  return row?.sum ?? 0
}
