import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import type { Need, Realm } from '../context.ts'
import { ask, type TenantDb, withTenant } from '../data/tenant-db.ts'
import type { EndReason, IdentityDeps, SessionEntry } from './deps.ts'
import type { Terminal } from './origin.ts'
import { type CachedSession, SessionCache } from './session-cache.ts'
import { CHANNEL, SessionNews, tell } from './session-feed.ts'
import { newToken, tokenHash, tokenKey } from './tokens.ts'

/** Grace period of the previous token pair after a rotation: for requests in flight and other tabs. */
export const GRACE_SECONDS = 30
const FLUSH_MS = 60_000
const SWEEP_MS = 300_000

export interface Pair {
  accessToken: string
  refreshToken: string
}
export interface NewSession {
  userId: string
  /** Password hash that was verified; if it has changed since, no session is created. Absent for sign-ins without password. */
  passwordHash?: string | null
  /** Failure counter to reset. */
  counter?: string
  /** Failure counter of the address, from which this account is removed. */
  addressCounter?: string
  realm: Realm
  clientId: string
  terminal: Terminal
  device: string
  ip: string
  previousLoginAt: string | null
  needs: readonly Need[]
  way: string
  accessSeconds: number
  refreshSeconds: number
  maxPerUser: number
}
interface SessionRow {
  id: string
  tenantId: string
  userId: string
  realm: Realm
  state: 'active' | 'restricted'
  needs: Need[]
  msLeft: number
}

/** Resolves access tokens, with a cache of recently used sessions; other processes see an ended session within seconds. */
export class Sessions {
  readonly cache: SessionCache
  private readonly news: SessionNews
  private readonly pool: pg.Pool
  private readonly deps: IdentityDeps
  private readonly loading = new Map<string, Promise<CachedSession | undefined>>()
  private touched = new Set<string>()
  private readonly timers: NodeJS.Timeout[]
  constructor(deps: IdentityDeps) {
    this.deps = deps
    this.pool = deps.pool
    this.cache = new SessionCache()
    this.news = new SessionNews(deps.notifier, this.cache)
    this.timers = [setInterval(() => void this.flush(), FLUSH_MS), setInterval(() => void this.sweep(), SWEEP_MS)]
    for (const timer of this.timers) timer.unref()
  }
  /** Session of an access token; undefined when unknown, expired or ended. */
  async resolve(accessToken: string): Promise<SessionEntry | undefined> {
    const key = tokenKey(accessToken)
    const known = this.news.isAlive ? this.cache.get(key) : undefined
    // Restricted sessions bypass the cache: they may become unrestricted between two calls of a page.
    const cached = known?.entry.state === 'active' ? known : await this.loadOnce(key, accessToken)
    if (!cached) return undefined
    const principal = await this.deps.principalOf(cached.entry.tenantId, cached.entry.userId, cached.entry.realm)
    if (!principal) {
      await withTenant(this.pool, cached.entry.tenantId, db => endSessions(db, [cached.entry.userId], 'disabled'))
      return undefined
    }
    if (cached.base !== principal) {
      cached.base = principal
      cached.entry.principal = { ...principal, sessionId: cached.entry.sessionId }
    }
    this.touched.add(cached.entry.sessionId)
    return cached.entry
  }
  private loadOnce(key: string, token: string): Promise<CachedSession | undefined> {
    const underWay = this.loading.get(key)
    if (underWay) return underWay
    const loading = this.load(key, token).finally(() => this.loading.delete(key))
    this.loading.set(key, loading)
    return loading
  }
  private async load(key: string, token: string): Promise<CachedSession | undefined> {
    const generation = this.cache.generation
    const [found] = await ask<SessionRow>(this.pool, byAccess(tokenHash(token)))
    if (!found || found.msLeft <= 0) return undefined
    const base = await this.deps.principalOf(found.tenantId, found.userId, found.realm)
    if (!base) {
      await withTenant(this.pool, found.tenantId, db => endSessions(db, [found.userId], 'disabled'))
      return undefined
    }
    const { id: sessionId, msLeft, ...rest } = found
    const cached: CachedSession = { base, entry: { ...rest, sessionId, expiresAt: Date.now() + msLeft, t10: token.slice(0, 10), principal: { ...base, sessionId } } }
    if (generation === this.cache.generation) this.cache.put(key, cached)
    return cached
  }
  /** Why a token is no longer valid; undefined when it never was. */
  async whyEnded(accessToken: string): Promise<EndReason | undefined> {
    const hash = tokenHash(accessToken)
    const rows = await ask<{ reason: EndReason }>(
      this.pool,
      sql`select coalesce(end_reason, 'expired') as reason from user_session where access_hash = ${hash} or previous_access_hash = ${hash} limit 1`,
    )
    return rows[0]?.reason
  }
  /** Ends the session of a token, if there is one. */
  async logout(accessToken: string): Promise<void> {
    const [found] = await ask<SessionRow>(this.pool, byAccess(tokenHash(accessToken)))
    if (found) await this.end(found.tenantId, found.id, 'logout')
  }
  /** Ends a session; invalidated at once in this process, by notification in others. */
  async end(tenantId: string, sessionId: string, reason: EndReason): Promise<void> {
    await withTenant(this.pool, tenantId, db => endSession(db, sessionId, reason))
    this.cache.drop([sessionId])
  }
  /** Writes the last-use times of sessions, batched once a minute. */
  async flush(): Promise<void> {
    const ids = [...this.touched]
    if (!ids.length) return
    this.touched = new Set()
    try {
      await ask(this.pool, sql`update user_session set last_active_at = now() where id = any(${ids}::uuid[]) and state <> 'ended'`)
    } catch (error) {
      this.deps.log.warn({ err: error }, 'last use of sessions not written; tried again with the next minute')
      for (const id of ids) this.touched.add(id)
    }
  }
  /** Ends expired sessions and deletes old data. Safe to run concurrently in all processes. */
  async sweep(): Promise<void> {
    const statements = [
      sql`update user_session set state = 'ended', end_reason = 'expired', ended_at = now() where state <> 'ended' and expires_at <= now()`,
      sql`update user_session set pair = null where pair is not null and rotated_at < now() - make_interval(secs => ${GRACE_SECONDS})`,
      sql`delete from user_session where ended_at < now() - interval '90 days'`,
      sql`delete from spent_refresh_token where at < now() - interval '90 days'`,
      // SMS codes are kept for a day, for the rate limit.
      sql`delete from auth_challenge where expires_at < now() - case kind when 'sms' then interval '1 day' else interval '1 hour' end`,
      sql`delete from login_attempt where touched_at < now() - interval '2 days' and (locked_until is null or locked_until < now()) and pending_until < now()`,
      sql`delete from rate_count where window_start < now() - interval '2 days'`,
    ]
    for (const statement of statements) await ask(this.pool, statement).catch(error => this.deps.log.warn({ err: error }, 'clearing away old sessions failed'))
  }
  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer)
    this.news.close()
    await this.flush()
  }
}
const byAccess = (hash: Buffer): Sql => sql`
  select id, tenant_id as "tenantId", user_id as "userId", realm, state, needs,
    (extract(epoch from case when access_hash = ${hash} then access_expires_at else rotated_at + make_interval(secs => ${GRACE_SECONDS}) end - now()) * 1000)::float8 as "msLeft"
  from user_session where (access_hash = ${hash} or previous_access_hash = ${hash}) and state <> 'ended' limit 1`

