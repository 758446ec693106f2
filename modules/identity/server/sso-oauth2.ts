import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { askJson, keysOf, valueAt, withQuery } from './sso-call.ts'
import { doorRefusal, type External, extraOf, type KeyedSource, type SourceRow } from './sso-settings.ts'

const ID_TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const

/** State kept between the redirect and the callback. */
export interface Leaving {
  redirectUri: string
  verifier: string
  nonce: string
}
/** Authorization URL: authorization-code flow with PKCE (RFC 6749, RFC 7636). */
export function oauth2Url(source: SourceRow, state: string, { redirectUri, verifier, nonce }: Leaving): string {
  const { scope, noPkce } = extraOf(source)
  return withQuery(source.authorizeUrl ?? '', {
    response_type: 'code',
    client_id: source.clientId ?? '',
    redirect_uri: redirectUri,
    state,
    ...(scope ? { scope } : {}),
    ...(source.jwksUrl ? { nonce } : {}),
    ...(noPkce ? {} : { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }),
  })
}
/** Redeems the code and returns the identity: from the id_token if the source has keys, and from its user info. */
export async function redeemOauth2(source: KeyedSource, code: string, left: Leaving): Promise<External> {
  const { basicAuth, noPkce } = extraOf(source)
  const id = source.clientId ?? ''
  const secret = source.clientSecret ?? ''
  const form = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: left.redirectUri, client_id: id })
  if (!noPkce) form.set('code_verifier', left.verifier)
  if (secret && !basicAuth) form.set('client_secret', secret)
  const basic = `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`
  const tokens = await askJson(source, source.tokenUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(basicAuth ? { authorization: basic } : {}) },
    body: form.toString(),
  })
  const claims = source.jwksUrl ? await idTokenClaims(source, tokens.id_token, left.nonce) : undefined
  if (!source.userInfoUrl && claims) return externalOf(source, claims)
  const info = await userInfo(source, tokens.access_token)
  // Subjects of user info and id_token must match; otherwise one person's code could open another's account.
  if (claims && info.sub !== undefined && info.sub !== claims.sub) throw notTrusted(source)
  return externalOf(source, { ...claims, ...info })
}
/** An access token presented by the browser is verified with the source; it proves nothing by itself. */
export async function redeemAccessToken(source: SourceRow, token: string): Promise<External> {
  if (!extraOf(source).takesAccessToken || !source.userInfoUrl) throw doorRefusal(403, 'noAccessToken', '“{name}”不接受直接携带令牌登录', { name: source.name })
  const info = await userInfo(source, token)
  const issuedTo = info.client_id ?? info.aud
  // Refuse tokens issued to another client of the school.
  if (issuedTo !== undefined && ![issuedTo].flat().includes(source.clientId)) throw notTrusted(source)
  return externalOf(source, info)
}
async function userInfo(source: SourceRow, token: unknown): Promise<Record<string, unknown>> {
  if (typeof token !== 'string' || !/^[\x21-\x7e]{1,4000}$/.test(token)) throw notTrusted(source)
  return askJson(source, source.userInfoUrl ?? '', { headers: { authorization: `Bearer ${token}` } })
}
async function idTokenClaims(source: SourceRow, token: unknown, nonce: string): Promise<Record<string, unknown>> {
  const { issuer, clockSkew = 30 } = extraOf(source)
  if (typeof token !== 'string') throw notTrusted(source)
  const { payload } = await jwtVerify(token, keysOf(source), {
    algorithms: [...ID_TOKEN_ALGORITHMS],
    audience: source.clientId ?? '',
    clockTolerance: clockSkew,
    requiredClaims: ['sub', 'exp', 'iat'],
    ...(issuer ? { issuer } : {}),
  }).catch(() => {
    throw notTrusted(source)
  })
  if (payload.nonce !== nonce) throw notTrusted(source)
  return payload
}
const notTrusted = (source: SourceRow) => doorRefusal(400, 'notTrusted', '“{name}”的回答没有通过校验，请重新登录', { name: source.name })

function externalOf(source: SourceRow, answer: Record<string, unknown>): External {
  const id = valueAt(answer, source.subjectPath || 'sub')
  if (!id) throw doorRefusal(400, 'noSubject', '“{name}”的回答里没有账号，请联系管理员', { name: source.name }, null)
  return { id, name: valueAt(answer, 'name') ?? valueAt(answer, 'nickName') ?? null, raw: answer }
}
