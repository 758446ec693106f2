import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import type { Need, Realm } from '../context.ts'
import { ask, inTenant, type TenantDb } from '../data/tenant-db.ts'
import type { EndReason, IdentityDeps, SessionEntry } from './deps.ts'
import type { Terminal } from './origin.ts'
import { type Kept, SessionCache } from './session-cache.ts'
import { CHANNEL, SessionNews, tell } from './session-feed.ts'
import { newToken, tokenHash, tokenKey } from './tokens.ts'

/** Seconds during which the pair before the last rotation is still good: calls under way, and the other tab. */
export const GRACE_SECONDS = 30
const FLUSH_MS = 60_000
const SWEEP_MS = 300_000

export interface Pair {
  accessToken: string
  refreshToken: string
}
export interface NewSession {
  userId: string
  /** What the password was checked against: when it is another by now, no session begins. Absent where no password was asked for. */
  passwordHash?: string | null
  /** Counter whose failures the right password forgets. */
  counter?: string
  /** Counter of the address it comes from, which forgets that this account failed there. */
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
interface Found {
  id: string
  tenantId: string
  userId: string
  realm: Realm
  state: 'active' | 'restricted'
  needs: Need[]
  msLeft: number
}

/** Finds out who is asking. In memory for sessions used lately; every process hears within seconds when one ends. */
export class Sessions {
  readonly cache: SessionCache
  private readonly news: SessionNews
  private readonly pool: pg.Pool
  private readonly deps: IdentityDeps
  private readonly loading = new Map<string, Promise<Kept | undefined>>()
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
  /** The session of an access token, or undefined when it is unknown, expired or ended. */
  async resolve(accessToken: string): Promise<SessionEntry | undefined> {
    const key = tokenKey(accessToken)
    const known = this.news.isAlive ? this.cache.get(key) : undefined
    // A restricted session becomes a full one between two calls of the same page: it is read anew each time.
    const kept = known?.entry.state === 'active' ? known : await this.loadOnce(key, accessToken)
    if (!kept) return undefined
    const principal = await this.deps.principalOf(kept.entry.tenantId, kept.entry.userId, kept.entry.realm)
    if (!principal) {
      await inTenant(this.pool, kept.entry.tenantId, db => endSessions(db, [kept.entry.userId], 'disabled'))
      return undefined
    }
    if (kept.base !== principal) {
      kept.base = principal
      kept.entry.principal = { ...principal, sessionId: kept.entry.sessionId }
    }
    this.touched.add(kept.entry.sessionId)
    return kept.entry
  }
  private loadOnce(key: string, token: string): Promise<Kept | undefined> {
    const underWay = this.loading.get(key)
    if (underWay) return underWay
    const loading = this.load(key, token).finally(() => this.loading.delete(key))
    this.loading.set(key, loading)
    return loading
  }
  private async load(key: string, token: string): Promise<Kept | undefined> {
    const generation = this.cache.generation
    const [found] = await ask<Found>(this.pool, byAccess(tokenHash(token)))
    if (!found || found.msLeft <= 0) return undefined
    const base = await this.deps.principalOf(found.tenantId, found.userId, found.realm)
    if (!base) {
      await inTenant(this.pool, found.tenantId, db => endSessions(db, [found.userId], 'disabled'))
      return undefined
    }
    const { id: sessionId, msLeft, ...rest } = found
    const kept: Kept = { base, entry: { ...rest, sessionId, expiresAt: Date.now() + msLeft, t10: token.slice(0, 10), principal: { ...base, sessionId } } }
    if (generation === this.cache.generation) this.cache.put(key, kept)
    return kept
  }
  /** Why a token that was once good is so no more; undefined when it never was. */
  async whyEnded(accessToken: string): Promise<EndReason | undefined> {
    const hash = tokenHash(accessToken)
    const rows = await ask<{ reason: EndReason }>(
      this.pool,
      sql`select coalesce(end_reason, 'expired') as reason from user_session where access_hash = ${hash} or previous_access_hash = ${hash} limit 1`,
    )
    return rows[0]?.reason
  }
  /** Ends the session a token belongs to; nothing happens when there is none. */
  async logout(accessToken: string): Promise<void> {
    const [found] = await ask<Found>(this.pool, byAccess(tokenHash(accessToken)))
    if (found) await this.end(found.tenantId, found.id, 'logout')
  }
  /** Ends a session; this process knows at once, the others when they hear of it. */
  async end(tenantId: string, sessionId: string, reason: EndReason): Promise<void> {
    await inTenant(this.pool, tenantId, db => endSession(db, sessionId, reason))
    this.cache.drop([sessionId])
  }
  /** Writes when sessions were last used, in one statement a minute. */
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
  /** Ends what has run out and clears away what nobody can use again. Safe in every process at once. */
  async sweep(): Promise<void> {
    const statements = [
      sql`update user_session set state = 'ended', end_reason = 'expired', ended_at = now() where state <> 'ended' and expires_at <= now()`,
      sql`update user_session set pair = null where pair is not null and rotated_at < now() - make_interval(secs => ${GRACE_SECONDS})`,
      sql`delete from user_session where ended_at < now() - interval '90 days'`,
      sql`delete from spent_refresh_token where at < now() - interval '90 days'`,
      // Codes by SMS are counted for a day.
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

/** Starts a session, forgets the failures before it and ends the oldest session beyond `maxPerUser`, in one statement.
 *  Sign-ins at the very same instant do not see each other; what they leave too many, the trail ends a moment later. */
export async function createSession(db: TenantDb, s: NewSession): Promise<Pair & { sessionId: string }> {
  const pair = { accessToken: newToken(), refreshToken: newToken() }
  const made = await db.query<{ id: string }>(sql`
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
    select id, (select pg_notify(${CHANNEL}, string_agg(r.id::text, ',')) from replaced r having count(*) > 0) as told from made`)
  if (!made[0]) throw new Refusal(400, [{ rule: 'identity.signIn.changed', text: '账号刚刚发生变化，请重新登录' }])
  return { ...pair, sessionId: made[0].id }
}
/** Ends one session of the school. */
export const endSession = (db: TenantDb, sessionId: string, reason: EndReason): Promise<number> => end(db, sql`id = ${sessionId}`, reason)
/** Ends all sessions of some users but one; answers how many there were. */
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
