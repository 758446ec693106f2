import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { formatIssue } from '#server/i18n/translate.ts'
import { caller, type Me, texts } from '#server/identity/body.ts'
import type { Identity } from '#server/identity/index.ts'
import { identitySource } from '../model/sso.ts'
import { validateTicket } from './sso-cas.ts'
import { arrive, depart, redeem, returnAddress, type Traveller } from './sso-departure.ts'
import { checkJwt } from './sso-jwt.ts'
import { findUser } from './sso-match.ts'
import { type DoorSettings, doorSettings, type External, type KeyedSource, siteOf } from './sso-settings.ts'

/** Users who may edit a source may test it. */
const config = { permission: 'identity:identitySource:update' }
const tryingOut = (me: Me): Traveller => ({ tenantId: me.tenantId, realm: 'admin', use: 'test', secret: me.sessionId })

/** Test button: the sign-in flow up to the source's response and the matched account, without creating a session. */
export default customRoutes((app, { identity }) => {
  app.post('/api/auth/identitySource/startTest', { config }, async request => {
    const me = caller(request)
    const { source, settings } = await sourceToTest(identity, me, texts(request.body, ['id']).id)
    const of = { site: siteOf(settings, request.host), ip: request.ip, isInApp: false }
    if (source.protocol === 'jwt') return success({ url: null, state: '', source: source.source }, request.id, request.lang)
    const { url, state } = await depart(identity, source, tryingOut(me), of)
    // CAS returns no state.
    return success({ url, state: source.protocol === 'cas' ? '' : state, source: source.source }, request.id, request.lang)
  })
  app.post('/api/auth/identitySource/test', { config }, async request => {
    const me = caller(request)
    const given = texts(request.body, ['id', 'code'], ['state'])
    const tried = await sourceToTest(identity, me, given.id)
    try {
      const external = await externalOf(identity, request, tried, given)
      return success(
        { isOk: true, fault: null, externalId: external.id, externalName: external.name, raw: external.raw, user: await matched(identity, me, tried.source, external) },
        request.id,
        request.lang,
      )
    } catch (error) {
      if (!(error instanceof Refusal) || !error.issues[0]) throw error
      const fault = formatIssue(request.lang, error.issues[0])
      const why = (error.data as { why?: unknown } | null)?.why ?? null
      return success({ isOk: false, fault, externalId: null, externalName: null, raw: why ? { why } : null, user: null }, request.id, request.lang)
    }
  })
})
interface Tried {
  source: KeyedSource
  settings: DoorSettings
}
async function sourceToTest(identity: Identity, me: Me, id: string): Promise<Tried> {
  const source = await identity.deps.gateOf(me.tenantId).unscoped(identitySource).with('clientSecret').one(id) // settings: no data scope within the permission
  return { source, settings: await doorSettings(identity, me.tenantId) }
}
async function externalOf(identity: Identity, request: FastifyRequest, { source, settings }: Tried, given: { code: string; state?: string }): Promise<External> {
  const me = caller(request)
  if (source.protocol === 'jwt') return checkJwt(source, given.code, (await identity.schools.byId(me.tenantId)).code)
  if (source.protocol === 'cas') return validateTicket(source, given.code, returnAddress(source, 'admin', siteOf(settings, request.host)))
  return redeem(source, settings, given.code, await arrive(identity, source, tryingOut(me), given.state ?? '', { ip: request.ip, traceId: request.id }))
}
async function matched(identity: Identity, me: Me, source: KeyedSource, external: External): Promise<{ accountNo: string; nickName: string } | null> {
  const db = identity.deps.gateOf(me.tenantId)
  const realm = source.realms?.[0] === 'welcome' || source.realms?.[0] === 'exam' ? source.realms[0] : 'admin'
  const id = await findUser(db, source, realm, external)
  const rows = id
    ? await db.query<{ accountNo: string; nickName: string }>(
        sql`select account_no as "accountNo", nick_name as "nickName" from sys_user where tenant_id = ${me.tenantId} and id = ${id}`,
      )
    : []
  return rows[0] ?? null
}
