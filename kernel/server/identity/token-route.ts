import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { withTenant } from '../data/tenant-db.ts'
import { formatIssue, translate } from '../i18n/translate.ts'
import { settings } from '../params/identity-parameters.ts'
import { accountById, userInfo } from './accounts.ts'
import type { Client } from './clients.ts'
import { REALM_OF_APP_TYPE } from './deps.ts'
import type { Identity } from './index.ts'
import { normalName, originOf } from './origin.ts'
import { refresh, unauthorized } from './refresh.ts'
import { assertActive } from './schools.ts'
import type { Credentials } from './sign-in.ts'
import { lifetimes } from './sign-in-completion.ts'
import { isToken } from './tokens.ts'
import { type Entered, type SignInWay, TOKEN_PARAMS, type TokenParams } from './ways.ts'

const bad = (field: string, rule: string, text: string, values: Record<string, unknown> = {}): Refusal =>
  new Refusal(400, [{ field, rule: `identity.token.${rule}`, text, values }])

/** POST oauth/token: the flat response of the customer's contract. Refusals are HTTP 400, for a refresh HTTP 200. */
export function tokenRoute(app: FastifyInstance, identity: Identity): void {
  app.post('/api/auth/oauth/token', { config: { open: 'this is where people sign in', secretQuery: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    let isRefresh = false
    try {
      const params = paramsOf(request)
      isRefresh = params.grant_type === 'refresh_token'
      const cookies: string[] = []
      const answer = isRefresh ? await renew(identity, request, params) : await signInBy(identity, request, params, { setCookie: line => cookies.push(line) })
      if (cookies.length) reply.header('set-cookie', cookies)
      return answer
    } catch (error) {
      // a 503 without issues is an overload of the server, not an answer about the credentials
      if (!(error instanceof Refusal) || (error.code === 503 && !error.issues.length)) throw error
      return flat(request, reply, error, isRefresh)
    }
  })
}
/** Options of a sign-in that does more than sign in. */
export interface Along {
  /** A captcha was already passed. */
  captchaPassed?: boolean
  /** Authenticates an account to bind an external identity to it; methods disabled for sign-in are accepted. */
  toBind?: boolean
  /** Runs in the transaction that creates the session; throwing cancels the session. */
  began?: Entered['began']
  /** Receives cookies to set on the response. */
  setCookie?: (line: string) => void
}
/** Signs in by password or by a module's method, depending on the parameters. */
export async function signInBy(identity: Identity, request: FastifyRequest, params: TokenParams, along: Along = {}): Promise<Record<string, unknown>> {
  const client = await clientOf(identity, request, params)
  const way = identity.deps.wayOf(params)
  return way ? enter(identity, request, params, client, way, along) : identity.signIn.run({ ...credentials(request, params, client), ...along })
}
async function clientOf(identity: Identity, request: FastifyRequest, params: TokenParams): Promise<Client> {
  const client = await identity.clients.of(request.headers.authorization, request.headers.origin)
  assertGrant(client, params)
  return client
}
/** Parameters from the URL (removed before anything logs it), form or JSON body. */
function paramsOf(request: FastifyRequest): TokenParams {
  const body = request.body && typeof request.body === 'object' ? request.body : {}
  const given: Record<string, unknown> = { ...request.tokenParams, ...body }
  const made: TokenParams = {}
  for (const [key, value] of Object.entries(given)) {
    const name = TOKEN_PARAMS.find(k => k === key)
    if (!name) throw bad(key.slice(0, 60), 'unknown', '没有“{key}”这一项', { key: key.slice(0, 60) })
    if (typeof value !== 'string' || value.length > 5000) throw bad(name, 'type', '{key} 的值不对', { key: name })
    made[name] = value
  }
  return made
}
function assertGrant(client: Client, params: TokenParams): void {
  const grant = params.grant_type ?? ''
  if (client.grantTypes.includes(grant)) return
  throw bad('grant_type', 'grantNotEnabled', '没有开通这种登录方式：{grant}', { grant: grant.slice(0, 30) })
}
const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Tenant code from header or parameters. */
function tenantOf(request: FastifyRequest, params: TokenParams): string {
  const header = one(request.headers['tenant-id'])
  if (header && params.tenantId && header !== params.tenantId) throw bad('tenantId', 'twoTenants', '请求头和参数中的学校编号不一致')
  return params.tenantId || header
}
function realmOf(request: FastifyRequest, type: string, client: Client): Realm {
  const realm = type === 'welcome' || type === 'exam' ? type : REALM_OF_APP_TYPE[one(request.headers['web-type']) || '0']
  if (!realm || !client.realms.includes(realm)) throw bad('type', 'typeNotEnabled', '没有开通这种登录方式：{grant}', { grant: type.slice(0, 30) })
  return realm
}
const captchaOf = (request: FastifyRequest): { key: string; code: string } => ({
  key: one(request.headers['captcha-key']).slice(0, 100),
  code: one(request.headers['captcha-code']).slice(0, 2000),
})

/** Sign-in by a module's method. */
async function enter(identity: Identity, request: FastifyRequest, params: TokenParams, client: Client, way: SignInWay, along: Along): Promise<Record<string, unknown>> {
  const { deps, schools, admission } = identity
  const school = await schools.byCode(tenantOf(request, params))
  assertActive(school)
  const origin = originOf(request)
  const realm = realmOf(request, params.type ?? '', client)
  const db = deps.gateOf(school.id)
  const call = {
    params,
    realm,
    school,
    client,
    origin,
    lang: request.lang,
    cookies: origin.cookies,
    captcha: captchaOf(request),
    traceId: request.id,
    db,
    identity,
    setCookie: along.setCookie ?? (() => {}),
  }
  const entered = await way.run(call)
  const account = await accountById(db, entered.userId)
  if (account?.realm !== realm) throw bad('type', 'otherRealm', '这个账号不能在这里登录')
  return admission.admit({
    school,
    client,
    origin,
    account,
    way: entered.way ?? way.type ?? way.grant,
    isStrong: entered.isStrong ?? false,
    toBind: along.toBind ?? false,
    onSessionCreated: both(entered.began, along.began),
    ssoSessionId: entered.tie,
  })
}
function both(one: Entered['began'], two: Entered['began']): Entered['began'] {
  if (!one || !two) return one ?? two
  return async (db, sessionId) => {
    await one(db, sessionId)
    await two(db, sessionId)
  }
}
function credentials(request: FastifyRequest, params: TokenParams, client: Client): Credentials {
  const type = params.type ?? 'account'
  if (params.grant_type !== 'password' || !['account', 'welcome', 'exam'].includes(type))
    throw bad('type', 'typeNotEnabled', '没有开通这种登录方式：{grant}', { grant: type.slice(0, 30) })
  const realm = realmOf(request, type, client)
  const userName = normalName(params.username ?? '')
  const captcha = captchaOf(request)
  if (!userName) throw bad('username', 'userNameNeeded', '请输入用户名')
  if (!/^[0-9a-f]{32}$/i.test(params.password ?? '')) throw bad('password', 'passwordForm', '密码应是 32 位十六进制的 MD5')
  return {
    tenantCode: tenantOf(request, params),
    userName,
    password: (params.password as string).toLowerCase(),
    realm,
    way: type,
    captchaKey: captcha.key,
    captchaCode: captcha.code,
    client,
    origin: originOf(request),
  }
}
async function renew(identity: Identity, request: FastifyRequest, params: TokenParams): Promise<Record<string, unknown>> {
  const client = await clientOf(identity, request, params)
  const { deps, cipher, schools } = identity
  const refreshToken = params.refresh_token ?? ''
  if (!refreshToken) throw bad('refresh_token', 'refreshNeeded', '缺少刷新令牌')
  if (!isToken(refreshToken)) throw unauthorized(undefined)
  const made = await refresh(deps, cipher, {
    refreshToken,
    clientId: client.clientId,
    accessSeconds: client.accessTtl,
    refreshSeconds: async (tenantId, terminal) => lifetimes(client, settings('session', await deps.params(tenantId, 'session')), terminal).refreshSeconds,
    tenantCode: params.tenantId || one(request.headers['tenant-id']),
    ip: request.ip,
  })
  const school = await schools.byId(made.tenantId)
  const account = await withTenant(deps.pool, school.id, db => accountById(db, made.userId))
  if (account?.status !== 'enabled' || account.isOutlived) {
    await identity.sessions.end(school.id, made.sessionId, 'disabled')
    throw unauthorized('disabled')
  }
  const info = await userInfo(deps, school, account, made.previousLoginAt, made.needs.includes('password'))
  return { access_token: made.accessToken, token_type: 'bearer', refresh_token: made.refreshToken, expires_in: made.expiresIn, ...info }
}
/** The flat error response. Clients read `error_code` and show `error_description`. */
export function flat(request: FastifyRequest, reply: FastifyReply, refusal: Refusal, isRefresh: boolean): FastifyReply {
  const issue = refusal.issues[0]
  const msg = issue ? formatIssue(request.lang, issue) : translate(request.lang, '登录失败')
  const data = (refusal.data ?? {}) as { retryAfter?: number; needCaptcha?: boolean }
  if (data.retryAfter) reply.header('retry-after', String(data.retryAfter))
  const isMild = isRefresh && (refusal.code === 400 || refusal.code === 401)
  const errors = refusal.issues.map(({ text, ...rest }) => ({ ...rest, msg: formatIssue(request.lang, { text, ...rest }) }))
  return reply.status(isMild ? 200 : 400).send({ error_code: refusal.code, error_description: msg, msg, needCaptcha: data.needCaptcha ?? false, ...data, errors })
}
