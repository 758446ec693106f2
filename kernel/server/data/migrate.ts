import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { snake } from '#model'
import { foldersOf, type Registry, ROOT } from '../registry/registry.ts'
import { lineName } from './notify.ts'
import { APP_ROLE } from './pool.ts'

interface Migration {
  name: string
  text: string
  hash: string
}
type MigrationSources = Pick<Registry, 'modules' | 'folders'>

/** The kernel's migrations, then those of the modules in dependency order. The files of a module and its parts are numbered together: their names say the order and not the part, so that a
 *  part may be cut out of a module later. */
export function migrationsOf(registry: MigrationSources): Migration[] {
  const homes = [['kernel', [join(ROOT, 'kernel/server')]], ...registry.modules.map(m => [m.code, foldersOf(registry.folders.find(f => basename(f) === m.code) ?? '')])] as Array<
    [string, string[]]
  >
  return homes.flatMap(([code, folders]) => sqlFilesOf(code, folders).map(file => read(`${code}/${basename(file)}`, file)))
}
function sqlFilesOf(code: string, folders: readonly string[]): string[] {
  const files = folders
    .map(folder => join(folder, 'migrations'))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder).map(name => join(folder, name)))
    .filter(file => file.endsWith('.sql'))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1))
  const twice = files.find((file, i) => basename(file) === basename(files[i + 1] ?? ''))
  if (twice) throw new Error(`module ${code} has two migrations ${basename(twice)}`)
  return files
}
function read(name: string, file: string): Migration {
  const text = readFileSync(file, 'utf8')
  return { name, text, hash: createHash('sha256').update(text).digest('hex') }
}
/** Fingerprint of the program's migrations: a process with another one runs an earlier or later version. */
export const editionOf = (registry: MigrationSources): string =>
  createHash('sha256')
    .update(
      migrationsOf(registry)
        .map(m => m.hash)
        .join(),
    )
    .digest('hex')
    .slice(0, 12)
/** Names of migrations that were applied, and of those postponed. */
export interface Migrated {
  applied: string[]
  postponed: string[]
}
/** Suffix of a migration that removes something an earlier version may still use. */
const CONTRACTS = '.contract.sql'
export const contracts = (name: string): boolean => name.endsWith(CONTRACTS)
/** Migrates the database to the program's schema, or only the migrations named. Contract migrations are postponed while processes of another version are running. A changed
 *  migration that has already run stops the start. Concurrent starts are serialised by an advisory lock. */
