import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Response } from 'light-my-request'
import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { vi } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { solvedCaptcha } from '#testing/captcha.ts'
import { type Answer, openSchool, type School } from '#testing/school.ts'
import { identitySource } from './model/sso.ts'
import type { StandInPerson } from './stand-in/page.ts'
import { pointedAt } from './stand-in/sources.ts'
import { type StandIn, standIn } from './stand-in/stand-in.ts'

export const SITE = 'http://127.0.0.1:8660'
export const BASIC = `Basic ${Buffer.from('qinglan-web:qinglan-web').toString('base64')}`
export const SECRET = 'stand-in-secret-stand-in-secret-32'

/** A third-party HTTP server on loopback, for one test file. */
export async function listening(make: (app: FastifyInstance) => Promise<void>): Promise<{ address: string; close(): Promise<void> }> {
  const app = Fastify()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
  await make(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { address: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() }
}
export interface Doors {
  school: School
  standIn: StandIn
  /** Address of the stand-in. */
  address: string
  people: StandInPerson[]
  /** Creates a user who can be matched by number; returns the account id. */
  person(of?: { realm?: 'admin' | 'welcome' | 'exam'; password?: string; mobile?: string }): Promise<{ userId: string; accountNo: string }>
  source(source: string, patch: Record<string, unknown>): Promise<void>
  params(group: string, content: Record<string, unknown>): Promise<void>
  /** Changes the school's configured site address. */
  moveTo(site: string): Promise<void>
  close(): Promise<void>
}
/** A school whose identity sources all point to the stand-in. */
export async function openDoors(): Promise<Doors> {
  const school = await openSchool()
  const { db, server } = school
  const people: StandInPerson[] = []
  let made: StandIn | undefined
  let sites: readonly string[] = [SITE]
  const host = await listening(async app => {
    made = await standIn(app, { prefix: '', sites: () => sites, secret: SECRET, schoolCode: '100001', people: async () => people })
  })
  const of = made as unknown as StandIn
  const doors: Doors = {
    school,
    standIn: of,
    address: host.address,
    people,
    async person({ realm = 'admin', password, mobile } = {}) {
      const accountNo = `9${randomBytes(4).readUInt32BE(0)}`
      const { hashPassword } = await import('#server/identity/hashing.ts')
      const hash = password ? await hashPassword(password) : null
      const rows = await db.query<{ id: string }>(sql`
        insert into sys_user (tenant_id, realm, user_name, account_no, nick_name, user_type, must_change_password, password_hash, pass_word_level, password_changed_at, mobile, mobile_verified)
        values (${school.tenantId}, ${realm}, ${`n${accountNo}`}, ${accountNo}, '来人', ${realm === 'admin' ? 1 : null}, false, ${hash}, 2, now(), ${mobile ?? null}, ${mobile !== undefined}) returning id`)
      const userId = rows[0]?.id as string
      await db.query(sql`insert into role_user (tenant_id, role_id, user_id) select tenant_id, id, ${userId} from role where tenant_id = ${school.tenantId} and code = 'teacher'`)
      people.push({ id: accountNo, name: '来人' })
      return { userId, accountNo }
    },
    async source(source, patch) {
      const [row] = await db.unscoped(identitySource).with('clientSecret').all({ source }) // test data
      // a new address requires the secret again
      if (row) await db.update(identitySource, row.id, { ...('tokenUrl' in patch && { clientSecret: row.clientSecret }), ...patch } as never)
      else await db.insert(identitySource, { source, name: source, matchBy: 'accountNo', isEnabled: true, ...patch } as never)
    },
    async params(group, content) {
      await db.query(sql`insert into base_params (tenant_id, params_id, content, version)
        select ${school.tenantId}, ${group}, ${JSON.stringify(content)}::jsonb, 1 + coalesce(max(version), 0) from base_params where tenant_id = ${school.tenantId} and params_id = ${group}`)
      server.core.cache.drop(school.tenantId, 'baseParams')
    },
    async moveTo(site) {
      sites = [site]
      await doors.params('login', { siteUrl: site })
      vi.stubEnv('OUTBOUND_HOSTS', new URL(host.address).host)
      // The stand-in uses its configured site as issuer.
      await doors.source('oauth2', { extra: { scope: 'openid profile', issuer: `${site}/oidc`, takesAccessToken: true } })
      await doors.source('jwt', { extra: { algorithm: 'RS256', issuer: `${site}/portal` } })
    },
    async close() {
      vi.unstubAllEnvs()
      await host.close()
      await school.close()
    },
  }
  const pointed = pointedAt({ ...of, address: () => host.address }, host.address)
  for (const [source, patch] of Object.entries(pointed)) await doors.source(source, { ...patch, realms: ['admin', 'welcome', 'exam'] })
  await doors.moveTo(SITE)
  return doors
}
export interface TokenAnswer {
  status: number
  body: Record<string, unknown> & { error_code?: number; access_token?: string; bindTicket?: string; mfaTicket?: string; accountNo?: string }
}
export const asked = (reply: Response): TokenAnswer => ({ status: reply.statusCode, body: reply.json() as TokenAnswer['body'] })

/** A browser session with its cookies. */
export class Browser {
  readonly cookies = new Map<string, string>()
  private readonly app: FastifyInstance
  private readonly appType: string
  constructor(app: FastifyInstance, appType = '0') {
    this.app = app
    this.appType = appType
  }
  private headers(extra: Record<string, string> = {}): Record<string, string> {
    return { authorization: BASIC, 'tenant-id': '100001', 'web-type': this.appType, cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join('; '), ...extra }
  }
  /** Starts a sign-in at another system; returns the redirect URL after choosing the identity `as`. */
  async leave(
    source: string,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ url: URL; state: string; redirect: string | null; cookie: string }> {
    const reply = await this.app.inject({
      method: 'GET',
      url: '/api/flySource-auth/openApi/social/authorize',
      query: { source, tenantId: '100001', appType: this.appType, ...query },
      headers: this.headers(headers),
    })
    const body = reply.json() as { code: number; msg: string; data: { url: string; state: string; redirect: string | null } }
    if (body.code !== 200) throw new Error(body.msg)
    const cookie = String(reply.headers['set-cookie'])
    const [name = '', value = ''] = (cookie.split(';')[0] as string).split('=')
    this.cookies.set(name, value)
    return { url: new URL(body.data.url), state: body.data.state, redirect: body.data.redirect, cookie }
  }
  /** Picks this person at the other system; returns the callback URL. */
  async pick(at: URL, person: string): Promise<URL> {
    at.searchParams.set('as', person)
    const reply = await fetch(at, { redirect: 'manual' })
    const to = reply.headers.get('location')
    if (!to) throw new Error(`the stand-in answered ${reply.status}`)
    return new URL(to)
  }
  async token(params: Record<string, string>, headers: Record<string, string> = {}): Promise<TokenAnswer> {
    return asked(
      await this.app.inject({
        method: 'POST',
        url: '/api/flySource-auth/oauth/token',
        headers: this.headers({ 'content-type': 'application/x-www-form-urlencoded', ...headers }),
        payload: new URLSearchParams({ tenantId: '100001', ...params }).toString(),
      }),
    )
  }
  social(source: string, code: string, state = ''): Promise<TokenAnswer> {
    return this.token({ grant_type: 'social', source, code, state })
  }
  /** The whole round trip. */
  async through(source: string, person: string): Promise<TokenAnswer> {
    const { url } = await this.leave(source)
    const back = await this.pick(url, person)
    return this.social(source, back.searchParams.get('code') ?? '', back.searchParams.get('state') ?? '')
  }
  async bind(bindTicket: string, userName: string, password: string, captcha?: { key: string; code: string }, type = 'account'): Promise<TokenAnswer> {
    return asked(
      await this.app.inject({
        method: 'POST',
        url: '/api/flySource-auth/openApi/bindUser',
        headers: this.headers(captcha ? { 'captcha-key': captcha.key, 'captcha-code': captcha.code } : {}),
        payload: { bindTicket, username: userName, password: type === 'account' ? md5(password) : password, type, tenantId: '100001' },
      }),
    )
  }
}
export const captcha = (doors: Doors): Promise<{ key: string; code: string }> => solvedCaptcha(doors.school.server.identity, 'bind')
/** A signed-in user with access token. */
export interface SignedIn {
  get<T>(path: string): Promise<Answer<T>>
  post<T>(path: string, body?: object): Promise<Answer<T>>
}
export function signedIn(doors: Doors, token = ''): SignedIn {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<T>> => {
    const headers = { 'flysource-auth': `bearer ${token}` }
    const reply = await doors.school.server.app.inject({ method, url: `/api/flySource-${path}`, headers, ...(body ? { payload: body } : {}) })
    const json = reply.json() as Answer<T>
    return { ...json, status: reply.statusCode, errors: json.errors ?? [] }
  }
  return { get: path => call('GET', path), post: (path, body) => call('POST', path, body) }
}
/** Enrols an authenticator with the ticket of the first factor; returns the second factor to send. */
export async function enrol(doors: Doors, mfaTicket: string): Promise<{ mfaTicket: string; proof: string }> {
  const call = async <T>(path: string, payload: object): Promise<T> => {
    const headers = { authorization: BASIC, 'tenant-id': '100001' }
    const reply = await doors.school.server.app.inject({ method: 'POST', url: `/api/flySource-auth/openApi/${path}`, payload, headers })
    return (reply.json() as { data: T }).data
  }
  const { secret } = await call<{ secret: string }>('mfaEnrol', { mfaTicket })
  return call('mfaConfirm', { mfaTicket, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
}
