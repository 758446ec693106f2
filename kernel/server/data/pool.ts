import { LRUCache } from 'lru-cache'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { KEEPALIVE, WATCHDOG_DEFAULTS, watchConnections } from './connection-watchdog.ts'
import { MOST_PREPARED, type NamedStatement, PipelinedQuery, type PipelinedStatement } from './pipelined-query.ts'

pg.types.setTypeParser(1082, value => value)
pg.types.setTypeParser(1700, Number)
pg.types.setTypeParser(20, Number)
// The session's time zone is Asia/Shanghai, so the text carries +08; this makes it ISO 8601.
pg.types.setTypeParser(1184, value => `${value.replace(' ', 'T')}${value.length > 6 && value[value.length - 3] !== ':' ? ':00' : ''}`)

export const APP_ROLE = 'qinglan_app'
const tenantOf = new WeakMap<pg.PoolClient, string>()
/** Statement names by text (LRU). An evicted text gets a new name on its next use; connections close the old one as it ages out of theirs. */
const names = new LRUCache<string, string>({ max: MOST_PREPARED })
let lastName = 0

/** Pool under the application role, which owns nothing and cannot bypass row-level security. */
export function appPool(url: string, max: number, { waitMs = 5000, patience = WATCHDOG_DEFAULTS } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'qinglan',
    keepAlive: true,
    // TCP keepalive finds dead idle connections; `watchConnections` finds those with an outstanding response
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: waitMs,
    options: `-c role=${APP_ROLE} -c TimeZone=Asia/Shanghai -c statement_timeout=60000 -c lock_timeout=15000 -c idle_in_transaction_session_timeout=60000 ${KEEPALIVE}`,
  })
  pool.on('error', () => {})
  watchConnections(pool, url, patience)
  // A broken connection fails the statement of its holder; without a listener the event would end the process.
  pool.on('connect', client => client.on('error', () => {}))
  return pool
}
/** Same text, same name: prepared once per connection. */
const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known) return known
  const name = `q${++lastName}`
  names.set(text, name)
  return name
}
export const named = (text: string, values: readonly unknown[]): NamedStatement => ({ name: nameOf(text), text, values })
/** Runs one statement, and others before it in the same round trip. */
export const run = <T extends object>(client: pg.PoolClient, text: string, values: readonly unknown[], before: readonly PipelinedStatement[] = []): Promise<T[]> =>
  new Promise((done, failed) => {
    let found: T[] = []
    const callbacks = {
      done(rows: object[]) {
        found = rows as T[]
      },
      failed() {},
    }
    client.query(new PipelinedQuery([...before, { ...named(text, values), callbacks }], error => (error ? failed(error) : done(found))))
  })
/** Runs several statements in one round trip; each reports to its own callbacks. Resolves when the connection is free again. */
export const runAll = (client: pg.PoolClient, asked: readonly PipelinedStatement[]): Promise<void> =>
  new Promise(ended => {
    client.query(new PipelinedQuery(asked, () => ended()))
  })
/** One statement on any connection, for tables that belong to no tenant. */
export async function runOn<T extends object>(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<T[]> {
  return released(await pool.connect(), client => run<T>(client, text, values))
}
async function released<T>(client: pg.PoolClient, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  try {
    const result = await work(client)
    client.release()
    return result
  } catch (error) {
    client.release(isBroken(error))
    throw error
  }
}
/** Source of connections: a pool or the replica pool. */
export interface Connections {
  connect(): Promise<pg.PoolClient>
}
/** A connection set to one tenant; the setting is sent only if the connection last served another. */
export async function connectFor(pool: Connections, tenantId: string): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (tenantOf.get(client) === tenantId) return client
  try {
    await client.query({ name: 'tenant', text: "select set_config('app.tenant', $1, false)", values: [tenantId] })
    tenantOf.set(client, tenantId)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}
export async function runFor<T extends object>(pool: pg.Pool, tenantId: string, statement: Sql | { text: string; values: unknown[] }): Promise<T[]> {
  return released(await connectFor(pool, tenantId), client => run<T>(client, statement.text, statement.values))
}
/** Whether the connection itself failed, so that it must not go back to the pool. */
export const isBroken = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code
  if (typeof code === 'number') return false // a Refusal, whose code is a number
  return typeof code !== 'string' || code.startsWith('08') || code.startsWith('57P') || code === 'ECONNRESET' || code === 'EPIPE'
}