export async function migrate(url: string, registry: MigrationSources, only?: readonly string[]): Promise<Migrated> {
  const client = new pg.Client({ connectionString: url, application_name: 'qinglan-migrate' })
  client.on('error', () => {})
  await client.connect()
  const [applied, postponed]: [string[], string[]] = [[], []]
  try {
    await client.query("select pg_advisory_lock(hashtext('qinglan migrate'))")
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    await client.query(PREPARE)
    const done = new Map((await client.query<{ name: string; hash: string }>('select name, hash from migration')).rows.map(r => [r.name, r.hash]))
    for (const m of migrationsOf(registry).filter(m => only?.includes(m.name) ?? true)) {
      const known = done.get(m.name)
      if (known && known !== m.hash) throw new Error(`migration ${m.name} has run here and was changed since; add another one instead`)
      if (known) continue
      if (contracts(m.name) && (await hasOthers(client, editionOf(registry)))) postponed.push(m.name)
      else {
        await run(client, m)
        applied.push(m.name)
      }
    }
    await client.query(PROTECT + insertOnly(appendOnlyTables(registry)) + mayUpdate(recomputedColumns(registry)))
    return { applied, postponed }
  } finally {
    await client.end()
  }
}
/** DDL waiting for a lock blocks every later query on the table: lock timeout, pause before the retry, and total time before giving up. */
const LOCK_MS = 1000
const REST_MS = 500
const PATIENCE_MS = 120_000
const LOCKED: ReadonlySet<unknown> = new Set(['55P03', '40P01'])
async function run(client: pg.Client, { name, text, hash }: Migration): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await client.query('begin')
    try {
      await client.query(text)
      await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!LOCKED.has((error as pg.DatabaseError).code) || performance.now() > until) throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error })
      await pause(REST_MS)
    }
  }
}
/** Whether a process of another version is running: each has a LISTEN connection named after its edition. */
async function hasOthers(client: pg.Client, edition: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_stat_activity where datname = current_database() and application_name like $1 and application_name <> $2 limit 1', [
    `${lineName('')}%`,
    lineName(edition),
  ])
  return Boolean(rowCount)
}
const PREPARE = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then create role ${APP_ROLE} nologin nobypassrls; end if;
    if not (select rolsuper from pg_roles where rolname = current_user) then execute format('grant ${APP_ROLE} to %I', current_user); end if;
  end $$;
  create extension if not exists btree_gist;
  do $$ begin
    if to_regprocedure('pg_catalog.uuidv7()') is null and to_regprocedure('public.uuidv7()') is null then
      -- before PostgreSQL 18: 48 bits of milliseconds, 12 of their fraction, the rest by chance
      create function public.uuidv7() returns uuid language sql volatile parallel safe as $f$
        select encode(set_byte(set_byte(overlay(overlay(uuid_send(gen_random_uuid()) placing substring(int8send(ms) from 3) from 1 for 6)
          placing substring(int8send(fraction) from 7) from 7 for 2), 6, 112 | (fraction >> 8)::int), 8, 128 | (get_byte(uuid_send(gen_random_uuid()), 0) & 63)), 'hex')::uuid
        from (select floor(at)::bigint as ms, floor((at - floor(at)) * 4096)::bigint as fraction from (select extract(epoch from clock_timestamp()) * 1000 as at) a) b $f$;
    end if;
  end $$;
  create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now());`

/** Revokes update and delete on these tables from the application: rows are inserted and read. */
export const insertOnly = (tables: readonly string[]): string => `
  do $$ declare t text; begin
    foreach t in array array[${tables.map(t => `'${t}'`).join(', ')}]::text[] loop
      if to_regclass(t) is not null and has_table_privilege('${APP_ROLE}', to_regclass(t), 'update, delete') then execute format('revoke update, delete on %I from ${APP_ROLE}', t); end if;
    end loop;
  end $$;`
/** Grants update of these columns of insert-only tables back: what the program computes anew. */
const mayUpdate = (columns: ReadonlyArray<readonly [table: string, column: string]>): string =>
  columns
    .map(
      ([table, column]) => `
  do $$ begin
    if to_regclass('${table}') is not null and not has_column_privilege('${APP_ROLE}', '${table}', '${column}', 'update') then grant update (${column}) on ${table} to ${APP_ROLE}; end if;
  end $$;`,
    )
    .join('')
const recomputedColumns = ({ modules }: MigrationSources) =>
  modules.flatMap(m => m.entities.flatMap(e => (e.options.recomputed ?? []).map(name => [e.table, snake(name)] as const)))
const appendOnlyTables = ({ modules }: MigrationSources): string[] => modules.flatMap(m => m.entities.filter(e => e.options.appendOnly).map(e => e.table))

/** Defence in depth: row-level security restricts every table with a tenant_id to the connection's tenant, whatever the statement says. A table whose comment begins with
 *  "tenantless:" is exempt; the comment gives the reason. Views are `security_invoker`: no policy binds their owner. Objects already protected are not altered: DDL would wait
 *  for locks and invalidate every cached plan. */
export const PROTECT = `
  do $$ declare t record; s record; can_maintain constant boolean := current_setting('server_version_num')::int >= 170000; begin
    if not has_schema_privilege('${APP_ROLE}', 'public', 'usage') then grant usage on schema public to ${APP_ROLE}; end if;
    for t in select c.oid, c.relname, c.relrowsecurity and c.relforcerowsecurity as is_kept_apart, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant,
               coalesce(obj_description(c.oid), '') like 'tenantless:%' as exempt
             from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migration' loop
      if not has_table_privilege('${APP_ROLE}', t.oid, case when can_maintain then 'maintain' else 'insert' end) then
        execute format('grant select, insert, update, delete%s on %I to ${APP_ROLE}', case when can_maintain then ', maintain' else '' end, t.relname);
      end if;
      if t.has_tenant and not t.exempt then
        if not t.is_kept_apart then execute format('alter table %1$I enable row level security, force row level security', t.relname); end if;
        if not exists (select from pg_policy where polrelid = t.oid and polname = 'own_tenant') then
          execute format('create policy own_tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid)) with check (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')::uuid))', t.relname);
        end if;
      end if;
    end loop;
    for t in select c.oid, c.relname, coalesce('security_invoker=true' = any(c.reloptions), false) as is_invoker from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v' loop
      if not t.is_invoker then execute format('alter view %I set (security_invoker = true)', t.relname); end if;
      if not has_table_privilege('${APP_ROLE}', t.oid, 'select') then execute format('grant select on %I to ${APP_ROLE}', t.relname); end if;
    end loop;
    for s in select c.relname from pg_sequence q join pg_class c on c.oid = q.seqrelid where c.relnamespace = 'public'::regnamespace and not has_sequence_privilege('${APP_ROLE}', q.seqrelid, 'usage') loop
      execute format('grant usage on sequence %I to ${APP_ROLE}', s.relname);
    end loop;
  end $$;
  do $$ declare f text; begin
    foreach f in array array['forget_logs(uuid, timestamptz)', 'erase_school(uuid)'] loop
      if to_regprocedure(f) is not null then
        if has_function_privilege('public', f, 'execute') then execute format('revoke execute on function %s from public', f); end if;
        if not has_function_privilege('${APP_ROLE}', f, 'execute') then execute format('grant execute on function %s to ${APP_ROLE}', f); end if;
      end if;
    end loop;
  end $$;
  ${insertOnly(['audit_log', 'audit_seal', 'audit_subject', 'operation_log', 'login_log'])}`
