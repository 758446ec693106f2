import { today } from '#server/base/today.ts'
import { handle } from '#server/context.ts'
import { leagueFee, UNPAID } from '../model/fee.ts'
import { remindUnpaid } from '../model/fee-actions.ts'
import { LEAGUE_MESSAGES } from '../model/messages.ts'
import { tellMembers } from './notify-members.ts'
import { mustStandFor } from './reach.ts'

/** Reminds members, each once a day whoever presses. */
export default handle(remindUnpaid, async (ctx, { ids }) => {
  const { db } = ctx
  const fees = await db.unscoped(leagueFee).all({ id: ids, state: UNPAID }) // their branches are checked next
  await mustStandFor(
    ctx,
    fees.map(f => f.branchId),
    remindUnpaid.permission,
  )
  const day = today()
  const due = fees.filter(f => f.remindedOn !== day).map(f => f.id)
  const taken = due.length ? await db.updateWhere(leagueFee, { id: due, state: UNPAID }, { remindedOn: day }, { bookkeeping: true }) : []
  const told = await db.unscoped(leagueFee).all({ id: taken.map(t => t.id) }) // just taken
  await tellMembers(
    db,
    LEAGUE_MESSAGES.feeRemind,
    told.map(row => ({ row })),
  )
  return { told: told.length, skipped: fees.length - told.length }
})
