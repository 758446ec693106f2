import sql, { raw } from 'sql-template-tag'
import { entityNamed, hasEntity, isUuid, permissionKey } from '#model'
import { today } from '#server/base/today.ts'
import type { Ctx } from '#server/context.ts'
import { COLUMNS, DONE_BY, SEVERITY, type Stored } from './my-todos.ts'

export interface Covered extends Stored {
  severity: number
  coveredName: string
}
/**
 * Open to-dos of those whose classes the caller covers today, as far as the caller may list and reaches the rows that they are about (60-CD5).
 * What both have to do is the caller's own; approvals go to deputies by themselves (10-W15), and reminders are personal.
 */
export async function coveredTodos({ db, me }: Pick<Ctx, 'db' | 'me'>): Promise<Covered[]> {
  const found = await db.query<Covered>(sql`select distinct on (t.biz_type, t.biz_id, t.node) ${COLUMNS}, ${raw(SEVERITY)} as severity, c.nick_name as "coveredName"
    from todo t join sys_user c on c.tenant_id = t.tenant_id and c.id = t.user_id ${DONE_BY}
    where t.tenant_id = ${me.tenantId} and t.state = 'open' and t.kind = 'task'
      and t.user_id in (select r.covered_user_id from role_user r where r.tenant_id = ${me.tenantId} and r.user_id = ${me.userId} and r.source = 'cover' and ${today()} between r.valid_from and r.valid_to)
      and not exists (select from todo o where o.tenant_id = t.tenant_id and o.user_id = ${me.userId} and o.biz_type = t.biz_type and o.biz_id = t.biz_id and o.state = 'open')`)
  const reached = new Set<string>()
  for (const [bizType, rows] of Map.groupBy(found, t => t.bizType)) {
    const of = hasEntity(bizType) ? entityNamed(bizType) : undefined
    const permission = of && permissionKey(of, 'list')
    if (!of || !permission || !me.permissions.has(permission)) continue
    const ids = rows.map(t => t.bizId).filter(isUuid)
    for (const { id } of await db.query<{ id: string }>(sql`select x.id from ${db.visibleFor(of, permission).rows()} x where x.id = any(${ids}::uuid[])`)) reached.add(id)
  }
  return found.filter(t => reached.has(t.bizId))
}
