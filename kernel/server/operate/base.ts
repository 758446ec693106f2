import { createWriteStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { contentOf } from '../files/receive.ts'
import type { Part } from './manifest.ts'
import { connected } from './tables.ts'

/** Base backup of the embedded database: its files, from which WAL replay reaches any later moment. */
export interface Base {
  /** WAL archive folder. */
  log: string
  /** First WAL segment needed for recovery. */
  first: string
  /** End of the base backup (ISO time); earlier moments cannot be recovered from it. */
  at: string
  /** Folders of the data directory, empty ones included. */
  folders: readonly string[]
  /** `base/postgres/….gz`, and `base/password`. */
  parts: readonly Part[]
}
export interface BaseOptions {
  url: string
  dataDir: string
  /** WAL archive folder. */
  log: string
}
/** Paths within the backup folder. */
export const FILES = 'base/postgres'
export const PASSWORD = 'base/password'
/** Folders whose contents the server recreates or recovers from WAL. */
const EMPTIED = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans', 'base/pgsql_tmp']
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init|backup_label.*|tablespace_map.*|.*\.signal|\.s\.PGSQL.*)$/
const PATIENCE = '5min'

/** Takes an online base backup; throws when WAL archiving is off, because the files are useless without WAL. */
export const createBaseBackup = ({ url, dataDir, log }: BaseOptions, folder: string): Promise<Base> =>
  connected(url, async client => {
    const { rows: modes } = await client.query<{ isOn: boolean }>(`select current_setting('archive_mode') <> 'off' as "isOn"`)
    if (!modes[0]?.isOn) throw new Error('The database runs without copying its log: start the program again with WAL_ARCHIVE.')
    const { rows: begun } = await client.query<{ first: string }>("select pg_walfile_name(pg_backup_start('qinglan', fast => true)) as first")
    const files = new Copy(await realpath(join(dataDir, 'postgres')), folder)
    await files.take('')
    const { label, at } = await end(client)
    await files.write('backup_label', Readable.from([label]))
    await copyFile(join(dataDir, 'database-password'), join(folder, PASSWORD))
    const password = { path: PASSWORD, ...(await contentOf(join(folder, PASSWORD))) }
    return { log, first: begun[0]?.first ?? '', at, folders: files.folders, parts: [...files.parts, password] }
  })
async function end(client: pg.Client): Promise<{ label: string; at: string }> {
  await client.query(`set statement_timeout = '${PATIENCE}'`)
  const { rows } = await client
    .query<{ label: string; at: string }>("select labelfile as label, to_json(clock_timestamp()) #>> '{}' as at from pg_backup_stop(wait_for_archive => true)")
    .catch((error: { code?: string }) => {
      if (error.code !== '57014') throw error
      throw new Error(`The log of the database has not come into its archive for ${PATIENCE}: npm run doctor says why.`, { cause: error })
    })
  return rows[0] ?? { label: '', at: '' }
}
/** Copies a data directory. Files deleted meanwhile are skipped: WAL replay accounts for them. */
class Copy {
  readonly folders: string[] = []
  readonly parts: Part[] = []
  private readonly from: string
  private readonly folder: string
  constructor(from: string, folder: string) {
    this.from = from
    this.folder = folder
  }
  async take(below: string): Promise<void> {
    if (below) this.folders.push(below)
    await mkdir(join(this.folder, FILES, below), { recursive: true, mode: 0o700 })
    if (EMPTIED.includes(below)) return
    for (const entry of (await ignoreMissing(() => readdir(join(this.from, below), { withFileTypes: true }))) ?? []) {
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isDirectory()) await this.take(path)
      else if (entry.isFile() && !LEFT_OUT.test(entry.name)) {
        const file = await ignoreMissing(() => open(join(this.from, path)))
        if (file) await this.write(path, file.createReadStream())
      }
    }
  }
  async write(name: string, content: Readable): Promise<void> {
    const path = `${FILES}/${name}.gz`
    await pipeline(content, createGzip({ level: 1 }), createWriteStream(join(this.folder, path), { mode: 0o600 }))
    this.parts.push({ path, ...(await contentOf(join(this.folder, path))) })
  }
}
/** Undefined when the file was deleted before it could be read. */
export const ignoreMissing = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? undefined : Promise.reject(error)))
