import type { SourceExtra } from '../model/sso.ts'
import type { StandIn } from './stand-in.ts'

interface Pointed {
  isEnabled: true
  showOnLogin: boolean
  realms: Array<'admin' | 'welcome' | 'exam'>
  clientId?: string
  clientSecret?: string
  authorizeUrl?: string
  tokenUrl?: string
  userInfoUrl?: string
  validateUrl?: string
  logoutUrl?: string
  jwksUrl?: string
  subjectPath: string
  matchBy: 'accountNo'
  extra: SourceExtra
}
/** Built-in sources configured for a stand-in. `inner` is its address as seen from the server. */
export function pointedAt(of: StandIn, inner: string): Readonly<Record<'cas' | 'oauth2' | 'jwt' | 'wecom', Pointed>> {
  const [out, own] = [of.address() + of.prefix, inner + of.prefix]
  const common = { isEnabled: true, showOnLogin: true, realms: ['admin'], matchBy: 'accountNo' } as const
  return {
    cas: {
      ...common,
      realms: ['admin'],
      authorizeUrl: `${out}/cas/login`,
      validateUrl: `${own}/cas/p3/serviceValidate`,
      logoutUrl: `${out}/cas/logout`,
      subjectPath: 'user',
      extra: {},
    },
    oauth2: {
      ...common,
      realms: ['admin'],
      clientId: of.clientId,
      clientSecret: of.secret,
      authorizeUrl: `${out}/oidc/authorize`,
      tokenUrl: `${own}/oidc/token`,
      userInfoUrl: `${own}/oidc/userinfo`,
      jwksUrl: `${own}/jwks`,
      subjectPath: 'sub',
      extra: { scope: 'openid profile', issuer: `${out}/oidc`, takesAccessToken: true },
    },
    jwt: { ...common, realms: ['admin'], authorizeUrl: `${out}/portal`, jwksUrl: `${own}/jwks`, subjectPath: 'sub', extra: { algorithm: 'RS256', issuer: `${out}/portal` } },
    wecom: {
      ...common,
      realms: ['admin', 'welcome'],
      clientSecret: of.secret,
      authorizeUrl: `${out}/wecom/authorize`,
      tokenUrl: `${own}/wecom/cgi-bin/gettoken`,
      userInfoUrl: `${own}/wecom/cgi-bin/auth/getuserinfo`,
      subjectPath: 'userid',
      extra: { corpId: of.corpId, agentId: of.agentId, qrUrl: `${out}/wecom/qr` },
    },
  }
}
