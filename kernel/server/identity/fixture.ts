import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Response } from 'light-my-request'
import pg from 'pg'
import pino from 'pino'
import { freshDatabase } from '#testing/database.ts'
import { Principals } from '../access/principals.ts'
import { KERNEL_EVENTS } from '../context.ts'
import { RowCache } from '../data/cache.ts'
import { cipher } from '../data/cipher.ts'
import type { Core } from '../data/core.ts'
import { keysOf } from '../data/keys.ts'
import { type Notifier, notifier } from '../data/notify.ts'
import { appPool } from '../data/pool.ts'
import { createApp } from '../http/app.ts'
import { success } from '../http/envelope.ts'
import { FairScheduler } from '../http/fair-scheduler.ts'
import { type Registry, registered } from '../registry/registry.ts'
import { hashPassword, md5 } from './hashing.ts'
import { type Identity, identityOf } from './index.ts'

/** A test school with a few accounts, on one database per test file, with any number of server processes. */
export interface Fixture {
  url: string
  secret: Buffer
  owner: pg.Client
  tenantId: string
  /** Starts another process on the same database. */
  process(): Promise<Process>
  user(user: Partial<TestUser> & { userName: string }): Promise<string>
  params(group: string, content: Record<string, unknown>): Promise<void>
  close(): Promise<void>
}
export interface Process {
  app: FastifyInstance
  identity: Identity
  core: Core
  notifier: Notifier
}
export interface TestUser {
  userName: string
  accountNo: string
  realm: 'admin' | 'welcome' | 'exam'
  password: string | null
  mustChange: boolean
  status: string
  mobile: string | null
  role: string | null
  tenantId: string
  validUntil: string | null
}
export const PASSWORD = 'Qinglan@2026'
export const SCHOOL = '100001'
export const BASIC = `Basic ${Buffer.from('qinglan-web:qinglan-web').toString('base64')}`
const EMPTY: Registry = {
  modules: [],
  entities: new Map(),
  handlers: new Map(),
  rules: new Map(),
  computations: new Map(),
  listeners: new Map(),
  events: new Set(KERNEL_EVENTS),
  scopeSources: [],
  ...registered(new Map()),
  permissions: new Map(),
  seeds: [],
  folders: [],
  moduleOf: () => undefined,
}

export async function fixture(): Promise<Fixture> {
  const database = await freshDatabase()
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  const secret = randomBytes(32)
  const hashes = new Map<string, string>()
  const closing: Array<() => Promise<unknown>> = []
  const made = await owner.query<{ id: string }>("insert into tenant (code, school_name) values ($1, '青蓝职业技术学院') returning id", [SCHOOL])
  const tenantId = made.rows[0]?.id as string
  for (const [code, privileged] of [
    ['student', false],
    ['fdy', false],
    ['admin', true],
  ] as const)
    await owner.query("insert into role (tenant_id, code, name, data_scope, privileged) values ($1, $2, $2, 'self', $3)", [tenantId, code, privileged])
  return {
    url: database.url,
    secret,
    owner,
    tenantId,
    async process() {
      const made = await startProcess(database.url, secret)
      closing.push(async () => {
        await made.app.close()
        await made.identity.close()
        await made.notifier.close()
        await made.core.pool.end()
      })
      return made
    },
    async user(given) {
      const u = {
        accountNo: given.userName,
        realm: 'admin',
        password: PASSWORD,
        mustChange: false,
        status: 'enabled',
        mobile: null,
        role: 'fdy',
        tenantId,
        validUntil: null,
        ...given,
      }
      if (u.password && !hashes.has(u.password)) hashes.set(u.password, await hashPassword(u.password))
      const rows = await owner.query<{ id: string }>(
        `insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, mobile, password_hash, pass_word_level, password_changed_at, must_change_password, status, valid_until)
         values ($1, $2, $3, $4, '王小明', $5, $6, $7, 2, now(), $8, $9, $10) returning id`,
        [u.tenantId, u.realm, u.userName, u.accountNo, u.realm === 'admin' ? 1 : null, u.mobile, u.password && hashes.get(u.password), u.mustChange, u.status, u.validUntil],
      )
      const id = rows.rows[0]?.id as string
      if (u.role)
        await owner.query('insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, $2 from role where tenant_id = $1 and code = $3', [u.tenantId, id, u.role])
      return id
    },
    async params(group, content) {
      await owner.query('delete from base_params where tenant_id = $1 and params_id = $2', [tenantId, group])
      await owner.query('insert into base_params (tenant_id, params_id, content) values ($1, $2, $3)', [tenantId, group, content])
      await owner.query("select pg_notify('ql_cache', $1)", [`${tenantId}:baseParams`])
      await new Promise(done => setTimeout(done, 100))
    },
    async close() {
      for (const close of closing) await close()
      await owner.end()
      await database.drop()
    },
  }
}
async function startProcess(url: string, secret: Buffer): Promise<Process> {
  const pool = appPool(url, 8)
  const line = notifier(url)
  const core = {
    pool,
    url,
    registry: EMPTY,
    notifier: line,
    cache: new RowCache(line),
    principals: new Principals(pool, line),
    cipher: cipher(keysOf(secret)),
    ...keysOf(secret),
    dataDir: '/tmp',
    log: pino({ level: 'silent' }),
  } as Core
  const identity = identityOf(core)
  const app = createApp(core, { authenticate: identity.authenticate, scheduler: new FairScheduler(30) })
  identity.routes(app)
  app.get('/api/base/probe/all', { config: { permission: 'signedIn' } }, async r => success(r.caller?.principal.userName, r.id, r.lang))
  app.get('/api/base/probe/welcome', { config: { permission: 'signedIn', realms: ['welcome'] } }, async r => success(true, r.id, r.lang))
  app.get('/api/base/probe/admin', { config: { permission: 'probe:x:list' } }, async r => success(true, r.id, r.lang))
  app.get('/api/oss/oss/endpoint/download-file', { config: { permission: 'signedIn' } }, async r => success('bytes', r.id, r.lang))
  app.post('/api/base/probe/write', { config: { permission: 'signedIn' } }, async r => success(true, r.id, r.lang))
  await app.ready()
  return { app, identity, core, notifier: line }
}

