import { type ActionCtx, handle } from '#server/context.ts'
import { resetPassword as setRandom } from '#server/identity/api.ts'
import { user } from '../model/user.ts'
import { resetOwn, resetPassword } from '../model/user-actions.ts'
import { audit, note } from './changes.ts'
import { manageable } from './users.ts'

type Reset = ActionCtx<typeof resetPassword> | ActionCtx<typeof resetOwn>

/** Returns the password once; only the hash is stored, and it must be changed at the next sign-in. */
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
/** Reset by a counsellor: only students within the scope of this permission. */
const byCounsellor = handle(resetOwn, async (ctx, { id }) => {
  if ((await ctx.db.visible(user).one(id)).userType !== 2) ctx.refuse('notStudent')
  const [row] = await manageable(ctx, [id])
  return reset(ctx, row as NonNullable<typeof row>)
})
export default [byAdmin, byCounsellor]
