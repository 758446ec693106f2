import { createWriteStream, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { contentOf } from '../files/receive.ts'
import { createBaseBackup, ignoreMissing } from './base.ts'
import { type Earlier, earlierIn } from './earlier-backups.ts'
import { clearLog, recordBase } from './log.ts'
import { hashOf, MANIFEST, type Manifest, type Part } from './manifest.ts'
import { readStores, saveObjects } from './stores.ts'
import { columnsOf, connected, fingerprintOf, inTransaction, quoted, tablesOf } from './tables.ts'

export interface BackupOptions {
  url: string
  /** Unset: database only, e.g. to move it. */
  dataDir: string | undefined
  /** Installation secret, to decrypt the credentials schools configured for their stores. Unset: files in stores are not backed up. */
  secret?: (() => Buffer) | undefined
  /** WAL archive of the embedded database. If set, the backup includes a base backup, from which point-in-time recovery is possible. */
  log?: string | undefined
  /** Parent folder of the backup. */
  into: string
  say(words: string): void
}
/** Data folder contents to back up besides the database. Incoming uploads and thumbnails are not included. */
const BACKED_UP = ['files/objects', 'fonts', 'secret']

/** Backs up a consistent snapshot of the database and the files to a new folder while the program runs; returns the folder. Files contained in the previous backup become hard
 *  links. Throws when the database user cannot read all tenants' rows (row security). The folder is called `….part` until it is complete. */
export async function backup({ url, dataDir, secret, log, into, say }: BackupOptions): Promise<string> {
  const folder = join(into, `qinglan-${new Date().toISOString().replace(/[-:]|\..*/g, '')}`)
  const part = `${folder}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const earlier = await earlierIn(into)
    const base = log && dataDir ? await createBaseBackup({ url, dataDir, log }, part) : undefined
    // files are copied before and after the rows: deleted ones are in the first pass, new ones in the second
    const before = dataDir ? await copyFiles(dataDir, part, earlier, new Set()) : []
    const storedBefore = secret ? await saveObjects(await asOfNow(url, client => readStores(client, secret)), part, earlier, new Set()) : { parts: [] }
    const { stores, ...database } = await asOfNow(url, async client => ({ ...(await copyRows(client, part, say)), stores: secret ? await readStores(client, secret) : undefined }))
    const files = dataDir ? [...before, ...(await copyFiles(dataDir, part, earlier, new Set(before.map(f => f.path))))] : []
    const last = stores && (await saveObjects(stores, part, earlier, new Set(storedBefore.parts.map(f => f.path))))
    const manifest: Manifest = { format: 2, ...database, files, ...(last ? { stored: [...storedBefore.parts, ...last.parts], lost: last.lost } : {}), ...(base ? { base } : {}) }
    say(`${files.length} files${last ? `, ${manifest.stored?.length} of stores` : ''}`)
    for (const words of last?.lost ?? []) say(`Lost: ${words}`)
    await writeFile(join(part, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 })
    await rename(part, folder)
    if (base) {
      await recordBase(base, folder)
      say(`The files of the database; ${await clearLog(base.log)} files of its log are needed no more`)
    }
    return folder
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}
/** Runs in a repeatable-read snapshot with row security off. */
const asOfNow = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(url, client => inTransaction(client, async () => client.query('set local row_security = off').then(() => work(client)), { isReading: true })).catch(explained)

async function copyRows(client: pg.Client, folder: string, say: BackupOptions['say']): Promise<Omit<Manifest, 'format' | 'files'>> {
  const { rows: begun } = await client.query<{ at: string; postgres: string }>("select to_json(now()) #>> '{}' as at, current_setting('server_version') as postgres")
  const { rows: migrations } = await client.query<{ name: string; hash: string }>('select name, hash from migration order by applied_at, name')
  const { rows: sequences } = await client.query<{ name: string; value: string }>(
    "select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename",
  )
  const tables: Array<Manifest['tables'][number]> = []
  for (const table of await tablesOf(client)) {
    const path = `tables/${table.name}.gz`
    const print = await fingerprintOf(client, table)
    await pipeline(
      client.query(copyTo(`copy (select ${columnsOf(table)} from ${quoted(table.name)}) to stdout`)),
      createGzip(),
      createWriteStream(join(folder, path), { mode: 0o600 }),
    )
    tables.push({ ...table, ...print, path, ...(await contentOf(join(folder, path))) })
  }
  say(`${tables.length} tables, ${tables.reduce((sum, t) => sum + t.rows, 0)} rows`)
  return { at: begun[0]?.at ?? '', postgres: begun[0]?.postgres ?? '', migrations, tables, sequences }
}
const explained = (error: { code?: string; message: string }): never => {
  if (error.code !== '42501') throw error
  throw new Error(`The database's user may not read the rows of all schools (${error.message}). Back up as a user with BYPASSRLS: alter role … bypassrls.`, { cause: error })
}
/** Copies files not copied yet; returns the copied ones. */
async function copyFiles(dataDir: string, folder: string, earlier: Earlier, known: ReadonlySet<string>): Promise<Part[]> {
  const made: Part[] = []
  for (const source of BACKED_UP)
    for (const path of await filesBelow(join(dataDir, source))) {
      const name = join('data', relative(dataDir, path))
      if (known.has(name)) continue
      const to = join(folder, name)
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const isThere = await ignoreMissing(async () => (await earlier.take(await hashOf(path), to)) || copyFile(path, to).then(() => true))
      if (isThere) made.push({ path: name, ...(await contentOf(to)) })
    }
  return made
}
async function filesBelow(path: string): Promise<string[]> {
  if (!existsSync(path)) return []
  if (!(await stat(path)).isDirectory()) return [path]
  const found = await readdir(path, { recursive: true, withFileTypes: true })
  return found.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
}
