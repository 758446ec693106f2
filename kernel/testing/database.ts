import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '#server/data/migrate.ts'
import { loadModules, loadRegistry, type Registry } from '#server/registry/registry.ts'
import { type Database, endStale, holderOf, startEmbedded } from '#server/start/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** Temporary folder, removed after the run. */
    runFolder: string
  }
}
const loaded = new Map<string, Promise<Registry>>()
/** The modules under test: all, those named in `TEST_MODULES` (while others are being rebuilt), or only those in these folders. Loaded once per process. */
export function testRegistry(folders: readonly string[] = []): Promise<Registry> {
  const key = folders.join()
  const found = loaded.get(key) ?? (folders.length ? loadModules(folders) : loadRegistry(undefined, process.env.TEST_MODULES?.split(',')))
  loaded.set(key, found)
  return found
}
/** Template database: tables of all modules, no rows. */
export const TEMPLATE = 'qinglan_template'
/** URL of another database on the same server. */
export const databaseAt = (url: string, database: string): string => url.replace(/\/[^/]*$/, `/${database}`)

const MEMORY = '/dev/shm'
/** A run writes up to two gigabytes there; its browsers and servers need as much again. */
const ROOM = 6 * 2 ** 30
/** Folder for temporary files: in memory if there is room. */
function scratch(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) > ROOM ? MEMORY : tmpdir()
}

/** Removes what killed runs have left: their server runs on, and its files fill the memory that the next runs need. */
async function removeAbandoned(): Promise<void> {
  for (const folder of [MEMORY, tmpdir()].flatMap(room => globSync('qinglan-test-*', { cwd: room }).map(name => join(room, name)))) {
    if (!existsSync(join(folder, 'running')) || holderOf(folder)) continue
    await endStale(join(folder, 'postgres')).catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}
/** One PostgreSQL per test run, with a migrated template that each test file clones. Its files are removed afterwards: a hundred megabytes per run would fill the disk. */
export async function startTestServer(): Promise<Database & { folder: string }> {
  await removeAbandoned()
  const folder = mkdtempSync(join(scratch(), 'qinglan-test-'))
  let server: Database | undefined
  const stop = async (): Promise<void> => {
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    server = process.env.TEST_DATABASE_URL ? await emptyServer(process.env.TEST_DATABASE_URL) : await startEmbedded(folder, { durable: false })
    const registry = await testRegistry()
    await migrate(server.url, registry)
    await sql(databaseAt(server.url, 'postgres'), `create database ${TEMPLATE} template qinglan`)
    return { ...server, folder, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
/** Prepares an external PostgreSQL (another version) for the tests: drops whatever a previous run left. */
async function emptyServer(address: string): Promise<Database> {
  const admin = databaseAt(address, 'postgres')
  const clear = async (): Promise<void> => {
    const left = await sql<{ datname: string }>(admin, "select datname from pg_database where datname ~ '^(qinglan|t_)'")
    for (const { datname } of left) await sql(admin, `drop database ${datname} with (force)`)
  }
  await clear()
  await sql(admin, 'create database qinglan')
  return { url: databaseAt(address, 'qinglan'), stop: clear }
}
/** A migrated database for this test file; `drop` removes it. */
export const freshDatabase = (base: string = inject('databaseUrl')): Promise<DatabaseCopy> => copyDatabase(TEMPLATE, base)
export type DatabaseCopy = { url: string; drop(): Promise<void> }
export async function copyDatabase(template: string, base: string = inject('databaseUrl')): Promise<DatabaseCopy> {
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = databaseAt(base, 'postgres')
  await sql(admin, `create database ${name} template ${template} strategy file_copy`)
  const url = databaseAt(base, name)
  const drop = async (): Promise<void> => {
    await disconnect(url)
    await sql(admin, `drop database if exists ${name} with (force)`)
  }
  return { url, drop }
}
/** Runs a task under an advisory lock, excluding other test files with the same lock name. */
export function withLock<T>(base: string, name: string, task: () => Promise<T>): Promise<T> {
  return withClient(databaseAt(base, 'postgres'), async client => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    return task()
  })
}
/** Runs a task under the lock if nobody holds it; otherwise does nothing. */
export function tryLock(base: string, name: string, task: () => Promise<void>): Promise<void> {
  return withClient(databaseAt(base, 'postgres'), async client => {
    const { rows } = await client.query<{ isHeld: boolean }>('select pg_try_advisory_lock(hashtext($1)) as "isHeld"', [name])
    if (rows[0]?.isHeld) await task()
  })
}
async function withClient<T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}
/** Runs one statement as the owner of the database, bypassing row-level security. Statements on a copy share connections, so none may change its session. */
export async function sql<T extends pg.QueryResultRow>(url: string, text: string, values: readonly unknown[] = []): Promise<T[]> {
  if (COPY.test(url)) return (await poolOf(url).query<T>(text, [...values])).rows
  return withClient(url, async client => (await client.query<T>(text, [...values])).rows)
}
/** Copies made for a test. A new connection to one reads the catalogue of several hundred tables first, which takes longer than most statements. */
const COPY = /\/t_\w+$/
const pools = new Map<string, pg.Pool>()
function poolOf(url: string): pg.Pool {
  const known = pools.get(url)
  if (known) return known
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 5000, allowExitOnIdle: true })
  // a test may stop the server, and dropping a database ends its connections
  pool.on('error', () => {})
  pools.set(url, pool)
  return pool
}
/** Closes the connections of `sql` to a database, which may then become a template. */
export async function disconnect(url: string): Promise<void> {
  const pool = pools.get(url)
  pools.delete(url)
  await pool?.end()
}
