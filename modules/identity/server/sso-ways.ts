import { Refusal } from '#model'
import { HOUR_MS } from '#model/days.ts'
import { safeReturn } from '#model/return-path.ts'
import { type Entered, noteFailure, signInWay, type WayCall } from '#server/identity/ways.ts'
import { settings as kernelSettings } from '#server/params/identity-parameters.ts'
import { identitySource } from '../model/sso.ts'
import { validateTicket } from './sso-cas.ts'
import { awaitSession, tiedTo } from './sso-cas-session.ts'
import { arrive, cookieOf, redeem } from './sso-departure.ts'
import { checkJwt } from './sso-jwt.ts'
import { offers, openSource, spend, userOrTicket } from './sso-match.ts'
import { redeemAccessToken } from './sso-oauth2.ts'
import { type DoorSettings, doorRefusal, doorSettings, type External, type KeyedSource, type SourceRow } from './sso-settings.ts'

/** CAS tickets expire within seconds at the server; replay protection is kept longer here. */

/** Grant `cas`: `tgc` is a ticket, `redirect` the service it was issued for. */
const cas = signInWay({ grant: 'cas' }, call =>
  logged(call, 'cas', async () => {
    const settings = await doorSettings(call.identity, call.school.id)
    const source = await casSource(call)
    const ticket = call.params.tgc ?? ''
    const service = serviceOf(call.params.redirect ?? '', settings)
    const external = await validateTicket(source, ticket, service)
    if (!(await spend(call.db, source.source, ticket, new Date(Date.now() + HOUR_MS))))
      throw doorRefusal(400, 'ticket', '“{name}”的登录票据无效或已使用，请重新登录', { name: source.name })
    const tie = await awaitSession(call.db, ticket)
    return { userId: await userOrTicket(call, source, { ...external, tie }), way: source.source, ...tiedTo(tie) }
  }),
)
async function casSource(call: WayCall): Promise<SourceRow> {
  if (call.params.source) return openSource(call.db, call.params.source, call.realm)
  const all = [...(await call.db.cached(identitySource)).values()]
  const source = all.sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0)).find(s => s.protocol === 'cas' && s.isEnabled && offers(s, call.realm))
  if (!source) throw doorRefusal(400, 'closed', '没有开通这种登录方式：{source}', { source: 'cas' })
  return source
}
/** The service must be a configured address of this product: tickets for another program are refused. */
function serviceOf(redirect: string, settings: DoorSettings): string {
  const url = safeReturn(redirect, settings.sites)
  if (!url?.startsWith('http')) throw doorRefusal(400, 'service', '返回地址不是本平台的网址，请由管理员检查系统参数“平台网址”')
  return redirect
}

/** Grant `social`: OAuth2, WeCom or JWT, depending on the source. */
const social = signInWay({ grant: 'social' }, call =>
  logged(call, 'social', async () => {
    const settings = await doorSettings(call.identity, call.school.id)
    const source = await openSource(call.db, call.params.source ?? '', call.realm)
    return { userId: await userOrTicket(call, source, await externalBy(call, source, settings)), way: source.source }
  }),
)
async function externalBy(call: WayCall, source: KeyedSource, settings: DoorSettings): Promise<External> {
  const code = call.params.code ?? ''
  if (source.protocol === 'jwt') {
    const { proof, expiresAt, ...external } = await checkJwt(source, code, call.school.code)
    if (!(await spend(call.db, source.source, proof, expiresAt)))
      throw doorRefusal(400, 'jwt', '“{name}”的登录链接无效或已过期，请从原来的系统重新打开', { name: source.name }, { why: 'repeated' })
    return external
  }
  if (source.protocol === 'oauth2' && call.params.type === 'access_token') return redeemAccessToken(source, code)
  if (source.protocol !== 'oauth2' && source.protocol !== 'wecom') throw doorRefusal(400, 'closed', '没有开通这种登录方式：{source}', { source: source.source })
  const { state = '' } = call.params
  const who = { tenantId: call.school.id, realm: call.realm, use: 'signIn', secret: call.cookies[cookieOf(state)] ?? '' } as const
  return redeem(source, settings, code, await arrive(call.identity, source, who, state, { ip: call.origin.ip, traceId: call.traceId }))
}
/** Logs failures with their reason and applies the rate limit per address. */
async function logged(call: WayCall, way: string, run: () => Promise<Entered>): Promise<Entered> {
  const login = kernelSettings('login', await call.identity.deps.params(call.school.id, 'login'))
  call.identity.signIn.limitAddress(call.origin.ip, login)
  try {
    return await run()
  } catch (error) {
    const { source = way } = call.params
    if (error instanceof Refusal) noteFailure(call, { way: source, account: source, reason: error.issues[0]?.rule.split('.').at(-1) ?? 'refused' })
    throw error
  }
}
export default [cas, social]
