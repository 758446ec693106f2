import sql from 'sql-template-tag'
import type { Entity } from '#model'
import type { Db } from '../context.ts'

/**
 * Further files with the contents of these, attached to another row: a file belongs to one row alone, by which it is read. The contents are shared; the rows they come from are locked, so that no
 * clean-up takes the contents meanwhile. Whoever calls it has checked that the caller may read them. Answers the new ids, in the order of the old ones.
 */
export async function copyAttached(db: Db, of: Entity, rowId: string, field: string, ids: readonly string[]): Promise<string[]> {
  if (!ids.length) return []
  const made = await db.query<{ id: string }>(sql`with old as (select a.*, array_position(${[...ids]}::uuid[], a.id) as at from attachment a
        where a.tenant_id = ${db.me.tenantId} and a.id = any(${[...ids]}::uuid[]) and a.scan_state <> 'blocked' order by a.id for share)
    insert into attachment (tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, biz_type, biz_id, field, sensitivity, scan_state)
    select tenant_id, name, ext, size, sha256, bucket_name, object_key, type, owner_id, ${of.name}, ${rowId}::uuid, ${field}, ${of.fields[field]?.options.sensitivity ?? null}, scan_state
    from old order by at returning id`)
  return made.map(m => m.id)
}