/** Creates a session, resets failure counters and ends the oldest session beyond `maxPerUser`, in one statement. Concurrent sign-ins do not see each other; the sign-in trail
 *  ends the surplus a moment later. */
export async function createSession(db: TenantDb, s: NewSession): Promise<Pair & { sessionId: string }> {
  const pair = { accessToken: newToken(), refreshToken: newToken() }
  const made = await db.query<{ id: string; notified: string | null }>(sql`
    with me as (select id from sys_user where tenant_id = ${db.me.tenantId} and id = ${s.userId} and status = 'enabled' and coalesce(password_hash = ${s.passwordHash ?? null}, ${s.passwordHash == null})),
    forgotten as (
      update login_attempt set pending = greatest(pending - 1, 0), failed_at = '{}', locked_until = null, touched_at = now() where key = ${s.counter ?? ''} and exists (select from me)),
    cleared as (
      update login_attempt set accounts = array_remove(accounts, ${s.counter ?? ''}::text) where key = ${s.addressCounter ?? ''} and accounts @> array[${s.counter ?? ''}::text] and exists (select from me)),
    over as (
      select id from user_session where tenant_id = ${db.me.tenantId} and user_id = ${s.userId} and state <> 'ended' and expires_at > now()
      order by created_at desc, id desc offset ${s.maxPerUser - 1}),
    replaced as (update user_session set state = 'ended', end_reason = 'replaced', ended_at = now() where id in (select id from over) and exists (select from me) returning id),
    made as (
      insert into user_session (tenant_id, user_id, realm, client_id, access_hash, refresh_hash, terminal, device, ip, previous_login_at, access_expires_at, expires_at, state, needs, way)
      select ${db.me.tenantId}, me.id, ${s.realm}, ${s.clientId}, ${tokenHash(pair.accessToken)}, ${tokenHash(pair.refreshToken)}, ${s.terminal}, ${s.device}, ${s.ip}, ${s.previousLoginAt}::timestamptz,
        now() + make_interval(secs => ${s.accessSeconds}), now() + make_interval(secs => ${s.refreshSeconds}), ${s.needs.length ? 'restricted' : 'active'}, ${[...s.needs]}::text[], ${s.way} from me returning id)
    select id, (select pg_notify(${CHANNEL}, string_agg(r.id::text, ',')) from replaced r having count(*) > 0) as notified from made`)
  if (!made[0]) throw new Refusal(400, [{ rule: 'identity.signIn.changed', text: '账号刚刚发生变化，请重新登录' }])
  return { ...pair, sessionId: made[0].id }
}
/** Ends a session of the school. */
export const endSession = (db: TenantDb, sessionId: string, reason: EndReason): Promise<number> => end(db, sql`id = ${sessionId}`, reason)
/** Ends all sessions of these users except one; returns how many. */
export const endSessions = (db: TenantDb, userIds: readonly string[], reason: EndReason, exceptSessionId: string | null = null): Promise<number> =>
  end(db, sql`user_id = any(${userIds}::uuid[]) and id is distinct from ${exceptSessionId}::uuid`, reason)
async function end(db: TenantDb, which: Sql, reason: EndReason): Promise<number> {
  const ended = await db.query<{ id: string }>(sql`
    update user_session set state = 'ended', end_reason = ${reason}, ended_at = now() where tenant_id = ${db.me.tenantId} and state <> 'ended' and ${which} returning id`)
  await tell(
    db,
    ended.map(s => s.id),
  )
  return ended.length
}
