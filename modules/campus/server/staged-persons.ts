import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '#server/context.ts'

/** Sets the person of staged rows by identity type and number, creating unknown persons. The rows need `id_type`, `id_no`, `id_no_hash`, `name`, `birth_date` and `person_id`. */
export async function linkPersons(db: Db, rows: Sql): Promise<void> {
  const { tenantId, userId } = db.me
  const by = userId || null
  await db.query(sql`
    insert into person (tenant_id, id_type, id_no, id_no_hash, name, birth_date, created_by, updated_by)
    select distinct on (s.id_type, s.id_no_hash) ${tenantId}::uuid, s.id_type, s.id_no, s.id_no_hash, s.name, s.birth_date, ${by}::uuid, ${by}::uuid
    from ${rows} s where s.person_id is null and s.id_no_hash is not null and s.name is not null order by s.id_type, s.id_no_hash
    on conflict do nothing`)
  await db.query(sql`
    update ${rows} s set person_id = p.id from person p
    where p.tenant_id = ${tenantId} and p.id_type = s.id_type and p.id_no_hash = s.id_no_hash and s.person_id is null`)
}
