import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#model'
import { safeReturn } from '#model/return-path.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { realmOfAppType } from '#server/identity/deps.ts'
import type { Identity } from '#server/identity/index.ts'
import { assertActive } from '#server/identity/schools.ts'
import { flat, signInBy } from '#server/identity/token-route.ts'
import { bind, tellBinding } from './sso-bind.ts'
import { signOutBy, tiedTo } from './sso-cas-session.ts'
import { cookieOf, depart, isWecomApp, newSecret, STATE_SECONDS } from './sso-departure.ts'
import { bindPurpose, openSource, TICKET_TRIES, type Unbound } from './sso-match.ts'
import { doorRefusal, doorSettings, siteOf } from './sso-settings.ts'

const AUTHORIZE_A_MINUTE = 3000
const BINDS_A_MINUTE = 120
const LOGOUTS_A_MINUTE = 6000
/** Addresses to which a CAS server posts single sign-outs: the former service URLs. */
const SERVICES = ['/', '/index', '/welcome', '/welcome/index', '/oauth/callback/:source']

const one = (value: unknown, most = 2000): string => (typeof value === 'string' && value.length <= most ? value : '')
export default customRoutes((app, { identity }) => {
  app.get('/api/auth/openApi/social/authorize', { config: { open: 'people leave from here to sign in elsewhere', limit: AUTHORIZE_A_MINUTE } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return success(await authorize(identity, request, reply), request.id, request.lang)
  })
  app.get('/api/auth/openApi/returnPath', { config: { open: 'a sign-in page must know whether it may follow its return path' } }, async request => {
    const { redirect, tenantId } = request.query as Record<string, unknown>
    const school = await identity.schools.byCode(one(tenantId))
    const { redirectAllow } = await doorSettings(identity, school.id)
    return success({ to: safeReturn(one(redirect), redirectAllow) ?? null }, request.id, request.lang)
  })
  app.post('/api/auth/openApi/bindUser', { config: { open: 'somebody proves an account before being signed in', limit: BINDS_A_MINUTE } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      return await bindUser(identity, request)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return flat(request, reply, error, false)
    }
  })
  for (const path of SERVICES)
    app.post(path, { config: { open: 'a CAS server posts its sign-outs to the address that was its service', limit: LOGOUTS_A_MINUTE } }, async (request, reply) => {
      await signOutBy(identity, one((request.body as Record<string, unknown> | null)?.logoutRequest, 20_000))
      return reply.code(204).send()
    })
})
async function authorize(identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<{ url: string; state: string; redirect: string | null }> {
  const query = request.query as Record<string, unknown>
  const school = await identity.schools.byCode(one(query.tenantId, 20))
  assertActive(school)
  const realm = realmOfAppType(query.appType)
  const settings = await doorSettings(identity, school.id)
  const source = await openSource(identity.deps.gateOf(school.id), one(query.source, 40), realm)
  const site = siteOf(settings, request.host)
  const secret = newSecret()
  const { state, url } = await depart(identity, source, { tenantId: school.id, realm, use: 'signIn', secret }, { site, ip: request.ip, isInApp: isWecomApp(request) })
  const isSecure = request.protocol === 'https' || site.startsWith('https:')
  reply.header('set-cookie', `${cookieOf(state)}=${secret}; Path=/api; HttpOnly; SameSite=Lax; Max-Age=${STATE_SECONDS}${isSecure ? '; Secure' : ''}`)
  return { url, state, redirect: safeReturn(one(query.redirect), settings.redirectAllow) ?? null }
}
/** Proves the account by password or mobile code as at sign-in; binding and session commit together. */
async function bindUser(identity: Identity, request: FastifyRequest): Promise<Record<string, unknown>> {
  const body = (request.body ?? {}) as Record<string, unknown>
  const [bindTicket, username, password, type] = [one(body.bindTicket, 200), one(body.username), one(body.password, 200), one(body.type, 20) || 'account']
  const school = await identity.schools.byCode(one(body.tenantId, 20) || one(request.headers['tenant-id']))
  const purpose = bindPurpose(school.id)
  const unbound = await identity.challenges.look<Unbound>('bind', purpose, bindTicket, TICKET_TRIES)
  if (!unbound) throw doorRefusal(400, 'bindTicket', '绑定已超时，请从原来的入口重新登录')
  const { 'captcha-key': key, 'captcha-code': code } = request.headers
  if (type !== 'mobile' && type !== 'mfa') await identity.captchas.pass('bind', one(key, 100), one(code, 2000))
  let userId = ''
  const answer = await signInBy(
    identity,
    request,
    { tenantId: school.code, username, password, type, grant_type: 'password', scope: 'all' },
    {
      captchaPassed: true,
      toBind: true,
      began: async (db, sessionId) => {
        userId = await bind(db, sessionId, unbound, { ip: request.ip, traceId: request.id })
        await tiedTo(unbound.tie).began?.(db, sessionId)
        if (!(await identity.challenges.take<Unbound>('bind', purpose, bindTicket))) throw doorRefusal(400, 'bindTicket', '绑定已超时，请从原来的入口重新登录')
      },
    },
  )
  await tellBinding(identity.deps.gateOf(school.id), userId, unbound.source, 'bound')
  return answer
}
