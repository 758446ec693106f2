import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#server/audit/audit-line.ts'
import type { Realm } from '#server/context.ts'
import type { Identity } from '#server/identity/index.ts'
import { withQuery } from './sso-call.ts'
import { type Leaving, oauth2Url, redeemOauth2 } from './sso-oauth2.ts'
import { type DoorSettings, doorRefusal, type External, type KeyedSource, type SourceRow } from './sso-settings.ts'
import { redeemWecom, wecomUrl } from './sso-wecom.ts'

export const STATE_SECONDS = 300
/** One cookie per login attempt, so that parallel tabs do not interfere. */
export const cookieOf = (state: string): string => `qlDoor-${state.slice(0, 12)}`
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** Inside WeCom the user is known; elsewhere the QR code is shown. */
export const isWecomApp = (request: FastifyRequest): boolean => /wxwork/i.test(request.headers['user-agent'] ?? '')

/** State of a redirect to another system, bound to its purpose. */
export interface Traveller {
  tenantId: string
  realm: Realm
  /** Sign-in, an administrator's trial, or binding by a signed-in user. */
  use: 'signIn' | 'test' | 'bind'
  /** Binds the return to its initiator: a cookie value, or the session. */
  secret: string
}
const purposeOf = (source: SourceRow, { tenantId, realm, use }: Traveller): string => `state:${tenantId}:${realm}:${source.source}:${use}`

/** Starts a redirect; returns its URL. */
export async function depart(identity: Identity, source: SourceRow, who: Traveller, of: { site: string; ip: string; isInApp: boolean }): Promise<{ state: string; url: string }> {
  const data: Leaving = { redirectUri: returnAddress(source, who.realm, of.site), verifier: newSecret(), nonce: newSecret() }
  const state = await identity.challenges.make({ kind: 'state', purpose: purposeOf(source, who), secret: who.secret, data, ip: of.ip, seconds: STATE_SECONDS })
  return { state, url: departureUrl(source, who, state, data, of.isInApp) }
}
/** Redirect URI registered with the provider. */
export function returnAddress(source: SourceRow, realm: Realm, site: string): string {
  if (source.protocol !== 'wecom') return `${site}/oauth/callback/${encodeURIComponent(source.source)}`
  const address = `${site}${realm === 'welcome' ? '/welcome' : ''}/loginbywechatenterprise`
  return source.source === 'wecom' ? address : withQuery(address, { source: source.source })
}
function departureUrl(source: SourceRow, who: Traveller, state: string, left: Leaving, isInApp: boolean): string {
  if (source.protocol === 'oauth2') return oauth2Url(source, state, left)
  if (source.protocol === 'wecom') return wecomUrl(source, state, left.redirectUri, isInApp)
  if (source.protocol === 'cas' && source.authorizeUrl) return withQuery(source.authorizeUrl, { service: casService(who, state, left) })
  if (source.protocol === 'jwt' && source.authorizeUrl) return source.authorizeUrl
  throw doorRefusal(400, 'noAddress', '“{name}”没有登录页，请从原来的系统打开', { name: source.name })
}
/** CAS has no state parameter. For bindings the state is part of the service URL, so that a ticket of somebody else cannot be injected (login CSRF). */
export const casService = ({ use }: Traveller, state: string, { redirectUri }: Leaving): string => (use === 'bind' ? withQuery(redirectUri, { state }) : redirectUri)

/** Validates the state of a callback, once. Anything else is refused and logged. */
export async function arrive(identity: Identity, source: SourceRow, who: Traveller, state: string, seen: { ip: string; traceId: string }): Promise<Leaving> {
  const left = await identity.challenges.take<Leaving>('state', purposeOf(source, who), state, who.secret)
  if (left) return left
  const detail = { source: source.source, state: state.slice(0, 12) }
  await writeAudit(identity.deps.gateOf(who.tenantId), { userId: null, action: 'signIn.state', bizType: 'identitySource', detail, ...seen })
  throw doorRefusal(400, 'state', '这次登录已过期，或不是从这个浏览器开始的，请重新登录')
}
/** Exchanges a code for the external identity. */
export const redeem = (source: KeyedSource, settings: DoorSettings, code: string, left: Leaving): Promise<External> =>
  source.protocol === 'wecom' ? redeemWecom(source, settings, code) : redeemOauth2(source, code, left)
