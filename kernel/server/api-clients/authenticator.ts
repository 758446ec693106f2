import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { type Code, Refusal } from '#model'
import { systemGate } from '../access/calls.ts'
import { today } from '../base/today.ts'
import type { Core } from '../data/core.ts'
import type { Authenticate, Caller } from '../http/app.ts'
import { routeOf } from '../http/route.ts'
import { isCampus } from '../identity/address-limit.ts'
import { refuseForeignTenant } from '../identity/authenticate.ts'
import type { School, Schools } from '../identity/schools.ts'
import { type ApiClient, apiId, type ClientKeys, clientOf, isReadable, keysOfClient, principalOf, RATE_CLASSES, settingOf } from './client.ts'
import { HEADERS, isSignedBy, SKEW_MS } from './signature.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Application of the request, and the reason of its refusal, for the log. */
    application: { tenantId: string; client: ApiClient; reason?: Reason } | undefined
  }
}
export const REASONS = {
  malformed: '调用应用接口要带请求头 App-Key、App-Timestamp、App-Nonce、App-Signature，写法见接口说明',
  signature: '应用签名不正确',
  skew: '请求时间与服务器相差超过 5 分钟',
  replay: '这个 App-Nonce 已经用过，每次调用要用新的',
  disabled: '应用“{name}”已停用',
  expired: '应用“{name}”已于 {validTo} 到期',
  address: '应用“{name}”不能从地址 {ip} 调用',
  notGranted: '应用“{name}”没有得到接口 {api}',
  closed: '接口 {api} 已停止对应用开放',
  rate: '接口 {api} 每分钟最多调用 {most} 次',
  quota: '应用“{name}”今天的 {quota} 次调用已经用完',
} as const
export type Reason = keyof typeof REASONS | 'school'
const CODES: Partial<Record<Reason, Code>> = { disabled: 401, expired: 401, address: 403, notGranted: 403, closed: 403, rate: 429, quota: 429 }
const KEY = /^([A-Za-z0-9]{1,12})-[\w-]{16}$/
/** Dummy key for unknown clients: same response and same timing. */
const NOBODY = '0'.repeat(64)
interface Pace {
  api: string
  most: number
}
interface Signed {
  appKey: string
  school: string
  timestamp: string
  nonce: string
  signature: string
}

