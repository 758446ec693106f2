import sql from 'sql-template-tag'
import { today } from '#server/base/today.ts'
import { type ActionCtx, handle } from '#server/context.ts'
import { unlock as clearFailures, endSessions } from '#server/identity/api.ts'
import { apiClient } from '../model/api-client.ts'
import { user } from '../model/user.ts'
import { disableUser, enableUser, unlockUser } from '../model/user-actions.ts'
import { passOn } from './accounts.ts'
import { keepingAdmins } from './admins.ts'
import { note } from './changes.ts'
import { manageable } from './users.ts'

/** Written as one history entry with the reason. */
const NOTED = { history: false } as const

/** Disables accounts; changes that could remove the last administrator serialise on the role (admins.ts). Open work of staff is handed over and sessions end at once. Tasks of
 *  students and applicants stay: nobody else can do them, and the account may be enabled again. */
const disable = handle(disableUser, async (ctx, { ids, reason, receiverId }) => {
  const { db, me, refuse } = ctx
  if (ids.includes(me.userId)) refuse('self')
  if (receiverId) await mustReceive(ctx, receiverId, ids)
  const rows = (await manageable(ctx, ids)).filter(r => r.status !== 'disabled')
  const changed = rows.map(r => r.id)
  await keepingAdmins(db, rows.map(r => r.nickName).join('、'), () => db.updateWhere(user, { id: changed }, { status: 'disabled' }, NOTED))
  const staff = rows.filter(r => r.userType !== null && r.userType !== 2)
  await passOn(
    db,
    staff.map(r => r.id),
    receiverId,
  )
  note(ctx, user, changed, 'disable', { status: { from: 'enabled', to: 'disabled' }, 原因: { from: null, to: reason } })
  await endSessions(db, changed, 'disabled')
  await db.permissionsChanged(changed)
  await db.emitMany(
    'system.userDisabled',
    changed.map(userId => ({ userId, reason, ...(receiverId ? { receiverId } : {}) })),
  )
  return { done: changed.length, sessionsEnded: true }
})
/** Whoever takes over is an enabled account of staff that stays. */
async function mustReceive({ db, refuse }: ActionCtx<typeof disableUser>, receiverId: string, ids: readonly string[]): Promise<void> {
  const receiver = await db.unscoped(user).find({ id: receiverId }) // named by whoever disables; only whether it can take over is said
  if (receiver?.status !== 'enabled' || receiver.userType === null || receiver.userType === 2 || ids.includes(receiverId))
    refuse('receiver', { name: receiver?.nickName ?? '—' }, 'receiverId')
}
const enable = handle(enableUser, async (ctx, { ids }) => {
  const { db } = ctx
  const rows = await manageable(ctx, ids)
  const applications = new Set([...(await db.cached(apiClient)).values()].map(c => c.userId))
  const application = rows.find(r => applications.has(r.id))
  if (application) return ctx.refuse('application', { nickName: application.nickName }, 'ids')
  const changed = rows.filter(r => r.status !== 'enabled').map(r => r.id)
  const validUntil = sql`case when valid_until < ${today()} then null else valid_until end`
  await db.updateWhere(user, { id: changed }, { status: 'enabled', validUntil }, NOTED)
  note(ctx, user, changed, 'enable', { status: { from: 'disabled', to: 'enabled' } })
  await db.permissionsChanged(changed)
  return { done: changed.length }
})
const unlock = handle(unlockUser, async (ctx, { ids }) => {
  const { db } = ctx
  const rows = await manageable(ctx, ids)
  const changed = rows.map(r => r.id)
  await clearFailures(db, changed)
  await db.updateWhere(user, { id: changed, status: 'locked' }, { status: 'enabled' }, NOTED)
  note(ctx, user, changed, 'unlock', {})
  return { done: changed.length }
})
export default [disable, enable, unlock]
