import { type ActionCtx, handle } from '#server/context.ts'
import { resetPassword as setRandom } from '#server/identity/api.ts'
import { resetOwn, resetPassword, user } from '../model/user.ts'
import { audit, note } from './changes.ts'
import { manageable } from './users.ts'

type Reset = ActionCtx<typeof resetPassword> | ActionCtx<typeof resetOwn>

/** The password is answered once; what is stored is its hash, and the person must change it at the next sign-in. */
async function reset(ctx: Reset, row: { id: string; nickName: string; status: string; userName: string }): Promise<{ password: string; userName: string }> {
  if (row.status === 'disabled') ctx.refuse('disabled', { nickName: row.nickName })
  const password = await setRandom(ctx.db, row.id)
  note(ctx, user, [row.id], 'resetPassword', {})
  await audit(ctx, 'resetPassword', 'user', row.id, {})
  return { password, userName: row.userName }
}
const byAdmin = handle(resetPassword, async (ctx, { id }) => {
  const [row] = await manageable(ctx, [id])
  return reset(ctx, row as NonNullable<typeof row>)
})
/** A counsellor's way: only students, and only those the scope of this very permission reaches. */
const byCounsellor = handle(resetOwn, async (ctx, { id }) => {
  if ((await ctx.db.visible(user).one(id)).userType !== 2) ctx.refuse('notStudent')
  const [row] = await manageable(ctx, [id])
  return reset(ctx, row as NonNullable<typeof row>)
})
export default [byAdmin, byCounsellor]
