import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { writeAudit } from '../audit/audit-line.ts'
import type { Need } from '../context.ts'
import type { Cipher } from '../data/cipher.ts'
import { ask, type TenantDb, withTenant } from '../data/tenant-db.ts'
import type { EndReason, IdentityDeps } from './deps.ts'
import type { Terminal } from './origin.ts'
import { tell } from './session-feed.ts'
import { endSession, GRACE_SECONDS, type Pair } from './sessions.ts'
import { newToken, tokenHash } from './tokens.ts'

/** Result of a refresh. */
export interface Refreshed extends Pair {
  sessionId: string
  tenantId: string
  userId: string
  expiresIn: number
  previousLoginAt: string | null
  needs: Need[]
}
interface Held {
  userId: string
  needs: Need[]
  previousLoginAt: string | null
  isForeign: boolean
  clientId: string
  terminal: Terminal
  endReason: EndReason | null
  isExpired: boolean
  isCurrent: boolean
  isJustSpent: boolean
  pair: string | null
  secondsLeft: number
}
export interface RefreshInput {
  refreshToken: string
  clientId: string
  accessSeconds: number
  /** Lifetime of the new refresh token, by terminal. */
  refreshSeconds(tenantId: string, terminal: Terminal): Promise<number>
  /** Tenant named by the request, or empty. */
  tenantCode: string
  ip: string
}
const ENDED_TEXTS: Record<EndReason, string> = {
  logout: '已退出登录，请重新登录',
  expired: '登录已过期，请重新登录',
  kicked: '管理员已结束这次登录，请重新登录',
  replaced: '你的账号在其他设备上登录，这里已退出',
  passwordChanged: '密码已修改，请重新登录',
  disabled: '账号已停用，请联系管理员',
  stolen: '登录凭证被重复使用，为安全起见已退出，请重新登录',
}
export const unauthorized = (reason: EndReason | undefined): Refusal =>
  new Refusal(401, [{ rule: `identity.session.${reason ?? 'unknown'}`, text: reason ? ENDED_TEXTS[reason] : '请先登录' }])

/** Rotates a refresh token. The token just rotated returns the same pair again for GRACE_SECONDS, because two tabs may race; reuse of an older one indicates theft and ends
 *  the session. */
export async function refresh(deps: IdentityDeps, cipher: Cipher, input: RefreshInput): Promise<Refreshed> {
  const hash = tokenHash(input.refreshToken)
  const [session] = await ask<{ id: string; tenantId: string; terminal: Terminal }>(
    deps.pool,
    sql`select s.id, s.tenant_id as "tenantId", s.terminal from user_session s
      where s.refresh_hash = ${hash} or s.id = (select t.session_id from spent_refresh_token t where t.hash = ${hash})`,
  )
  if (!session) throw unauthorized(undefined)
  const refreshSeconds = await input.refreshSeconds(session.tenantId, session.terminal)
  // A refusal that ends the session must be committed, so it is returned from the transaction and thrown afterwards.
  const outcome = await withTenant(deps.pool, session.tenantId, async db => {
    const held = await hold(db, session.id, hash, input.tenantCode)
    const refused = await refusalOf(db, session.id, held, input)
    if (refused) return refused
    const made = held.isCurrent ? await rotate(db, cipher, session.id, hash, input.accessSeconds, refreshSeconds) : samePair(cipher, held)
    return { ...made, sessionId: session.id, tenantId: session.tenantId, userId: held.userId, previousLoginAt: held.previousLoginAt, needs: held.needs }
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}
async function hold(db: TenantDb, sessionId: string, hash: Buffer, tenantCode: string): Promise<Held> {
  const rows = await db.query<Held>(sql`
    select user_id as "userId", needs, previous_login_at as "previousLoginAt", ${tenantCode} not in ('', (select t.code from tenant t where t.id = user_session.tenant_id)) as "isForeign", client_id as "clientId", terminal, end_reason as "endReason", expires_at <= now() as "isExpired", refresh_hash = ${hash} as "isCurrent",
      coalesce(previous_refresh_hash = ${hash} and rotated_at > now() - make_interval(secs => ${GRACE_SECONDS}), false) as "isJustSpent", pair,
      greatest(0, extract(epoch from access_expires_at - now()))::int as "secondsLeft"
    from user_session where tenant_id = ${db.me.tenantId} and id = ${sessionId} for update`)
  if (!rows[0]) throw unauthorized(undefined)
  return rows[0]
}
async function refusalOf(db: TenantDb, sessionId: string, held: Held, input: RefreshInput): Promise<Refusal | undefined> {
  if (held.isForeign) return unauthorized(undefined)
  if (held.endReason) return unauthorized(held.endReason)
  if (held.clientId !== input.clientId) return new Refusal(400, [{ rule: 'identity.refresh.otherClient', text: '刷新令牌不属于这个客户端' }])
  if (held.isExpired) {
    await endSession(db, sessionId, 'expired')
    return unauthorized('expired')
  }
  if (held.isCurrent || held.isJustSpent) return undefined
  await endSession(db, sessionId, 'stolen')
  await writeAudit(db, { userId: held.userId, action: 'session.stolen', bizType: 'userSession', bizId: sessionId, detail: { terminal: held.terminal }, ip: input.ip })
  return unauthorized('stolen')
}
async function rotate(db: TenantDb, cipher: Cipher, sessionId: string, spent: Buffer, accessSeconds: number, refreshSeconds: number): Promise<Pair & { expiresIn: number }> {
  const pair: Pair = { accessToken: newToken(), refreshToken: newToken() }
  await db.query(sql`
    update user_session set previous_access_hash = access_hash, previous_refresh_hash = refresh_hash, rotated_at = now(), last_active_at = now(),
      access_hash = ${tokenHash(pair.accessToken)}, refresh_hash = ${tokenHash(pair.refreshToken)}, pair = ${cipher.encrypt(JSON.stringify(pair))},
      access_expires_at = now() + make_interval(secs => ${accessSeconds}), expires_at = now() + make_interval(secs => ${refreshSeconds})
    where tenant_id = ${db.me.tenantId} and id = ${sessionId}`)
  await db.query(sql`insert into spent_refresh_token (hash, session_id) values (${spent}, ${sessionId})`)
  await tell(db, [sessionId])
  return { ...pair, expiresIn: accessSeconds }
}
const samePair = (cipher: Cipher, held: Held): Pair & { expiresIn: number } => ({ ...(JSON.parse(cipher.decrypt(held.pair as string)) as Pair), expiresIn: held.secondsLeft })
