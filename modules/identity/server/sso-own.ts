import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import type { Realm } from '#server/context.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { caller, type Me, md5Of, texts } from '#server/identity/body.ts'
import type { Identity } from '#server/identity/index.ts'
import { confirmOwn } from '#server/identity/own-password.ts'
import { identitySource, userBinding } from '../model/sso.ts'
import { maskMobile } from './credentials-mobile.ts'
import { hasOtherWay, masked, noOtherWay, tellBinding } from './sso-bind.ts'
import { offers } from './sso-match.ts'
import { doorRefusal, type SourceRow } from './sso-settings.ts'

interface Proofs {
  hasPassword: boolean
  mobile: string | null
  realm: Realm
}
/** Whether bindings can be started here: the source identifies people by binding only, and supports a redirect (a portal with tokens does not). */
export const isBoundHere = ({ matchBy, protocol }: Pick<SourceRow, 'matchBy' | 'protocol'>): boolean => matchBy === 'binding' && ['oauth2', 'cas', 'wecom'].includes(protocol)

/** The user's own bindings, in the personal centre. */
export default customRoutes((app, { identity }) => {
  app.get('/api/auth/userBinding/mine', { config: { permission: 'signedIn' } }, async request => success(await mine(identity, caller(request)), request.id, request.lang))
  app.post('/api/auth/userBinding/unbindMine', { config: { permission: 'signedIn' } }, async request => {
    const me = caller(request)
    const given = texts(request.body, ['id'], ['password', 'code'])
    await prove(identity, me, given)
    const source = await loosen(identity, me, given.id, request.ip, request.id)
    await tellBinding(identity.deps.gateOf(me.tenantId), me.userId, source, 'unbound')
    return success(true, request.id, request.lang)
  })
})
async function mine(identity: Identity, me: Me) {
  const db = identity.deps.gateOf(me.tenantId)
  const { hasPassword, mobile, realm } = await proofsOf(identity, me)
  const rows = await db.unscoped(userBinding).all({ userId: me.userId }) // filtered by the caller's own id
  const sources = [...(await db.cached(identitySource)).values()]
  const bindings = rows.map(b => ({
    id: b.id,
    source: b.source,
    sourceName: sources.find(s => s.source === b.source)?.name ?? b.source,
    protocol: sources.find(s => s.source === b.source)?.protocol ?? null,
    oauthId: masked(b.oauthId),
    externalName: b.externalName,
    boundAt: b.boundAt,
  }))
  const others = sources.filter(s => s.isEnabled && s.protocol !== 'scan' && offers(s, realm) && !rows.some(b => b.source === s.source))
  const unbound = others.map(s => ({ source: s.source, name: s.name, isMatched: s.matchBy !== 'binding', isBoundHere: isBoundHere(s) }))
  return { bindings, unbound, hasPassword, mobile: mobile && maskMobile(mobile) }
}
export async function proofsOf(identity: Identity, me: Me): Promise<Proofs> {
  const rows = await identity.deps
    .gateOf(me.tenantId)
    .query<Proofs>(
      sql`select password_hash is not null as "hasPassword", case when mobile_verified then mobile end as mobile, realm from sys_user where tenant_id = ${me.tenantId} and id = ${me.userId}`,
    )
  if (!rows[0]) throw new Refusal(401, [])
  return rows[0]
}
/** Re-authentication before a binding is added or removed (unattended screens): the password, or a code to the user's number. */
export async function prove(identity: Identity, me: Me, given: { password?: string; code?: string }): Promise<void> {
  if (given.password) {
    await confirmOwn(identity, me, md5Of('password', given.password))
    return
  }
  const { mobile } = await proofsOf(identity, me)
  if (!given.code || !mobile) throw doorRefusal(400, 'proofNeeded', '请用密码或短信验证码确认是你本人')
  if (await identity.codes.check({ tenantId: me.tenantId, scene: 'verify', mobile }, md5Of('code', given.code))) return
  throw new Refusal(400, [{ field: 'code', rule: 'identity.code.wrong', text: '验证码不正确或已过期' }])
}
async function loosen(identity: Identity, me: Me, id: string, ip: string, traceId: string): Promise<string> {
  return identity.deps.gateOf(me.tenantId).tx(async db => {
    const row = await db.unscoped(userBinding).find({ id, userId: me.userId }) // filtered by the caller's own id
    if (!row) throw new Refusal(404, [{ rule: 'record.notFound', text: '没有这条记录，或不在你的数据范围内' }])
    if (!(await hasOtherWay(db, me.userId, id))) throw noOtherWay()
    await db.sourced('self').remove(userBinding, id)
    const detail = { source: row.source, oauthId: masked(row.oauthId) }
    await writeAudit(db, { userId: me.userId, action: 'binding.remove', bizType: 'userBinding', bizId: id, detail, ip, traceId })
    return row.source
  })
}
