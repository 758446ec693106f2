import sql from 'sql-template-tag'
import type { Ctx, Db } from '#server/context.ts'
import { endSessions } from '#server/identity/api.ts'
import { today } from '#server/today.ts'

/** Tells every process, when the transaction commits, that these people or this role's holders may do something else than before.
 *  Who has no role left is signed out. */
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
/** Writes into a row's history what no record verb has written. */
export async function note(
  ctx: Pick<Ctx, 'db' | 'me' | 'ip' | 'traceId'>,
  entity: string,
  ids: readonly string[],
  action: string,
  diff: Record<string, { from: unknown; to: unknown }>,
): Promise<void> {
  if (!ids.length) return
  await ctx.db.query(sql`insert into operation_log (tenant_id, user_id, module, action, biz_type, biz_id, source, diff, ip, trace_id)
    select ${ctx.me.tenantId}, ${ctx.me.userId || null}, 'system', ${action}, ${entity}, id, 'web', ${JSON.stringify(diff)}, ${ctx.ip || null}, ${ctx.traceId} from unnest(${ids}::uuid[]) id`)
}
/** An audit entry: changes of permissions and parameters, and what opens accounts. */
export async function audit(ctx: Pick<Ctx, 'db' | 'me' | 'ip' | 'traceId'>, action: string, entity: string, id: string | null, detail: Record<string, unknown>): Promise<void> {
  await ctx.db.query(sql`insert into audit_log (tenant_id, user_id, action, biz_type, biz_id, detail, ip, trace_id)
    values (${ctx.me.tenantId}, ${ctx.me.userId || null}, ${action}, ${entity}, ${id}, ${JSON.stringify(detail)}, ${ctx.ip || null}, ${ctx.traceId})`)
}
