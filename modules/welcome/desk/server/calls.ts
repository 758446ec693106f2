import { studentOf } from '#modules/student/server/api.ts'
import { accountNamer } from '#server/access/accounts.ts'
import { handle } from '#server/context.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { addCall, callCard } from '../model/actions.ts'
import { welcomeCall } from '../model/call.ts'

const card = handle(callCard, async ({ db }, { id }) => {
  const { batchId, studentId } = await db.visible(welcomeMember).one(id)
  const [who, rows] = [await studentOf(db, studentId), await db.unscoped(welcomeCall).all({ batchId, studentId }, { sort: ['-createdAt'] })] // of somebody the caller sees
  const by = await accountNamer(
    db,
    rows.map(r => r.by),
  )
  return {
    ...{ phone: who?.phone ?? null, emergencyPhone: who?.emergencyPhone ?? null },
    calls: rows.map(row => ({ at: row.createdAt, result: row.result, note: row.note, by: by(row.by) })),
  }
})
const add = handle(addCall, async ({ db, me }, { id, result, note }) => {
  const { batchId, studentId } = await db.visible(welcomeMember).one(id)
  await db.insert(welcomeCall, { batchId, studentId, result, note: note ?? null, by: me.userId })
})
export default [card, add]
