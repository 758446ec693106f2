import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pino from 'pino'
import sql from 'sql-template-tag'
import { inject } from 'vitest'
import { allSubjects } from '#flow/index.ts'
import { allEntities, dictionaries } from '#model'
import { systemGate } from '#server/access/calls.ts'
import type { Db } from '#server/context.ts'
import { tenantOf } from '#server/data/tenant.ts'
import { newToken } from '#server/identity/tokens.ts'
import type { Registry } from '#server/registry/registry.ts'
import { createServer, type Server, type ServerOptions } from '#server/start/server.ts'
import { provision } from '#server/tenants/provision.ts'
import { freshDatabase, testRegistry } from './database.ts'
import { sessions } from './sessions.ts'
import { copyTemplate, filesOf, keepDatabase, type TemplateCopy } from './templates.ts'

export interface Answer<T = never> {
  status: number
  /** `code` of the envelope. */
  code: number
  msg: string
  data: T
  errors: Array<{ field?: string; row?: number; rule: string; msg: string; values?: Record<string, unknown> }>
  headers: Record<string, string>
  raw: Buffer
}
/** A signed-in user calling over HTTP like a browser. */
export interface Actor {
  userId: string
  token: string
  get<T = Record<string, unknown>>(path: string, query?: Record<string, unknown>, headers?: Record<string, string>): Promise<Answer<T>>
  post<T = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>
}
export interface Person {
  /** Role codes; none: a user without permissions. */
  roles?: readonly string[]
  realm?: 'admin' | 'welcome' | 'exam'
  userType?: number
  studentId?: string | null
  teacherId?: string | null
  departmentId?: string | null
  nickName?: string
}
/** A school for this test on a running server. */
export interface School {
  tenantId: string
  server: Server
  /** Database access as the system, to prepare data. */
  db: Db
  as(person?: Person): Promise<Actor>
  anonymous: Actor
  /** Opens another school in the same database. */
  another(): Promise<School>
  close(): Promise<void>
}
/** Starts a server on a fresh database with one school. Paths are `{service}/{entity}/{verb}`, as `/api/flySource-{service}/…`. `modules` are module folders to load instead
 *  of the product's, for kernel tests. */
