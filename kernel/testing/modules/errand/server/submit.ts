import { resubmit, submit } from '#modules/workflow/server/api.ts'
import { handle } from '#server/context.ts'
import { errand, errandSubject, handIn, handInAgain } from '../model/errand.ts'

const again = handle(handInAgain, async (ctx, { id, days, place, walkAgain }) => {
  const before = await ctx.db.unscoped(errand).lock(id) // a test's own row
  const row = await ctx.db.update(errand, before.id, { days: days ?? before.days, place: place ?? before.place })
  return { instanceId: (await resubmit(ctx, errandSubject, row, { walkAgain: walkAgain ?? false })).instanceId }
})
export default [
  handle(handIn, async (ctx, { batchId, chosen, ...draft }) => {
    const row = await ctx.db.insert(errand, { ...draft, userId: ctx.me.userId, studentId: ctx.me.studentId })
    const { instanceId } = await submit(ctx, errandSubject, row, { batchId: batchId ?? null, ...(chosen ? { chosen } : {}) })
    return { id: row.id, instanceId }
  }),
  again,
]
