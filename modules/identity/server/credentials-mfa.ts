import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '#server/context.ts'
import { accountById } from '#server/identity/accounts.ts'
import { md5Of } from '#server/identity/body.ts'
import type { Identity } from '#server/identity/index.ts'
import { newToken, tokenHash } from '#server/identity/tokens.ts'
import { noteFailure, secondFactor, signInWay, type WayCall } from '#server/identity/ways.ts'
import { smsSenders } from '#server/notifications/sms.ts'
import { settings } from '#server/params/identity-parameters.ts'
import { identityParameters } from '../model/credentials-policy.ts'
import { factorState, lookTicket, makeTicket, takeFactor, ticketGone, wrongFactor } from './credentials-factor.ts'
import { maskMobile } from './credentials-mobile.ts'
import { tiedTo } from './sso-cas-session.ts'

/** The school's settings of this module, with defaults. */
export async function mfaSettings(identity: Identity, tenantId: string): Promise<{ isEnabled: boolean; trustDays: number }> {
  const stored = await identity.deps.params(tenantId, 'identity')
  const { mfaEnabled, trustDays } = identityParameters
  return {
    isEnabled: typeof stored.mfaEnabled === 'boolean' ? stored.mfaEnabled : mfaEnabled.initial,
    trustDays: typeof stored.trustDays === 'number' ? stored.trustDays : trustDays.initial,
  }
}
/** One trust cookie per account, because people share computers. */
const cookieName = (userId: string): string => `qlTrust_${createHash('sha256').update(userId).digest('hex').slice(0, 12)}`

/** Required for holders of a role that demands it and for users who enrolled; skipped on trusted devices. */
const asked = secondFactor(async ({ school, account, client, origin, way, ssoSessionId }, { db, identity }) => {
  const { isEnabled } = await mfaSettings(identity, school.id)
  if (!isEnabled) return undefined
  const state = await factorState(db, account.id)
  if (!state || !(state.isRequired || state.hasTotp)) return undefined
  if (await isTrusted(db, account.id, origin.cookies[cookieName(account.id)])) return undefined
  const canSms = state.isVerified && state.mobile !== null && smsSenders.of(db) !== undefined
  const methods = [...(state.hasTotp ? ['totp'] : []), ...(canSms ? ['sms'] : []), ...(state.codesLeft ? ['recovery'] : [])]
  const isEnrol = !state.hasTotp && !canSms
  const ticket = { tenantId: school.id, realm: account.realm, userId: account.id, clientId: client.clientId, way, tie: ssoSessionId, isEnrol }
  return {
    mfaTicket: await makeTicket(identity, ticket, origin.ip),
    mfaMethods: isEnrol ? ['enrol'] : methods,
    ...(canSms ? { mfaMobile: maskMobile(state.mobile as string) } : {}),
  }
})
async function isTrusted(db: Db, userId: string, token: string | undefined): Promise<boolean> {
  if (!token || token.length > 100) return false
  const rows = await db.query(sql`update trusted_device set last_used_at = now()
    where tenant_id = ${db.me.tenantId} and user_id = ${userId} and device_hash = ${tokenHash(token).toString('hex')} and valid_until > now() returning 1`)
  return rows.length > 0
}

/** Type `mfa` of the password grant: ticket of the first step and a second-factor code. */
const second = signInWay({ grant: 'password', type: 'mfa' }, async call => {
  const { identity, school, params, realm, client, db } = call
  const ticket = (params.username ?? '').trim()
  const md5Hex = md5Of('password', params.password ?? '')
  const held = await lookTicket(identity, ticket)
  const account = await accountById(db, held.userId)
  const isOf = held.tenantId === school.id && held.realm === realm && held.clientId === client.clientId
  if (!account || !isOf || (held.isEnrol && !held.proof)) throw ticketGone()
  const login = settings('login', await identity.deps.params(school.id, 'login'))
  const failed = await identity.lockout.guess(`m:${held.userId}`, login, async () => held.proof === md5Hex || (await takeFactor(identity, db, held.userId, md5Hex)) !== undefined)
  if (failed) {
    noteFailure(call, { way: held.way, account: account.userName, userId: held.userId, reason: failed.isLocked ? 'lockMade' : 'secondFactor' })
    throw wrongFactor('password')
  }
  if (!(await identity.challenges.take('mfa', 'mfa', ticket))) throw ticketGone()
  if (params.scope?.split(/[\s,]+/).includes('trust')) await trust(call, held.userId)
  return { userId: held.userId, way: held.way, isStrong: true, ...tiedTo(held.tie) }
})
/** Trusts this browser: no second factor for some days. */
async function trust({ identity, school, db, origin, setCookie }: WayCall, userId: string): Promise<void> {
  const { trustDays } = await mfaSettings(identity, school.id)
  if (!trustDays) return
  const token = newToken()
  await db.query(sql`insert into trusted_device (tenant_id, user_id, device_hash, device, ip, valid_until, last_used_at)
    values (${db.me.tenantId}, ${userId}, ${tokenHash(token).toString('hex')}, ${origin.device}, ${origin.ip}, now() + make_interval(days => ${trustDays}), now())`)
  setCookie(`${cookieName(userId)}=${token}; Path=/api; Max-Age=${trustDays * 86_400}; HttpOnly; SameSite=Lax${origin.isSecure ? '; Secure' : ''}`)
}
export default [asked, second]
