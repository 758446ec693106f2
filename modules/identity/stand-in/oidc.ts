import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { SignJWT } from 'jose'
import { Once } from './memory.ts'
import { pickPage, type StandInPerson, textPage } from './page.ts'
import { back, type Query, type StandIn } from './stand-in.ts'

interface Code {
  person: StandInPerson
  redirectUri: string
  challenge: string
  nonce: string
}
const same = (a: string, b: string): boolean => {
  const [one, two] = [a, b].map(x => createHash('sha256').update(x).digest()) as [Buffer, Buffer]
  return timingSafeEqual(one, two)
}
/** Minimal authorization-code flow of OpenID Connect with PKCE. */
export function oidcStandIn(app: FastifyInstance, of: StandIn): void {
  const codes = new Once<Code>('', 60)
  const tokens = new Once<StandInPerson>('', 600)
  app.get(`${of.prefix}/oidc/authorize`, async (request, reply) => {
    const q = request.query as Query
    const redirectUri = q.redirect_uri ?? ''
    if (q.client_id !== of.clientId || !of.isOurs(redirectUri) || q.code_challenge_method !== 'S256' || !q.code_challenge)
      return reply.code(400).type('text/html; charset=utf-8').send(textPage('学校账号', '授权请求不对 bad authorization request'))
    const people = await of.people()
    const person = people.find(p => p.id === q.as)
    if (person) return back(reply, redirectUri, { code: codes.make({ person, redirectUri, challenge: q.code_challenge, nonce: q.nonce ?? '' }), state: q.state ?? '' })
    return reply.type('text/html; charset=utf-8').send(pickPage('学校账号', people, p => `?${new URLSearchParams({ ...q, as: p.id })}`))
  })
  app.post(`${of.prefix}/oidc/token`, async (request, reply) => {
    const form = (request.body ?? {}) as Query
    const code = codes.take(form.code ?? '')
    const isFit = code && form.client_id === of.clientId && same(form.client_secret ?? '', of.secret) && form.redirect_uri === code.redirectUri
    const isSame =
      isFit &&
      createHash('sha256')
        .update(form.code_verifier ?? '')
        .digest('base64url') === code.challenge
    if (!isSame) return reply.code(400).send({ error: 'invalid_grant' })
    const idToken = await new SignJWT({ nonce: code.nonce, name: code.person.name })
      .setProtectedHeader({ alg: 'RS256', kid: of.keys.kid })
      .setIssuer(`${of.address()}${of.prefix}/oidc`)
      .setAudience(of.clientId)
      .setSubject(code.person.id)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(of.keys.privateKey)
    return { access_token: tokens.make(code.person), token_type: 'Bearer', expires_in: 600, id_token: idToken }
  })
  app.get(`${of.prefix}/oidc/userinfo`, async (request, reply) => {
    const person = tokens.look((request.headers.authorization ?? '').replace(/^Bearer /, ''))
    return person ? { sub: person.id, name: person.name, client_id: of.clientId } : reply.code(401).send({ error: 'invalid_token' })
  })
  app.get(`${of.prefix}/jwks`, async () => ({ keys: [of.keys.publicJwk] }))
}
