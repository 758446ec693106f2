import { connected, quoted, tablesOf } from '#server/operate/tables.ts'
import { sql } from './database.ts'

/** A written row. `text` is the row before and after as JSON. */
export interface Written {
  table: string
  how: 'INSERT' | 'UPDATE' | 'DELETE'
  tenantId: string | null
  text: string
}
/** Records every row written to a database, by any client. */
export interface WriteRecorder {
  /** Rows written since the last call. */
  seen(): Promise<Written[]>
}
const MAKE = `create unlogged table witness (at bigserial, tbl text, how text, tenant_id text, row_text text);
  create function witness() returns trigger language plpgsql security definer as $$
  begin
    insert into witness (tbl, how, tenant_id, row_text)
    values (tg_table_name, tg_op, coalesce(to_jsonb(new), to_jsonb(old)) ->> 'tenant_id', coalesce(to_jsonb(old)::text, '') || coalesce(to_jsonb(new)::text, ''));
    return null;
  end $$`
/** Installs a trigger on every table of the test's own database. */
export async function writeRecorder(url: string): Promise<WriteRecorder> {
  await connected(url, async client => {
    const tables = await tablesOf(client)
    await client.query(MAKE)
    for (const { name } of tables) await client.query(`create trigger witness after insert or update or delete on ${quoted(name)} for each row execute function witness()`)
  })
  return {
    seen: () => sql<Written>(url, 'with gone as (delete from witness returning *) select tbl as "table", how, tenant_id as "tenantId", row_text as text from gone order by at'),
  }
}
