import { Refusal } from '#model'
import type { Need } from '../context.ts'
import { onTenant, type TenantDb, withTenant } from '../data/tenant-db.ts'
import { type Settings, settings } from '../params/identity-parameters.ts'
import { type Account, idsOf, mustChange, userInfo } from './accounts.ts'
import type { Client } from './clients.ts'
import type { IdentityDeps } from './deps.ts'
import type { Origin, Terminal } from './origin.ts'
import type { School } from './schools.ts'
import { createSession } from './sessions.ts'
import type { SignInTrail, TrailEntry } from './sign-in-trail.ts'

/** An account authenticated by any sign-in method. */
export interface AuthenticatedAccount {
  school: School
  account: Account
  client: Client
  origin: Origin
  /** Method, for the log: `account`, `mobile`, `cas`. */
  way: string
  /** Authenticated by password: the session is created only if the password has not changed meanwhile. */
  byPassword?: boolean
  /** Failure counter to reset. */
  counter?: string
  /** Failure counter of the address, from which this account is removed. */
  addressCounter?: string
  /** Two factors were already verified. */
  isStrong?: boolean
  /** Only proves the account that an external identity is to be bound to. */
  toBind?: boolean
  /** Runs in the transaction that creates the session, e.g. to link it to the session of a single sign-on provider. */
  onSessionCreated?: ((db: TenantDb, sessionId: string) => Promise<void>) | undefined
  /** Session id at the single sign-on provider; must survive a second-factor step in between. */
  ssoSessionId?: string | undefined
}
/** Token lifetimes. */
export const lifetimes = (client: Client, s: Settings<'session'>, terminal: Terminal): { accessSeconds: number; refreshSeconds: number } => ({
  accessSeconds: client.accessTtl,
  refreshSeconds: client.refreshTtl ?? (terminal === 'pc' ? s.refreshHours : s.mobileRefreshHours) * 3600,
})

/** Last stage of every sign-in method: account status, second factor, required steps; then creates the session. */
export class SignInCompletion {
  private readonly deps: IdentityDeps
  private readonly trail: SignInTrail
  constructor(deps: IdentityDeps, trail: SignInTrail) {
    this.deps = deps
    this.trail = trail
  }
  /** Returns the flat token response. Throws 403 for a disabled account, 428 with `mfaTicket` where a second factor is needed. */
  async admit(arrival: AuthenticatedAccount): Promise<Record<string, unknown>> {
    const { school, account, origin } = arrival
    this.assertOpen(arrival)
    await this.assertWay(arrival)
    if (!arrival.isStrong) await this.askSecondFactor(arrival)
    const session = settings('session', await this.deps.params(school.id, 'session'))
    const needs = await this.needsOf(school, account)
    const lives = lifetimes(arrival.client, session, origin.terminal)
    const begin = (db: TenantDb) =>
      createSession(db, {
        ...origin,
        ...lives,
        userId: account.id,
        ...(arrival.byPassword ? { passwordHash: account.passwordHash } : {}),
        ...(arrival.counter ? { counter: arrival.counter } : {}),
        ...(arrival.addressCounter ? { addressCounter: arrival.addressCounter } : {}),
        realm: account.realm,
        clientId: arrival.client.clientId,
        previousLoginAt: account.lastLoginTime,
        needs,
        way: arrival.way,
        maxPerUser: session.maxPerUser,
      })
    const { onSessionCreated } = arrival
    const made = onSessionCreated ? await this.beginTied(school, begin, onSessionCreated) : await begin(onTenant(this.deps.pool, school.id))
    this.trail.add({ ...entryOf(arrival, 'success', null), maxPerUser: session.maxPerUser })
    const info = await userInfo(this.deps, school, account, account.lastLoginTime, needs.includes('password'))
    return { access_token: made.accessToken, token_type: 'bearer', refresh_token: made.refreshToken, expires_in: lives.accessSeconds, ...info }
  }
  private beginTied<S extends { sessionId: string }>(
    school: School,
    begin: (db: TenantDb) => Promise<S>,
    began: NonNullable<AuthenticatedAccount['onSessionCreated']>,
  ): Promise<S> {
    return withTenant(this.deps.pool, school.id, async db => {
      const made = await begin(db)
      await began(db, made.sessionId)
      return made
    })
  }
  private assertOpen(arrival: AuthenticatedAccount): void {
    const { account } = arrival
    if (account.status === 'enabled' && !account.isOutlived) return
    const isExpired = account.isOutlived || account.status === 'expired'
    this.trail.add(entryOf(arrival, 'refused', isExpired ? 'expired' : account.status))
    throw new Refusal(403, [{ rule: 'identity.signIn.barred', text: isExpired ? '账号已过期，请联系管理员' : '账号已停用，请联系管理员' }])
  }
  private async assertWay(arrival: AuthenticatedAccount): Promise<void> {
    const refusal = arrival.toBind ? undefined : await this.deps.wayRefusedOf(arrival)
    if (!refusal) return
    this.trail.add(entryOf(arrival, 'refused', 'wayOff'))
    throw refusal
  }
  private async askSecondFactor(arrival: AuthenticatedAccount): Promise<void> {
    const asked = await this.deps.secondFactorOf(arrival)
    if (!asked) return
    this.trail.add(entryOf(arrival, 'refused', 'secondFactor'))
    throw new Refusal(428, [{ rule: 'identity.signIn.secondFactor', text: '请完成第二步验证' }], { need: 'mfa', ...asked })
  }
  private async needsOf(school: School, account: Account): Promise<Need[]> {
    const isOld = mustChange(account, settings('password', await this.deps.params(school.id, 'password')))
    const others = await this.deps.needsOf(idsOf(school.id, account))
    return [...(isOld ? (['password'] as const) : []), ...others]
  }
}
/** Builds a sign-in log entry. */
export const entryOf = ({ school, account, way, origin }: AuthenticatedAccount, result: TrailEntry['result'], reason: string | null): TrailEntry => ({
  tenantId: school.id,
  account: account.userName,
  userId: account.id,
  realm: account.realm,
  way,
  result,
  reason,
  ip: origin.ip,
  device: origin.device,
  terminal: origin.terminal,
  maxPerUser: null,
})
