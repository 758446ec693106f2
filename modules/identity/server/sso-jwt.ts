import { type JWTPayload, jwtVerify } from 'jose'
import { keysOf, valueAt } from './sso-call.ts'
import { doorRefusal, type External, extraOf, type KeyedSource, type SourceRow } from './sso-settings.ts'

/** Longest accepted remaining lifetime of a token; limits the use of a copied one. */
const MOST_SECONDS = 300
const DEFAULT_SKEW = 30
const bad = (source: SourceRow, why: string) => doorRefusal(400, 'jwt', '“{name}”的登录链接无效或已过期，请从原来的系统重新打开', { name: source.name }, { why })

/** Verifies a JWT with the source's only algorithm (RFC 8725): tokens naming another algorithm, or none, are rejected first. */
export async function checkJwt(source: KeyedSource, token: string, schoolCode: string): Promise<External & { proof: string; expiresAt: Date }> {
  const { algorithm, issuer, audience, clockSkew = DEFAULT_SKEW } = extraOf(source)
  if (!algorithm) throw bad(source, 'algorithm')
  const options = {
    algorithms: [algorithm],
    audience: audience || schoolCode,
    clockTolerance: clockSkew,
    requiredClaims: ['exp', 'sub', 'jti'],
    ...(issuer ? { issuer } : {}),
  }
  const verified = algorithm === 'HS256' ? jwtVerify(token, secretOf(source), options) : jwtVerify(token, keysOf(source), options)
  const { payload } = await verified.catch(error => {
    throw bad(source, (error as { code?: string }).code ?? 'invalid')
  })
  const exp = payload.exp as number
  if (exp > Date.now() / 1000 + MOST_SECONDS + clockSkew) throw bad(source, 'tooLong')
  const id = valueAt(payload, source.subjectPath || 'sub')
  const { jti } = payload
  if (!id || typeof jti !== 'string' || !jti || jti.length > 200) throw bad(source, 'claims')
  return { id, name: nameIn(payload), raw: payload, proof: jti, expiresAt: new Date((exp + clockSkew) * 1000) }
}
const nameIn = (payload: JWTPayload): string | null => valueAt(payload, 'name') ?? null
function secretOf(source: KeyedSource): Uint8Array {
  if (!source.clientSecret) throw bad(source, 'secret')
  return new TextEncoder().encode(source.clientSecret)
}