export const isApiClientCall = (request: FastifyRequest): boolean => request.headers[HEADERS.key] !== undefined
/** Authenticates third-party applications by request signature. Afterwards they pass the same permission gate as people, with the granted APIs only. */
export class ApiClientAuthenticator {
  private readonly core: Core
  private readonly schools: Schools
  constructor(core: Core, schools: Schools) {
    this.core = core
    this.schools = schools
  }
  readonly authenticate: Authenticate = async request => {
    const signed = signedOf(request)
    const school = await this.schools.byCode(signed.school).catch(error => {
      if (error instanceof Refusal) return undefined
      throw error
    })
    const client = school && (await clientOf(this.core, school.id, signed.appKey))
    if (school && client) request.application = { tenantId: school.id, client }
    checkSignature(request, signed, client, school && (await keysOfClient(this.core, school.id, signed.appKey)))
    if (!school || !client) throw refusal(request, 'signature')
    return this.admit(request, school, client, signed)
  }
  private async admit(request: FastifyRequest, school: School, client: ApiClient, signed: Signed): Promise<Caller> {
    const { name, validTo } = client
    const principal = principalOf(this.core, school, client)
    if (!client.isEnabled || ['frozen', 'closed'].includes(school.state)) throw refusal(request, 'disabled', { name })
    if (validTo && validTo < today()) throw refusal(request, 'expired', { name, validTo })
    request.caller = { principal, need: undefined, token: '' } // later refusals are audited under the application's name
    if (client.ipRanges?.length && !isCampus(request.ip, client.ipRanges.join(','))) throw refusal(request, 'address', { name, ip: request.ip })
    await refuseForeignTenant(this.core.pool, request, principal).catch(error => {
      if (request.application) request.application.reason = 'school'
      throw error
    })
    await this.count(request, client, signed.nonce, await this.checkApi(request, client))
    return request.caller
  }
  /** Checks that the application may call this route; returns the route's rate limit. */
  private async checkApi(request: FastifyRequest, client: ApiClient): Promise<Pace> {
    const { url = '', config } = routeOf(request)
    const api = apiId(request.method, url)
    if (!client.apiIds.includes(api) || !isReadable({ method: request.method, permission: config.permission ?? '' }))
      throw refusal(request, 'notGranted', { name: client.name, api })
    const setting = await settingOf(this.core, request.application?.tenantId ?? '', request.method, url)
    if (setting?.isOpen === false) throw refusal(request, 'closed', { api })
    return { api, most: RATE_CLASSES[setting?.rateClass ?? 'normal'] }
  }
  /** Records the nonce and counts against rate limit and daily quota in one statement, so that concurrent calls on several processes cannot exceed them. */
  private async count(request: FastifyRequest, client: ApiClient, nonce: string, { api, most }: Pace): Promise<void> {
    const db = systemGate(this.core, request.application?.tenantId ?? '', 'applications')
    const [found] = await db.query<{ isNew: boolean; isPaced: boolean; calls: number | null }>(sql`
      with taken as (insert into api_nonce (tenant_id, api_client_id, nonce) values (${db.me.tenantId}, ${client.id}, ${nonce}) on conflict do nothing returning 1),
      paced as (insert into api_client_rate as r (tenant_id, api_client_id, api) select ${db.me.tenantId}, ${client.id}, ${api} from taken
        on conflict (tenant_id, api_client_id, api) do update set began_at = case when r.began_at > now() - interval '1 minute' then r.began_at else now() end,
          calls = case when r.began_at > now() - interval '1 minute' then r.calls + 1 else 1 end
        where r.began_at <= now() - interval '1 minute' or r.calls < ${most} returning calls),
      counted as (insert into api_client_day as d (tenant_id, api_client_id, day, calls, last_at) select ${db.me.tenantId}, ${client.id}, current_date, 1, now() from paced
        on conflict (tenant_id, api_client_id, day) do update set calls = d.calls + 1, last_at = now() where d.calls < ${client.dailyQuota} returning calls)
      select exists (select from taken) as "isNew", exists (select from paced) as "isPaced", (select calls from counted) as calls`)
    if (!found?.isNew) throw refusal(request, 'replay')
    if (!found.isPaced) throw refusal(request, 'rate', { api, most }, 60)
    if (found.calls === null) throw refusal(request, 'quota', { name: client.name, quota: client.dailyQuota }, untilMidnight())
  }
}
function signedOf(request: FastifyRequest): Signed {
  const [appKey, timestamp, nonce, signature] = [HEADERS.key, HEADERS.timestamp, HEADERS.nonce, HEADERS.signature].map(name => String(request.headers[name] ?? ''))
  const school = KEY.exec(appKey ?? '')?.[1]
  if (!appKey || !school || !/^\d{13}$/.test(timestamp ?? '') || !/^[\w-]{16,64}$/.test(nonce ?? '') || !/^[0-9a-f]{64}$/.test(signature ?? '')) throw refusal(request, 'malformed')
  return { appKey, school, timestamp: timestamp as string, nonce: nonce as string, signature: signature as string }
}
function checkSignature(request: FastifyRequest, { timestamp, nonce, signature }: Signed, client: ApiClient | undefined, stored: ClientKeys | undefined): void {
  const [path = '', query = ''] = request.originalUrl.replace(/^.*?(?=\/api\/)/, '').split(/\?(.*)/s)
  const now = Date.now()
  const isOverlapping = client?.previousUntil && Date.parse(client.previousUntil) > now
  const keys = [stored?.secretHash ?? NOBODY, ...(isOverlapping && stored?.previousSecretHash ? [stored.previousSecretHash] : [])]
  if (!isSignedBy(keys, { method: request.method, path, query, timestamp, nonce }, signature)) throw refusal(request, 'signature')
  if (Math.abs(now - Number(timestamp)) > SKEW_MS) throw refusal(request, 'skew')
}
function refusal(request: FastifyRequest, reason: keyof typeof REASONS, values: Record<string, unknown> = {}, retryAfter?: number): Refusal {
  if (request.application) request.application.reason = reason
  const code = CODES[reason] ?? 400
  const data = retryAfter ? { retryAfter } : code === 400 ? { serverTime: Date.now() } : undefined
  return new Refusal(code, [{ rule: `applications.${reason}`, text: REASONS[reason], values }], data)
}
const DAY_S = 86_400
const EAST_S = 8 * 3600
const untilMidnight = (): number => DAY_S - Math.floor((Date.now() / 1000 + EAST_S) % DAY_S)
