import { createReadStream, existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, migrationsOf, PROTECT } from '../data/migrate.ts'
import { installedBucket, LOCAL } from '../files/store.ts'
import { loadRegistry } from '../registry/registry.ts'
import { compare } from './compare.ts'
import { checkParts, type Manifest, readManifest } from './manifest.ts'
import { placeFiles, targetsOf } from './place.ts'
import { readStores, renameStores, restoreObjects } from './stores.ts'
import { columnsOf, connected, inTransaction, quoted, tablesOf } from './tables.ts'

export interface RestoreOptions {
  /** Folder of the backup. */
  from: string
  url: string
  /** Unset: database only. */
  dataDir: string | undefined
  /** Installation secret, to decrypt the credentials of schools' stores. */
  secret?: () => Buffer
  /** Target of store files: the data folder (`local`) or the installation's own store by name. Unset: their original stores. */
  filesTo?: string | undefined
  say(words: string): void
}
/** Restores a backup into an empty database and data folder and compares every table with it; all or nothing. A backup of an older version is migrated afterwards, one of a
 *  newer version is refused. */
export async function restore({ from, url, dataDir, secret, filesTo, say }: RestoreOptions): Promise<void> {
  const manifest = readManifest(from)
  mustBeStore(filesTo)
  await checkParts(from, [...manifest.tables, ...manifest.files, ...(manifest.stored ?? [])])
  say(`The backup of ${manifest.at} is whole: ${manifest.tables.length} tables, ${filesIn(manifest)} files`)
  await mustBeEmpty(url, dataDir)
  await mustHoldLocks(url)
  const registry = await loadRegistry()
  mustKnow(manifest, migrationsOf(registry))
  await migrate(
    url,
    registry,
    manifest.migrations.map(m => m.name),
  )
  const place = dataDir ? await placeFiles(targetsOf(from, manifest, filesTo), dataDir) : undefined
  try {
    await connected(url, client => inTransaction(client, () => fill(client, from, manifest, dataDir && secret ? { from, manifest, secret, filesTo } : undefined)))
  } catch (error) {
    await place?.undo()
    throw error
  }
  await place?.keep()
  say(`${manifest.tables.reduce((sum, t) => sum + t.rows, 0)} rows and ${filesIn(manifest)} files are there again, every table as it was`)
  for (const words of manifest.lost ?? []) say(`Lost before the backup: ${words}`)
  const { applied } = await migrate(url, registry)
  if (applied.length) say(`Brought up to date: ${applied.length} migrations`)
  await connected(url, client => client.query('analyze'))
}
/** Source and target of store files. */
interface Stored {
  from: string
  manifest: Manifest
  secret: () => Buffer
  filesTo: string | undefined
}
/** Restores store files to their stores, or updates the rows when they moved. */
export async function restoreFiles(client: pg.Client, { from, manifest, secret, filesTo }: Stored): Promise<void> {
  if (filesTo) await renameStores(client, filesTo)
  const { driverOf } = await readStores(client, secret)
  if (filesTo !== LOCAL) await restoreObjects(from, manifest.stored ?? [], part => driverOf(filesTo ? { ...part, bucketName: filesTo } : part))
}
export function mustBeStore(filesTo: string | undefined): void {
  if (filesTo && filesTo !== LOCAL && filesTo !== installedBucket(process.env)?.name)
    throw new Error(`There is no store ${filesTo}: it is "${LOCAL}" or what FILES_S3_BUCKET names.`)
}
async function mustBeEmpty(url: string, dataDir: string | undefined): Promise<void> {
  const { rows } = await connected(url, client => client.query<{ isThere: boolean }>(`select to_regclass('public.tenant') is not null as "isThere"`))
  if (rows[0]?.isThere) {
    const schools = await connected(url, client => client.query<{ n: number }>('select count(*)::int as n from tenant'))
    const n = schools.rows[0]?.n ?? 0
    if (n) throw new Error(`The database already holds ${n} schools. Restore into an empty one; nothing was changed.`)
  }
  if (dataDir) await mustHoldNoFiles(dataDir)
}
/** Locks of one transaction that a restore may need: every table and index, every foreign key with its triggers. */
const LOCKS = 25_600
/** A server with the defaults of PostgreSQL holds a quarter of it and would fail halfway with "out of shared memory". */
async function mustHoldLocks(url: string): Promise<void> {
  const read = `select current_setting('max_locks_per_transaction')::int as each, current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as times`
  const { rows } = await connected(url, client => client.query<{ each: number; times: number }>(read))
  const { each = 0, times = 1 } = rows[0] ?? {}
  if (each * times < LOCKS)
    throw new Error(
      `The server's max_locks_per_transaction is ${each}, a restore needs ${Math.ceil(LOCKS / times)}. Set it, restart the server and try again; nothing was changed.`,
    )
}
export async function mustHoldNoFiles(dataDir: string): Promise<void> {
  const objects = join(dataDir, 'files/objects')
  if (existsSync(objects) && (await readdir(objects)).length) throw new Error(`${objects} already holds files. Restore into an empty data folder; nothing was changed.`)
}
export function mustKnow({ migrations }: Pick<Manifest, 'migrations'>, known: ReadonlyArray<{ name: string; hash: string }>): void {
  const hashes = new Map(known.map(m => [m.name, m.hash]))
  for (const { name, hash } of migrations) {
    if (!hashes.has(name)) throw new Error(`The backup was made by a later program: this one does not know the migration ${name}. Update the program first.`)
    if (hashes.get(name) !== hash) throw new Error(`The migration ${name} of this program is not the one the backup was made with.`)
  }
}
/** Loads all rows with triggers and foreign keys disabled; constraints are checked at the end. */
async function fill(client: pg.Client, from: string, manifest: Manifest, stored: Stored | undefined): Promise<void> {
  const tables = await tablesOf(client)
  const names = tables.map(t => quoted(t.name))
  const links = await referencesOf(client)
  for (const { table, name } of links) await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user; alter table ${name} no force row level security`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of manifest.tables)
    await pipeline(createReadStream(join(from, table.path)), createGunzip(), client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`)))
  for (const { name, value } of manifest.sequences) await client.query('select setval($1::regclass, $2)', [quoted(name), value])
  for (const { table, name, definition } of links) await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  const differing = await compare(client, manifest)
  if (differing.length) throw new Error(`What came back is not what was backed up: ${differing.join('; ')}. Nothing was kept.`)
  if (stored) await restoreFiles(client, stored)
  await client.query(PROTECT)
}
/** Foreign keys of the schema; partitions inherit theirs. */
async function referencesOf(client: pg.Client): Promise<Array<{ table: string; name: string; definition: string }>> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return rows
}
const filesIn = ({ files, stored = [] }: Manifest): number => files.length + stored.length
