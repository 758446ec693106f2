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
/** Each departure has a cookie of its own, so that two tabs do not disturb each other. */
export const cookieOf = (state: string): string => `qlDoor-${state.slice(0, 12)}`
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** Inside WeCom people are known already; elsewhere they scan. */
export const isWecomApp = (request: FastifyRequest): boolean => /wxwork/i.test(request.headers['user-agent'] ?? '')

/** Who leaves for another system, and what for: coming back counts for nothing else. */
export interface Traveller {
  tenantId: string
  realm: Realm
  /** To sign in; an administrator to try the source out; somebody signed in to bind their account. */
  use: 'signIn' | 'test' | 'bind'
  /** Only its holder can come back: a cookie's value, the session that asks. */
  secret: string
}
const purposeOf = (source: SourceRow, { tenantId, realm, use }: Traveller): string => `state:${tenantId}:${realm}:${source.source}:${use}`

/** Begins a departure; answers where the browser goes. */
export async function depart(identity: Identity, source: SourceRow, who: Traveller, of: { site: string; ip: string; isInApp: boolean }): Promise<{ state: string; url: string }> {
  const data: Leaving = { redirectUri: returnAddress(source, who.realm, of.site), verifier: newSecret(), nonce: newSecret() }
  const state = await identity.challenges.make({ kind: 'state', purpose: purposeOf(source, who), secret: who.secret, data, ip: of.ip, seconds: STATE_SECONDS })
  return { state, url: departureUrl(source, who, state, data, of.isInApp) }
}
/** Where the other side sends the browser back to. */
export function returnAddress(source: SourceRow, realm: Realm, site: string): string {
  if (source.protocol !== 'wecom') return `${site}/oauth/callback/${encodeURIComponent(source.source)}`
  return `${site}${realm === 'welcome' ? '/welcome' : ''}/loginbywechatenterprise`
}
function departureUrl(source: SourceRow, who: Traveller, state: string, left: Leaving, isInApp: boolean): string {
  if (source.protocol === 'oauth2') return oauth2Url(source, state, left)
  if (source.protocol === 'wecom') return wecomUrl(source, state, left.redirectUri, isInApp)
  if (source.protocol === 'cas' && source.authorizeUrl) return withQuery(source.authorizeUrl, { service: casService(who, state, left) })
  if (source.protocol === 'jwt' && source.authorizeUrl) return source.authorizeUrl
  throw doorRefusal(400, 'noAddress', '“{name}”没有登录页，请从原来的系统打开', { name: source.name })
}
/** CAS knows no state: in the service it makes the ticket good for this one binding, so that nobody can slip another's ticket into it. */
export const casService = ({ use }: Traveller, state: string, { redirectUri }: Leaving): string => (use === 'bind' ? withQuery(redirectUri, { state }) : redirectUri)

/** Only what somebody left with brings them back, once. Anything else is refused and leaves a trace. */
export async function arrive(identity: Identity, source: SourceRow, who: Traveller, state: string, seen: { ip: string; traceId: string }): Promise<Leaving> {
  const left = await identity.challenges.take<Leaving>('state', purposeOf(source, who), state, who.secret)
  if (left) return left
  const detail = { source: source.source, state: state.slice(0, 12) }
  await writeAudit(identity.deps.gateOf(who.tenantId), { userId: null, action: 'signIn.state', bizType: 'identitySource', detail, ...seen })
  throw doorRefusal(400, 'state', '这次登录已过期，或不是从这个浏览器开始的，请重新登录')
}
/** Who the code stands for. */
export const redeem = (source: KeyedSource, settings: DoorSettings, code: string, left: Leaving): Promise<External> =>
  source.protocol === 'wecom' ? redeemWecom(source, settings, code) : redeemOauth2(source, code, left)
