import sql from 'sql-template-tag'
import { handle } from '#server/context.ts'
import { endSessions, unlock as forgetFailures } from '#server/identity/api.ts'
import { apiClient } from '../model/api-client.ts'
import { disableUser, enableUser, unlockUser } from '../model/user.ts'
import { passOn } from './accounts.ts'
import { keepingAdmins } from './admins.ts'
import { note } from './changes.ts'
import { manageable } from './users.ts'

/** Nobody disables the last administrator, or two each other: changes that may do so queue on the role (admins.ts).
 *  What was open before staff passes on and the sessions end here and now. What a student or an applicant has to do nobody else can do: it waits for the account to be enabled again. */
const disable = handle(disableUser, async (ctx, { ids, reason }) => {
  const { db, me, refuse } = ctx
  if (ids.includes(me.userId)) refuse('self')
  const rows = (await manageable(ctx, ids)).filter(r => r.status !== 'disabled')
  const changed = rows.map(r => r.id)
  await keepingAdmins(db, rows.map(r => r.nickName).join('、'), () =>
    db.query(
      sql`update sys_user set status = 'disabled', version = version + 1, updated_at = now(), updated_by = ${me.userId} where tenant_id = ${me.tenantId} and id = any(${changed}::uuid[])`,
    ),
  )
  const staff = rows.filter(r => r.userType !== null && r.userType !== 2)
  await passOn(
    db,
    staff.map(r => r.id),
  )
  await note(ctx, 'user', changed, 'disable', { status: { from: 'enabled', to: 'disabled' }, 原因: { from: null, to: reason } })
  await endSessions(db, changed, 'disabled')
  await db.permissionsChanged(changed)
  await db.emitMany(
    'system.userDisabled',
    changed.map(userId => ({ userId, reason })),
  )
  return { done: changed.length, sessionsEnded: true }
})
const enable = handle(enableUser, async (ctx, { ids }) => {
  const { db, me } = ctx
  const rows = await manageable(ctx, ids)
  const applications = new Set([...(await db.cached(apiClient)).values()].map(c => c.userId))
  const application = rows.find(r => applications.has(r.id))
  if (application) return ctx.refuse('application', { nickName: application.nickName }, 'ids')
  const changed = rows.filter(r => r.status !== 'enabled').map(r => r.id)
  await db.query(sql`update sys_user set status = 'enabled', valid_until = case when valid_until < current_date then null else valid_until end, version = version + 1, updated_at = now(), updated_by = ${me.userId}
    where tenant_id = ${me.tenantId} and id = any(${changed}::uuid[])`)
  await note(ctx, 'user', changed, 'enable', { status: { from: 'disabled', to: 'enabled' } })
  await db.permissionsChanged(changed)
  return { done: changed.length }
})
const unlock = handle(unlockUser, async (ctx, { ids }) => {
  const { db, me } = ctx
  const rows = await manageable(ctx, ids)
  const changed = rows.map(r => r.id)
  await forgetFailures(db, changed)
  await db.query(sql`update sys_user set status = case status when 'locked' then 'enabled' else status end, version = version + 1, updated_at = now(), updated_by = ${me.userId}
    where tenant_id = ${me.tenantId} and id = any(${changed}::uuid[])`)
  await note(ctx, 'user', changed, 'unlock', {})
  return { done: changed.length }
})
export default [disable, enable, unlock]