export async function openSchool(modules: readonly string[] = [], options: Partial<ServerOptions> = {}): Promise<School> {
  const registry = options.registry ?? (await testRegistry(modules))
  return schoolOn(await provisionedCopy(registry), { ...options, registry })
}
/** The school on this copy of a template, which `close` removes. */
export async function schoolOn({ database, dataDir }: TemplateCopy, options: Partial<ServerOptions> & { registry: Registry }): Promise<School> {
  const server = await serve(options.registry, database.url, dataDir, options)
  const close = async (): Promise<void> => {
    await server.close()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return schoolOf(server, await tenantOf(server.core, named(FIRST), 'active'), close)
}
/** The school with this code on a new server over an existing database; provisioned if missing. */
export async function schoolIn(url: string, code: string, options: Pick<ServerOptions, 'dataDir' | 'secret'> & Partial<ServerOptions>): Promise<School> {
  const server = await serve(options.registry ?? (await testRegistry()), url, options.dataDir, options)
  return schoolOf(server, await open(server, code), () => server.close())
}
const FIRST = '100001'
const named = (code: string) => ({ code, schoolName: `测试学校${code}` })
/** Secret of test schools, the same for all: cloned databases contain values sealed with it. */
export const testSecret = (): Buffer => createHash('sha256').update(inject('runFolder')).digest()
function serve(registry: Registry, url: string, dataDir: string, options: Partial<ServerOptions> = {}): Promise<Server> {
  // what tests replace in the registry of their server is their own
  const own = { ...registry, listeners: new Map(registry.listeners), registrations: new Map(registry.registrations) }
  const log = pino({ level: process.env.TEST_LOG ?? 'fatal' })
  return createServer({ url, dataDir, secret: testSecret(), poolSize: 6, timed: false, strictAnswers: true, log, ...options, registry: own })
}

/** Name of the template of a provisioned school. */
export const provisionedName = (registry: Registry): string => `qinglan_school_${declared(registry)}`
/** A database with the first school provisioned. Provisioning takes longer than cloning, so it is done once per run and set of declarations. */
export function provisionedCopy(registry: Registry): Promise<TemplateCopy> {
  const name = provisionedName(registry)
  return copyTemplate(name, async () => {
    const { url } = await freshDatabase()
    const server = await serve(registry, url, filesOf(name))
    await open(server, FIRST)
    await server.close()
    await keepDatabase(url, name)
    return { made: {}, serials: {} }
  })
}
/** Cache key of a provisioned database: tests declare entities and kinds of application of their own. */
function declared(registry: Registry): string {
  const words = [allEntities().map(e => e.name), dictionaries().map(d => d.code), allSubjects().map(s => [s.processType, s.initial]), registry.folders]
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
}
async function open(server: Server, code: string): Promise<string> {
  const tenantId = await tenantOf(server.core, named(code), 'active')
  await provision(server.core, tenantId, named(code))
  return tenantId
}
function schoolOf(server: Server, tenantId: string, close: () => Promise<void>): School {
  const db = systemGate(server.core, tenantId, 'test')
  return {
    tenantId,
    server,
    db,
    close,
    anonymous: actor(server, '', ''),
    another: async () => schoolOf(server, await open(server, `2${randomBytes(4).toString('hex')}`), async () => {}),
    as: (person = {}) => signedIn(server, db, person),
  }
}
/** Creates a user in the school of `db`, signed in. */
export async function signedIn(server: Server, db: Db, person: Person): Promise<Actor> {
  const userId = await addUser(db, person)
  const token = await signIn(db, userId, person.realm ?? 'admin')
  return actor(server, userId, token)
}
/** Signs in with an existing account of the school. */
export async function accountOf({ server, db }: School, userName: string): Promise<Actor> {
  const [user] = await db.query<{ id: string; realm: string }>(sql`select id, realm from sys_user where tenant_id = ${db.me.tenantId} and user_name = ${userName}`)
  if (!user) throw new Error(`no account ${userName}`)
  return actor(server, user.id, await signIn(db, user.id, user.realm))
}
/** Creates a session as sign-in does, without a password. */
async function signIn(db: Db, userId: string, realm: string): Promise<string> {
  const token = newToken()
  await db.query(sessions([{ tenantId: db.me.tenantId, userId, realm, token }]))
  return token
}
async function addUser(db: Db, person: Person): Promise<string> {
  const name = `u${randomBytes(5).toString('hex')}`
  const realm = person.realm ?? 'admin'
  const rows = await db.query<{
    id: string
  }>(sql`insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, student_id, teacher_id, department_id, must_change_password)
    values (${db.me.tenantId}, ${realm}, ${name}, ${name}, ${person.nickName ?? '测试用户'}, ${realm === 'admin' ? (person.userType ?? (person.studentId ? 2 : 1)) : null}, ${person.studentId ?? null}, ${person.teacherId ?? null}, ${person.departmentId ?? null}, false) returning id`)
  const id = rows[0]?.id as string
  await db.query(
    sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${id} from role where tenant_id = ${db.me.tenantId} and code = any(${[...(person.roles ?? [])]}::text[])`,
  )
  return id
}
/** A user calling with this token; none: a stranger. */
export function actor(server: Server, userId: string, token: string): Actor {
  const headers = (extra: Record<string, string> = {}): Record<string, string> => ({
    ...(token ? { 'flysource-auth': `bearer ${token}` } : {}),
    'accept-language': 'zh-cn',
    ...extra,
  })
  const url = (path: string): string => (path.startsWith('/') ? path : `/api/flySource-${path}`)
  return {
    userId,
    token,
    get: async (path, query = {}, extra) => answer(await server.app.inject({ method: 'GET', url: url(path), query: flat(query), headers: headers(extra) })),
    post: async (path, body, extra) =>
      answer(await server.app.inject({ method: 'POST', url: url(path), headers: headers(extra), ...(body === undefined ? {} : { payload: body as object }) })),
  }
}
function answer<T>(reply: { statusCode: number; headers: Record<string, unknown>; rawPayload: Buffer }): Answer<T> {
  const isJson = String(reply.headers['content-type'] ?? '').includes('json')
  const body = isJson ? (JSON.parse(reply.rawPayload.toString()) as Partial<Answer<T>>) : {}
  return {
    status: reply.statusCode,
    code: body.code ?? reply.statusCode,
    msg: body.msg ?? '',
    data: body.data as T,
    errors: body.errors ?? [],
    headers: reply.headers as Record<string, string>,
    raw: reply.rawPayload,
  }
}
const flat = (query: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, v]) => v !== undefined && v !== null)
      .map(([k, v]) => [k, Array.isArray(v) ? v.map(String) : String(v)]),
  )
