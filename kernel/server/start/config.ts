import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { HOUR_MS } from '#model/days.ts'
import { ROOT } from '../registry/registry.ts'

export interface Config {
  host: string
  port: number
  dataDir: string
  /** Unset: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  /** Read replica, for queries that tolerate replication lag. */
  replicaUrl: string | undefined
  /** WAL archive of the embedded database; unset: as before. */
  walArchive: string | undefined
  /** Proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[]
  /** Multiplies the rate limits of routes. */
  limitFactor: number
  poolSize: number
  /** Number of worker processes. */
  workers: number
  /** Threshold of the slow query log in ms; 0 disables it. */
  slowQueryMs: number
}
const MOST_WORKERS = 64
function wholeNumber(name: string, given: string, least: number, most: number): number {
  const n = Number(given)
  if (!Number.isInteger(n) || n < least || n > most) throw new Error(`${name} must be a number from ${least} to ${most}, it is "${given}"`)
  return n
}
const USUAL_POOL = 10
const LEAST_POOL = 3
/** Connections of the embedded database available to all workers together. */
const EMBEDDED_CONNECTIONS = 40
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const workers = wholeNumber('WORKERS', env.WORKERS ?? '1', 1, MOST_WORKERS)
  return {
    host: env.HOST ?? '127.0.0.1',
    port: wholeNumber('PORT', env.PORT ?? '8000', 0, 65_535),
    dataDir: resolve(ROOT, env.DATA_DIR ?? 'data'),
    databaseUrl: env.DATABASE_URL || undefined,
    replicaUrl: (env.DATABASE_URL && env.DATABASE_REPLICA_URL) || undefined,
    walArchive: (!env.DATABASE_URL && env.WAL_ARCHIVE) || undefined,
    trustProxy: (env.TRUST_PROXY ?? '').split(',').filter(Boolean),
    limitFactor: wholeNumber('RATE_LIMIT_FACTOR', env.RATE_LIMIT_FACTOR ?? '1', 1, 1_000_000),
    poolSize: wholeNumber('DATABASE_POOL', env.DATABASE_POOL ?? String(Math.max(LEAST_POOL, Math.min(USUAL_POOL, Math.floor(EMBEDDED_CONNECTIONS / workers)))), 1, 1000),
    workers,
    slowQueryMs: wholeNumber('SLOW_QUERY_MS', env.SLOW_QUERY_MS ?? '2000', 0, HOUR_MS),
  }
}
/** Secret of an existing installation; throws instead of creating one when it is missing. */
export function knownSecret(config: Pick<Config, 'dataDir'>, env: NodeJS.ProcessEnv = process.env): Buffer {
  if (!env.QINGLAN_SECRET && !existsSync(join(config.dataDir, 'secret')))
    throw new Error(`There is no secret in ${config.dataDir}: set QINGLAN_SECRET to that of the installation.`)
  return readSecret(config, env)
}
/** Installation secret: `QINGLAN_SECRET` (base64, 32 bytes), else created in the data folder at the first start. */
export function readSecret(config: Pick<Config, 'dataDir'>, env: NodeJS.ProcessEnv = process.env): Buffer {
  if (env.QINGLAN_SECRET) {
    const given = Buffer.from(env.QINGLAN_SECRET, 'base64')
    if (given.length !== 32) throw new Error('QINGLAN_SECRET must be 32 bytes in base64')
    return given
  }
  const file = join(config.dataDir, 'secret')
  mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  return Buffer.from(readFileSync(file, 'utf8'), 'base64')
}
