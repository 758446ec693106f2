import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { writeAudit } from '#server/audit/audit-line.ts'
import type { Db } from '#server/context.ts'
import { customRoutes } from '#server/http/custom-routes.ts'
import { success } from '#server/http/envelope.ts'
import { caller, md5Of, texts } from '#server/identity/body.ts'
import { md5 } from '#server/identity/hashing.ts'
import type { Identity } from '#server/identity/index.ts'
import { confirmOwn } from '#server/identity/own-password.ts'
import { newToken } from '#server/identity/tokens.ts'
import { notify } from '#server/notifications/notify.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { bindingChanged } from '../model/sso.ts'
import { beginTotp, confirmTotp, factorState, lookTicket, makeTicket, newRecoveryCodes, ticketGone, wrongFactor } from './credentials-factor.ts'
import { mfaSettings } from './credentials-mfa.ts'
import { maskMobile } from './credentials-mobile.ts'

/** Enrolment of a second factor: during sign-in with the ticket of the first step, or in a session after re-entering the password. */
export default customRoutes((app, { identity }) => {
  app.post('/api/auth/openApi/mfaEnrol', { config: { open: 'the ticket of the first step is the credential' } }, async request => {
    const held = await enrolTicket(identity, texts(request.body, ['mfaTicket']).mfaTicket)
    return success(await beginTotp(identity, identity.deps.gateOf(held.tenantId), held.userId), request.id, request.lang)
  })
  app.post('/api/auth/openApi/mfaConfirm', { config: { open: 'the ticket of the first step is the credential' } }, async request => {
    const { mfaTicket, code } = texts(request.body, ['mfaTicket', 'code'])
    const held = await enrolTicket(identity, mfaTicket)
    const recoveryCodes = await confirm(identity, request, { tenantId: held.tenantId, userId: held.userId }, code, true)
    if (!(await identity.challenges.take('mfa', 'mfa', mfaTicket))) throw ticketGone()
    // confirming the factor invalidated all earlier tickets, this one included
    const proof = newToken()
    return success({ recoveryCodes, mfaTicket: await makeTicket(identity, { ...held, proof: md5(proof) }, request.ip), proof }, request.id, request.lang)
  })
  const config = { permission: 'signedIn' }
  app.get('/api/auth/mfa/state', { config }, async request => success(await ownState(identity, request), request.id, request.lang))
  app.post('/api/auth/mfa/begin', { config }, async request => {
    const me = await confirmed(identity, request)
    return success(await beginTotp(identity, identity.deps.gateOf(me.tenantId), me.userId), request.id, request.lang)
  })
  app.post('/api/auth/mfa/confirm', { config }, async request => {
    const { code } = texts(request.body, ['code'])
    return success({ recoveryCodes: await confirm(identity, request, caller(request), code, false) }, request.id, request.lang)
  })
  app.post('/api/auth/mfa/renewCodes', { config }, async request => {
    const me = await confirmed(identity, request)
    const recoveryCodes = await identity.deps.gateOf(me.tenantId).tx(async db => {
      await note(db, request, me.userId, 'mfa.codesRenewed')
      return newRecoveryCodes(identity, db, me.userId)
    })
    return success({ recoveryCodes }, request.id, request.lang)
  })
  app.post('/api/auth/mfa/remove', { config }, async request => {
    const me = await confirmed(identity, request)
    await identity.deps.gateOf(me.tenantId).tx(db => remove(identity, db, request, me))
    return success(true, request.id, request.lang)
  })
  app.post('/api/auth/mfa/forgetDevice', { config }, async request => {
    const me = caller(request)
    const { id } = texts(request.body, ['id'])
    await identity.deps.gateOf(me.tenantId).query(sql`delete from trusted_device where tenant_id = ${me.tenantId} and user_id = ${me.userId} and id::text = ${id}`)
    return success(true, request.id, request.lang)
  })
})
/** Ticket of an account without a second factor; `lookTicket` refuses tickets issued before a factor was confirmed. */
async function enrolTicket(identity: Identity, ticket: string) {
  const held = await lookTicket(identity, ticket)
  if (!held.isEnrol || held.proof) throw ticketGone()
  return held
}
/** The signed-in user, after re-entering the password. */
async function confirmed(identity: Identity, request: FastifyRequest) {
  const me = caller(request)
  await confirmOwn(identity, me, md5Of('password', texts(request.body, ['password']).password))
  return me
}
/** First code of the new secret; wrong guesses count like those at sign-in. */
async function confirm(identity: Identity, request: FastifyRequest, who: { tenantId: string; userId: string }, code: string, isFirst: boolean): Promise<string[]> {
  const login = settings('login', await identity.deps.params(who.tenantId, 'login'))
  let codes: string[] | undefined
  const failed = await identity.lockout.guess(`m:${who.userId}`, login, async () => {
    codes = await identity.deps.gateOf(who.tenantId).tx(async db => {
      const made = await confirmTotp(identity, db, who.userId, code.replace(/\s/g, ''), isFirst)
      if (made) await changed(db, request, who.userId, 'mfa.enrolled', '绑定')
      return made
    })
    return codes !== undefined
  })
  if (failed || !codes) throw wrongFactor('code')
  return codes
}
/** Removal is allowed only if no role requires the factor, or a verified number remains. */
async function remove(identity: Identity, db: Db, request: FastifyRequest, me: { tenantId: string; userId: string }): Promise<void> {
  const [state, { isEnabled }] = await Promise.all([factorState(db, me.userId), mfaSettings(identity, me.tenantId)])
  if (isEnabled && state?.isRequired && !state.isVerified)
    throw new Refusal(422, [{ rule: 'identity.mfa.required', text: '你的角色必须有二次验证，请先验证手机号，再停用身份验证器' }])
  await db.query(sql`delete from second_factor where tenant_id = ${me.tenantId} and user_id = ${me.userId}`)
  await db.query(sql`delete from recovery_code where tenant_id = ${me.tenantId} and user_id = ${me.userId}`)
  await db.query(sql`delete from trusted_device where tenant_id = ${me.tenantId} and user_id = ${me.userId}`)
  await changed(db, request, me.userId, 'mfa.removed', '解除绑定')
}
const note = (db: Db, request: FastifyRequest, userId: string, what: string): Promise<unknown> =>
  writeAudit(db, { userId, action: what, bizType: 'user', bizId: userId, ip: request.ip, traceId: request.id })
async function changed(db: Db, request: FastifyRequest, userId: string, what: string, change: string): Promise<void> {
  await note(db, request, userId, what)
  await notify(db, bindingChanged, { to: [userId], values: { source: { text: '身份验证器' }, change: { text: change } }, link: '/personalcenter' })
}
async function ownState(identity: Identity, request: FastifyRequest): Promise<object> {
  const me = caller(request)
  const db = identity.deps.gateOf(me.tenantId)
  const [state, { isEnabled, trustDays }] = await Promise.all([factorState(db, me.userId), mfaSettings(identity, me.tenantId)])
  const devices = await db.query(sql`select id, device, ip, valid_until as "validUntil", last_used_at as "lastUsedAt" from trusted_device
    where tenant_id = ${me.tenantId} and user_id = ${me.userId} and valid_until > now() order by last_used_at desc nulls last limit 50`)
  return {
    isEnabled,
    trustDays,
    isRequired: state?.isRequired ?? false,
    hasTotp: state?.hasTotp ?? false,
    codesLeft: state?.codesLeft ?? 0,
    mobile: state?.mobile ? maskMobile(state.mobile) : null,
    isVerified: state?.isVerified ?? false,
    devices,
  }
}
