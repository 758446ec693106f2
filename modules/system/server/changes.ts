import sql from 'sql-template-tag'
import type { Entity } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import { today } from '#server/base/today.ts'
import type { Ctx, Db } from '#server/context.ts'
import { endSessions } from '#server/identity/api.ts'

/** Invalidates cached permissions in every process when the transaction commits, for these people or the role's holders. Users left without a role are signed out. */
export async function grantsChanged(db: Db, who: { userIds: readonly string[] } | { roleId: string }): Promise<void> {
  const userIds = 'userIds' in who ? who.userIds : undefined
  if (userIds && !userIds.length) return
  if (userIds) await endRoleless(db, userIds)
  await db.permissionsChanged(userIds)
  await db.emit('system.grantsChanged', who)
}
async function endRoleless(db: Db, userIds: readonly string[]): Promise<void> {
  const rows = await db.query<{ id: string }>(sql`
    select u.id from unnest(${userIds}::uuid[]) u(id) where not exists (
      select from role_user ru where ru.tenant_id = ${db.me.tenantId} and ru.user_id = u.id and (ru.valid_to is null or ru.valid_to >= ${today()}))`)
  if (rows.length)
    await endSessions(
      db,
      rows.map(r => r.id),
      'kicked',
    )
}
/** Adds a history entry that no record verb writes by itself. */
export function note({ db }: Pick<Ctx, 'db'>, of: Entity, ids: readonly string[], action: string, diff: Record<string, { from: unknown; to: unknown }>): void {
  for (const id of ids) db.logged(of, id, diff, action)
}
/** Bumps the row version after a change in dependent tables, so that an older open form conflicts. Written as `bookkeeping`. */
export const touched = ({ userId }: Ctx['me']) => ({ version: sql`t.version + 1`, updatedAt: sql`now()`, updatedBy: userId || null })

/** Audit entry for changes of permissions, parameters and access to accounts. */
export async function audit(
  { db, me, ip, traceId }: Pick<Ctx, 'db' | 'me' | 'ip' | 'traceId'>,
  action: string,
  entity: string,
  id: string | null,
  detail: Record<string, unknown>,
): Promise<void> {
  await writeAudit(db, { userId: me.userId || null, action, bizType: entity, bizId: id, detail, ip: ip || null, traceId })
}
