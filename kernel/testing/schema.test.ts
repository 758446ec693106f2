import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { columnsOf } from '#server/data/columns.ts'
import { freshDatabase, testRegistry } from './database.ts'

const registry = await testRegistry()
describe('the schema', () => {
  let client: pg.Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await freshDatabase()
    drop = database.drop
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await drop()
  })

  it('has a column for every stored field and no other', async () => {
    const { rows } = await client.query<{ table_name: string; column_name: string; is_generated: string }>(
      "select table_name, column_name, is_generated from information_schema.columns where table_schema = 'public'",
    )
    const wrong: string[] = []
    for (const e of registry.entities.values()) {
      const declared = new Set([
        ...columnsOf(e).of.values(),
        ...columnsOf(e).encrypted.map(n => `${columnsOf(e).of.get(n)}_hash`),
        'tenant_id',
        ...(e.options.softDelete ? ['deleted_at'] : []),
      ])
      const real = new Set(rows.filter(r => r.table_name === e.table).map(r => r.column_name))
      for (const c of declared) if (!real.has(c)) wrong.push(`${e.table}.${c} is declared and missing`)
      if (e.module !== 'system')
        for (const r of rows) if (r.table_name === e.table && !declared.has(r.column_name) && r.is_generated === 'NEVER') wrong.push(`${e.table}.${r.column_name} is not declared`)
    }
    expect(wrong).toEqual([])
  })
  it('holds every tenant table behind row-level security, forced, for reading and writing', async () => {
    const { rows } = await client.query<{ relname: string }>(`select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) and coalesce(obj_description(c.oid), '') not like 'tenantless:%'
      and (not c.relrowsecurity or not c.relforcerowsecurity or not exists (select from pg_policy p where p.polrelid = c.oid and p.polqual is not null and p.polwithcheck is not null))`)
    expect(rows).toEqual([])
  })
  it('begins every key, unique index and foreign key of a tenant table with the tenant', async () => {
    const { rows } = await client.query<{
      name: string
    }>(`select i.indexrelid::regclass::text as name from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
      where c.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> t.attnum and coalesce(obj_description(c.oid), '') not like 'tenantless:%'
      union all select conname from pg_constraint k join pg_attribute t on t.attrelid = k.conrelid and t.attname = 'tenant_id' where k.contype = 'f' and k.confrelid <> 'tenant'::regclass and k.conkey[1] <> t.attnum and coalesce(obj_description(k.conrelid), '') not like 'tenantless:%'`)
    expect(rows).toEqual([])
  })
})
