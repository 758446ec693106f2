import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { writeAudit } from '../audit/audit-line.ts'
import type { Gate } from '../data/gate.ts'
import { runFor } from '../data/pool.ts'
import { inNameOf } from '../data/tenant-db.ts'
import { success } from '../http/envelope.ts'
import { ACCOUNT_COLUMNS, type Account, accountRoles, idsOf, userInfo } from './accounts.ts'
import { activate } from './activation.ts'
import { tokenOf } from './authenticate.ts'
import { caller, md5Of, texts } from './body.ts'
import { CAPTCHA_TYPES } from './captcha.ts'
import type { Identity } from './index.ts'
import { checkOwn, checkScreen } from './own-password.ts'
import { setPassword } from './passwords.ts'
import { tokenRoute } from './token-route.ts'

/** Rate limit of captchas per address: a campus behind one address needs several per sign-in. */
const CAPTCHAS_A_MINUTE = 3000
const LINKS_A_MINUTE = 30

/** Sign-in, sign-out and own password: services `auth` and `base`. */
export function identityRoutes(app: FastifyInstance, identity: Identity): void {
  tokenRoute(app, identity)
  openRoutes(app, identity)
  ownRoutes(app, identity)
}
function openRoutes(app: FastifyInstance, { deps, sessions, captchas }: Identity): void {
  app.get('/api/auth/logOut', { config: { open: 'signing out succeeds whether or not there was a session' } }, async request => {
    const token = tokenOf(request)
    if (token) await sessions.logout(token).catch(error => deps.log.warn({ err: error }, 'session not ended at sign-out'))
    return success(true, request.id, request.lang)
  })
  app.get('/api/auth/captcha', { config: { open: 'a captcha is asked for before signing in', limit: CAPTCHAS_A_MINUTE } }, async (request, reply) => {
    const given = (request.query as Record<string, unknown>).type ?? 'login'
    const type = CAPTCHA_TYPES.find(t => t === given)
    if (!type) throw new Refusal(400, [{ field: 'type', rule: 'identity.captcha.type', text: '没有这种验证码：{type}', values: { type: String(given).slice(0, 20) } }])
    reply.header('cache-control', 'no-store')
    return success(await captchas.make(type, request.ip), request.id, request.lang)
  })
  app.post('/api/auth/openApi/activate', { config: { open: 'the link is the credential of somebody who has no password yet', limit: LINKS_A_MINUTE } }, async request => {
    const { token, password } = texts(request.body, ['token', 'password'])
    return success(await activate(deps.pool, token, password), request.id, request.lang)
  })
}
function ownRoutes(app: FastifyInstance, identity: Identity): void {
  const { deps } = identity
  const config = { permission: 'signedIn', allowWhileRestricted: true }
  app.get('/api/base/sysUser/getUserInfo', { config }, async request => success(await ownInfo(identity, request), request.id, request.lang))
  app.post('/api/base/sysUser/updatePassword', { config }, async request => {
    const { oldPassword, newPassword } = texts(request.body, ['oldPassword', 'newPassword'])
    const me = caller(request)
    const account = await checkOwn(identity, me, md5Of('oldPassword', oldPassword), request.ip)
    const personal = await deps.personalNumbers(idsOf(me.tenantId, account))
    const answer = await deps.gateOf(me.tenantId).tx(async gate => {
      const db = inNameOf(gate as Gate, me.userId)
      const set = await setPassword(db, me.userId, newPassword, { keepSession: me.sessionId, personal })
      await identity.lift(db, me.sessionId, 'password')
      await writeAudit(db, { userId: me.userId, action: 'password.change', bizType: 'user', bizId: me.userId, ip: request.ip, traceId: request.id })
      return set
    })
    return success(answer, request.id, request.lang)
  })
  app.post('/api/base/sysUser/checkPassword', { config: { permission: 'signedIn' } }, async request => {
    const { password } = texts(request.body, ['password'])
    await checkScreen(identity, caller(request), md5Of('password', password))
    return success(true, request.id, request.lang)
  })
}
async function ownInfo({ deps, schools }: Identity, request: FastifyRequest): Promise<Record<string, unknown>> {
  const me = caller(request)
  const rows = await runFor<Account & { previousLoginAt: string | null; needs: string[] }>(
    deps.pool,
    me.tenantId,
    sql`select ${ACCOUNT_COLUMNS}, s.previous_login_at as "previousLoginAt", s.needs from sys_user u ${accountRoles()}
      join user_session s on s.id = ${me.sessionId} where u.tenant_id = ${me.tenantId} and u.id = ${me.userId}`,
  )
  const account = rows[0]
  if (!account) throw new Refusal(401, [])
  return userInfo(deps, await schools.byId(me.tenantId), account, account.previousLoginAt, account.needs.includes('password'))
}