export interface SignIn {
  userName?: string
  password?: string
  md5?: string
  type?: string
  tenantId?: string
  headers?: Record<string, string>
  address?: string
}
/** Signs in like the web, with a form body. */
export function signIn(app: FastifyInstance, given: SignIn = {}): Promise<Response> {
  const payload = new URLSearchParams({
    tenantId: given.tenantId ?? SCHOOL,
    username: given.userName ?? 'wang',
    password: given.md5 ?? md5(given.password ?? PASSWORD),
    type: given.type ?? 'account',
    grant_type: 'password',
    scope: 'all',
  }).toString()
  const headers = { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded', ...given.headers }
  return app.inject({ method: 'POST', url: '/api/flySource-auth/oauth/token', headers, payload, ...(given.address ? { remoteAddress: given.address } : {}) })
}
export function refreshWith(app: FastifyInstance, refreshToken: string, headers: Record<string, string> = {}): Promise<Response> {
  const payload = new URLSearchParams({ tenantId: SCHOOL, refresh_token: refreshToken, grant_type: 'refresh_token' }).toString()
  return app.inject({ method: 'POST', url: '/api/auth/oauth/token', headers: { authorization: BASIC, 'content-type': 'application/x-www-form-urlencoded', ...headers }, payload })
}
export const call = (app: FastifyInstance, token: string, url = '/api/base/probe/all', options: Omit<InjectOptions, 'url'> = {}): Promise<Response> =>
  app.inject({ method: 'GET', url, ...options, headers: { 'flysource-auth': `bearer ${token}`, ...(options.headers as Record<string, string>) } })
export const wait = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
let entered = 0
/** Signs in from a new address each time. */
export async function enter({ app }: Process, userName: string): Promise<{ access_token: string; refresh_token: string; detail: { userId: string } }> {
  const answer = await signIn(app, { userName, address: `10.6.0.${entered++ % 250}` })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
export const statusOf = async ({ app }: Process, token: string): Promise<number> => (await call(app, token)).statusCode
const MOST_UNTIL_401_MS = 6000
/** Milliseconds until a process rejects a token; infinite after six seconds. */
export async function until401(process: Process, token: string): Promise<number> {
  const began = performance.now()
  while ((await statusOf(process, token)) !== 401) {
    if (performance.now() - began > MOST_UNTIL_401_MS) return Number.POSITIVE_INFINITY
    await wait(10)
  }
  return performance.now() - began
}
