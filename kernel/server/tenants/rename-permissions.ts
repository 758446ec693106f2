import sql from 'sql-template-tag'
import { entityNamed, hasEntity } from '#model'
import type { Gate } from '../data/gate.ts'
import type { Registry } from '../registry/registry.ts'

/** Gives menus and buttons that carry a permission of an earlier version its new key, so that the roles of the school keep it. Where a page has a button with the new key by now,
 *  the old button's holders get that one. */
export async function renamePermissions(db: Gate, { modules }: Pick<Registry, 'modules'>): Promise<void> {
  const renamed = modules.flatMap(m => Object.entries(m.renamedPermissions).map(([old, now]) => ({ old, now })))
  const names = sql`jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) x(old text, now text)`
  const old = await db.query<{ id: string; twin: string | null }>(sql`select m.id, twin.id as twin from menu m join ${names} on x.old = m.permission_key
    left join menu twin on twin.tenant_id = m.tenant_id and twin.parent_id = m.parent_id and twin.type = 'button' and twin.permission_key = x.now and m.type = 'button'
    where m.tenant_id = ${db.me.tenantId}`)
  if (!old.length) return
  const twins = JSON.stringify(old.filter(m => m.twin))
  await db.query(sql`insert into role_menu (tenant_id, role_id, menu_id, scope_override) select rm.tenant_id, rm.role_id, t.twin, rm.scope_override
    from jsonb_to_recordset(${twins}::jsonb) t(id uuid, twin uuid) join role_menu rm on rm.tenant_id = ${db.me.tenantId} and rm.menu_id = t.id on conflict do nothing`)
  await db.query(sql`delete from menu where tenant_id = ${db.me.tenantId} and id in (select t.id from jsonb_to_recordset(${twins}::jsonb) t(id uuid))`)
  await db.query(sql`update menu m set permission_key = x.now from ${names} where m.tenant_id = ${db.me.tenantId} and m.permission_key = x.old`)
  // what its school took away from a role that had it by default stays away under the new key
  await db.query(sql`insert into default_grant (tenant_id, role_id, permission_key) select g.tenant_id, g.role_id, x.now
    from default_grant g join ${names} on x.old = g.permission_key where g.tenant_id = ${db.me.tenantId} on conflict do nothing`)
  if (hasEntity('menu')) await db.changed(entityNamed('menu'))
  await db.permissionsChanged()
}
