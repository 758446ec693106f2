import type { Row } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { Db } from '#server/context.ts'
import { leagueFee, OF_MONTHS, UNPAID } from '../model/fee.ts'
import type { leagueMember } from '../model/member.ts'
import { monthAfter, monthsIn } from '../model/months.ts'
import { chargeFees, type Fee } from './charges.ts'

/** Fees that began before `fromMonth` keep their months until then; later ones become fees of the new branch. */
async function split(db: Db, fees: readonly Fee[], branchId: string, fromMonth: string): Promise<void> {
  const parts = fees.map(fee => ({ fee, months: monthsIn({ from: fromMonth, to: fee.toMonth }) }))
  // the former gives its months up before the new one has them
  await db.updateMany(
    leagueFee,
    parts.map(({ fee: { id, months: all, monthly }, months }) => ({ id, toMonth: monthAfter(fromMonth, -1), months: all - months, amount: (all - months) * monthly })),
  )
  const later = parts.map(({ fee: { planId, memberId, studentId, kind, toMonth, monthly, dueDate, state }, months }) => ({
    ...{ id: uuidv7(), planId, memberId, studentId, branchId, kind, fromMonth, toMonth, months, monthly, amount: months * monthly, dueDate, state },
  }))
  await db.insertMany(leagueFee, later)
  await chargeFees(db, await db.unscoped(leagueFee).all({ id: [...fees, ...later].map(f => f.id) }, { sort: ['id'] })) // just written
}
/** 40-G3: months that nobody has paid and that begin with `fromMonth` are owed to the member's new branch; none is charged twice or skipped. */
export async function moveFees(db: Db, { id, branchId }: Pick<Row<typeof leagueMember>, 'id' | 'branchId'>, fromMonth: string): Promise<void> {
  const fees = await db.unscoped(leagueFee).all({ memberId: id, state: UNPAID, kind: OF_MONTHS, 'toMonth.ge': fromMonth }, { sort: ['id'] }) // of a member in the caller's hands
  const unpaid = fees.filter(f => !f.paid) // where a part is paid it stays where it was collected
  await db.updateWhere(leagueFee, { id: unpaid.filter(f => f.fromMonth >= fromMonth).map(f => f.id) }, { branchId })
  await split(
    db,
    unpaid.filter(f => f.fromMonth < fromMonth),
    branchId,
    fromMonth,
  )
}
