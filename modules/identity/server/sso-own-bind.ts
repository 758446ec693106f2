import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { caller, type Me, texts } from '#server/identity/body.ts'
import type { Identity } from '#server/identity/index.ts'
import { bind, tellBinding } from './sso-bind.ts'
import { validateTicket } from './sso-cas.ts'
import { arrive, casService, depart, isWecomApp, redeem, type Traveller } from './sso-departure.ts'
import { openSource } from './sso-match.ts'
import { isBoundHere, proofsOf, prove } from './sso-own.ts'
import { doorRefusal, doorSettings, type External, type KeyedSource, siteOf } from './sso-settings.ts'

/** Binding from the personal centre: the user re-authenticates, is redirected to the other system and comes back with an external identity. */
export default customRoutes((app, { identity }) => {
  app.post('/api/auth/userBinding/startMine', { config: { permission: 'signedIn' } }, async request => {
    const me = caller(request)
    const given = texts(request.body, ['source'], ['password', 'code'])
    const { source, who } = await toBind(identity, me, given.source)
    await prove(identity, me, given)
    const site = siteOf(await doorSettings(identity, me.tenantId), request.host)
    const { url, state } = await depart(identity, source, who, { site, ip: request.ip, isInApp: isWecomApp(request) })
    return success({ url, state, source: source.source }, request.id, request.lang)
  })
  app.post('/api/auth/userBinding/bindMine', { config: { permission: 'signedIn' } }, async request => {
    const me = caller(request)
    const given = texts(request.body, ['source', 'code', 'state'])
    const { source, who } = await toBind(identity, me, given.source)
    const seen = { ip: request.ip, traceId: request.id }
    const { id, name } = await cameBack(identity, source, who, given, seen)
    await identity.deps.gateOf(me.tenantId).tx(async db => {
      await bind(db, me.sessionId, { source: source.source, oauthId: id, externalName: name, realm: who.realm }, seen)
      await tellBinding(db, me.userId, source.source, 'bound')
    })
    return success({ name: source.name }, request.id, request.lang)
  })
})
async function toBind(identity: Identity, me: Me, code: string): Promise<{ source: KeyedSource; who: Traveller }> {
  const { realm } = await proofsOf(identity, me)
  const source = await openSource(identity.deps.gateOf(me.tenantId), code, realm)
  if (!isBoundHere(source)) throw doorRefusal(400, 'notHere', '“{name}”不能从这里绑定', { name: source.name })
  return { source, who: { tenantId: me.tenantId, realm, use: 'bind', secret: me.sessionId } }
}
async function cameBack(identity: Identity, source: KeyedSource, who: Traveller, given: { code: string; state: string }, seen: { ip: string; traceId: string }): Promise<External> {
  const settings = await doorSettings(identity, who.tenantId)
  const left = await arrive(identity, source, who, given.state, seen)
  return source.protocol === 'cas' ? validateTicket(source, given.code, casService(who, given.state, left)) : redeem(source, settings, given.code, left)
}
