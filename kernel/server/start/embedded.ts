import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { hasEnded, keepRunning, type Launched } from './keep-running.ts'
import { archiveSettings } from './log-archive.ts'
import { type Placement, placementOf } from './placement.ts'
import { addressOf, removeSockets, socketFolder } from './socket.ts'

export interface Database {
  url: string
  stop(): Promise<void>
}
const SETTINGS = {
  shared_buffers: '256MB',
  max_connections: '60',
  // a restore locks every table and index in one transaction, and there are thousands of them; each slot takes some 270 bytes
  max_locks_per_transaction: '256',
  listen_addresses: '127.0.0.1',
  random_page_cost: '1.1',
  jit: 'off',
  lc_messages: 'C',
  max_wal_size: '2GB',
  log_min_error_statement: 'panic',
  // frequent autoanalyze: with stale statistics a table filled seconds ago is planned as empty, with a sequential scan per row
  autovacuum_naptime: '10s',
  // one syncfs call after a crash instead of fsync for thousands of files
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
}
// a run of tests has a hundred databases of thousands of tables, each of which a worker would look through every minute, and several servers with pools of their own
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '5min', max_connections: '200' }
const START_MS = 60_000

export interface EmbeddedOptions {
  /** Off for tests, which do not need durability. */
  durable?: boolean
  /** WAL archive; unset: as before. */
  walArchive?: string | undefined
}
/** Starts the bundled PostgreSQL in `{dataDir}/postgres`, running initdb at the first start. A server left over from a crash is stopped first; PostgreSQL itself does the
 *  recovery. */
export async function startEmbedded(dataDir: string, { durable = true, walArchive }: EmbeddedOptions = {}): Promise<Database> {
  mkdirSync(dataDir, { recursive: true })
  const release = takeLock(dataDir)
  try {
    const place = await placementOf(dataDir)
    const password = storedPassword(dataDir)
    if (!existsSync(join(place.folder, 'PG_VERSION'))) initialise(place, password)
    else await endStale(place.folder)
    removeSockets(place.folder)
    const port = await freePort()
    const settings = { ...(durable ? {} : CARELESS), ...archiveSettings(dataDir, walArchive, place) }
    const start = () => launch(place, port, settings)
    const server = start()
    await prepare(addressOf(place.folder, password, port, 'postgres'), server)
    const kept = keepRunning(server, start)
    return {
      url: addressOf(place.folder, password, port),
      stop: async () => {
        await kept.stop()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
function initialise(place: Placement, password: string): void {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 })
  if (place.user) chownSync(place.folder, place.user.uid, place.user.gid)
  const secret = join(place.folder, '..', `.password-${process.pid}`)
  writeFileSync(secret, password, { mode: 0o600 })
  if (place.user) chownSync(secret, place.user.uid, place.user.gid)
  const made = spawnSync(place.initdb, ['-D', place.folder, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`, '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...place.user,
    cwd: place.folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    encoding: 'utf8',
  })
  rmSync(secret, { force: true })
  if (made.status === 0) return
  rmSync(place.folder, { recursive: true, force: true })
  throw new Error(`The embedded PostgreSQL could not make its files in ${place.folder}: ${made.stderr || made.error?.message}`)
}
/** Starts the server with our settings and these. In its own process group, so that Ctrl-C in the terminal reaches only the program, which then shuts it down in order. */
export function launch(place: Placement, port: number, settings: Record<string, string>): Launched {
  const flags = Object.entries({ ...SETTINGS, ...settings, port: String(port), unix_socket_directories: socketFolder(place.folder) ?? '' }).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const child = spawn(place.postgres, ['-D', place.folder, ...flags], {
    ...place.user,
    cwd: place.folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  }) as Launched
  child.said = ''
  child.stderr?.on('data', (part: Buffer) => {
    child.said = (child.said + part.toString()).slice(-2000)
  })
  return child
}
async function prepare(url: string, server: Launched): Promise<void> {
  const until = Date.now() + START_MS
  for (;;) {
    if (hasEnded(server)) throw new Error(`The embedded PostgreSQL did not start: ${server.said}`)
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query("select from pg_database where datname = 'qinglan'")
      if (!rowCount) await client.query('create database qinglan')
      return
    } catch (error) {
      if (Date.now() > until) throw new Error(`The embedded PostgreSQL did not answer within ${START_MS / 1000} s: ${(error as Error).message}\n${server.said}`)
      await new Promise(done => setTimeout(done, 50))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
/** Lock file of the data folder: a second start fails naming the holder. A stale lock is taken over. */
function takeLock(dataDir: string): () => void {
  const file = join(dataDir, 'running')
  const holder = holderOf(dataDir)
  if (holder) throw new Error(`The data folder ${dataDir} is in use by process ${holder}. Stop that one first, or give this one another folder with DATA_DIR.`)
  writeFileSync(file, String(process.pid))
  return () => rmSync(file, { force: true })
}
/** Another process that uses this data folder, if any. */
export function holderOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'running')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  return holder && holder !== process.pid && isOurs(holder) ? holder : undefined
}
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/cmdline`) || /node|main\.ts/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return false
  }
}
/** Stops a server that survived a kill -9 of the program; its files stay. */
export async function endStale(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  const runs = existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
  if (!runs) {
    rmSync(file, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  for (let i = 0; i < 400 && existsSync(file); i++) await new Promise(done => setTimeout(done, 50))
  if (existsSync(file)) throw new Error(`A PostgreSQL server (process ${pid}) of an earlier start does not stop; end it and start again.`)
}
export function storedPassword(dataDir: string): string {
  const file = join(dataDir, 'database-password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('base64url'), { mode: 0o600 })
  chmodSync(file, 0o600)
  return readFileSync(file, 'utf8').trim()
}
export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => done(port))
    })
  })
