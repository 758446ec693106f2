import { createHmac } from 'node:crypto'
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import { ask, type TenantDb } from '../data/tenant-db.ts'
import type { Settings } from '../params/identity-parameters.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'

export type LoginSettings = Settings<'login'>
/** Limit for schools that have disabled lockout. */
const UNLIMITED = 1_000_000
const limitOf = (s: LoginSettings): number => s.maxFailures || UNLIMITED
/** A password check in progress; it counts against the limit until it ends. */
export interface Slot {
  readonly key: string
  isSettled: boolean
}
export interface Failed {
  failures: number
  /** This attempt triggered the lock. */
  isLocked: boolean
}
const BUSY_MS = 50
const BUSY_TRIES = 100
/** Reservation timeout: slots of a crashed process become free after this. */
const PENDING_SECONDS = 30
/** Failures kept per address; enough for the captcha threshold. */
const ADDRESS_KEEPS = 19
/** Window in which failed accounts of an address increase its captcha difficulty. */
const RECENT_MINUTES = 15

/** Counter key of a user name without account; failures of existing accounts are counted by user id. */
export const nameKey = (key: Buffer, tenantId: string, realm: string, userName: string): string =>
  `n:${createHmac('sha256', key).update(`${tenantId}\n${realm}\n${userName.toLowerCase()}`).digest('base64url')}`
export const userKey = (userId: string): string => `u:${userId}`
export const addressKey = (key: Buffer, address: string): string => `a:${createHmac('sha256', key).update(address).digest('base64url')}`

/** Statement that reserves an attempt slot of the counter selected by `from` as `key`; returns a row on success. */
export function reserveAttempt(from: Sql, s: LoginSettings): Sql {
  const pending = sql`case when a.pending_until > now() then a.pending else 0 end`
  return sql`
    insert into login_attempt as a (key, pending, pending_until) select key, 1, now() + make_interval(secs => ${PENDING_SECONDS}) from (${from}) wanted
    on conflict (key) do update set pending = ${pending} + 1, pending_until = now() + make_interval(secs => ${PENDING_SECONDS}), touched_at = now()
    where (a.locked_until is null or a.locked_until <= now()) and ${failuresOf('a', s)} + ${pending} < ${limitOf(s)} returning 1`
}
/** SQL: number of failures of a counter within the window; 0 without a counter. */
export function failuresOf(of: 'a' | 'd', s: LoginSettings): Sql {
  return of === 'a'
    ? sql`(select count(*) from unnest(a.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}))::int`
    : sql`(select count(*) from unnest(d.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}))::int`
}
/** SQL: seconds until an address, `d`, that reached the limit of failed accounts is unblocked, else 0. Accounts that signed in from there afterwards are not counted: this
 *  blocks password spraying, but not a school behind one address whose people mistype. */
export const addressWaits = (s: LoginSettings): Sql =>
  sql`case when cardinality(d.accounts) >= ${s.ipAccounts} then greatest(0, ceil(extract(epoch from d.accounts_since + make_interval(mins => ${s.failMinutes}) - now())))::int else 0 end`
export const addressRefusal = (retryAfter: number): Refusal =>
  new Refusal(
    429,
    [{ rule: 'identity.signIn.addressFailed', text: '这个网络中登录失败的账号过多，请 {minutes} 分钟后再试，或换一个网络', values: { minutes: Math.ceil(retryAfter / 60) } }],
    {
      retryAfter,
    },
  )
/** Checked again after the password check, because concurrent attempts may have failed meanwhile. */
export async function addressWaitsNow(pool: pg.Pool, key: string, s: LoginSettings): Promise<number> {
  const rows = await ask<{ waits: number }>(pool, sql`select ${addressWaits(s)} as waits from login_attempt d where key = ${key}`)
  return rows[0]?.waits ?? 0
}
/** Number of accounts that failed from an address recently and have not signed in from there since. */
export async function failedAccountsOf(pool: pg.Pool, key: string): Promise<number> {
  const rows = await ask<{ n: number }>(
    pool,
    sql`select cardinality(accounts) as n from login_attempt where key = ${key} and accounts_since > now() - make_interval(mins => ${RECENT_MINUTES})`,
  )
  return rows[0]?.n ?? 0
}
export const lockedRefusal = (minutesLeft: number): Refusal =>
  new Refusal(423, [{ rule: 'identity.signIn.locked', text: '密码连续输错次数过多，账号已锁定，请 {minutesLeft} 分钟后再试', values: { minutesLeft } }], { minutesLeft })

/** Locks an account or name after too many failures. A slot is reserved before the password is checked, so that concurrent attempts cannot exceed the remaining tries; excess
 *  attempts wait and then see the lock. */
export class Lockout {
  private readonly pool: pg.Pool
  private readonly gate = new KeyedSemaphore()
  constructor(pool: pg.Pool) {
    this.pool = pool
  }
  /** Limits concurrent checks per account or name; others queue. */
  async inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.gate.enter(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  /** Runs a password check, which `work` settles by `countFailure` or `clearFailures`; an unsettled attempt is released uncounted. `hasPlace`: the slot was already reserved
   *  by `reserveAttempt`. */
  async attempt<T>(key: string, s: LoginSettings, work: (slot: Slot) => Promise<T>, hasPlace = false): Promise<T> {
    if (!hasPlace) await this.reserve(key, s)
    const slot: Slot = { key, isSettled: false }
    try {
      return await work(slot)
    } finally {
      if (!slot.isSettled) await this.release(key)
    }
  }
  /** Checks a short secret, counted and locked like a password. Returns the failure; undefined when it was correct. */
  guess(key: string, s: LoginSettings, isRight: () => Promise<boolean>): Promise<Failed | undefined> {
    const db: TenantDb = { me: { tenantId: '', userId: null }, query: statement => ask(this.pool, statement) }
    const decide = async (slot: Slot): Promise<Failed | undefined> => {
      const failed = (await isRight()) ? await clearFailures(db, slot) : await countFailure(db, slot, s)
      slot.isSettled = true
      return failed
    }
    return this.inLine(key, () => this.attempt(key, s, decide))
  }
  private async reserve(key: string, s: LoginSettings): Promise<void> {
    for (let tries = 0; tries < BUSY_TRIES; tries++) {
      if (await this.takePlace(key, s)) return
      const minutesLeft = await this.minutesLeft(key)
      if (minutesLeft) throw lockedRefusal(minutesLeft)
      await new Promise(done => setTimeout(done, BUSY_MS))
    }
    throw tooMany()
  }
  private async takePlace(key: string, s: LoginSettings): Promise<boolean> {
    const rows = await ask(this.pool, reserveAttempt(sql`select ${key} as key`, s))
    return rows.length > 0
  }
  /** Minutes until a counter's lock ends; 0 when not locked. */
  async minutesLeft(key: string): Promise<number> {
    const rows = await ask<{ left: number }>(
      this.pool,
      sql`select ceil(extract(epoch from locked_until - now()) / 60)::int as left from login_attempt where key = ${key} and locked_until > now()`,
    )
    return rows[0]?.left ?? 0
  }
  private async release(key: string): Promise<void> {
    await ask(this.pool, sql`update login_attempt set pending = greatest(pending - 1, 0) where key = ${key}`).catch(() => undefined)
  }
}
export const tooMany = (retryAfter = 1): Refusal =>
  new Refusal(429, [{ rule: 'identity.signIn.tooMany', text: '操作过于频繁，请 {retryAfter} 秒后再试', values: { retryAfter } }], { retryAfter })

/** Counts a failure and locks at the limit. Set `slot.isSettled = true` once the transaction has committed. */
export async function countFailure(db: TenantDb, slot: Slot, s: LoginSettings): Promise<Failed> {
  const recent = sql`array(select t from unnest(login_attempt.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}) order by t)`
  const isLast = sql`cardinality(${recent}) + 1 >= ${limitOf(s)}`
  const rows = await db.query<Failed>(sql`
    update login_attempt set pending = greatest(pending - 1, 0), touched_at = now(), locks = locks + (${isLast})::int,
      locked_until = case when ${isLast} then now() + make_interval(mins => ${s.lockMinutes}) else locked_until end,
      failed_at = case when ${isLast} then '{}' else ${recent} || now() end
    where key = ${slot.key} returning cardinality(failed_at) as failures, coalesce(locked_until > now(), false) as "isLocked"`)
  return rows[0] ?? { failures: 0, isLocked: false }
}
/** Counts a failure of an address and records the account's counter key; returns the number of failures. */
export async function countAddress(db: TenantDb, key: string, account: string, s: LoginSettings): Promise<number> {
  const recent = sql`array(select t from unnest(login_attempt.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}) order by t desc limit ${ADDRESS_KEEPS})`
  const isOver = sql`coalesce(login_attempt.accounts_since <= now() - make_interval(mins => ${s.failMinutes}), true)`
  const rows = await db.query<{ failures: number }>(sql`
    insert into login_attempt (key, failed_at, accounts, accounts_since) values (${key}, array[now()], array[${account}::text], now())
    on conflict (key) do update set failed_at = ${recent} || now(), touched_at = now(),
      accounts = case when ${isOver} then array[${account}::text] when login_attempt.accounts @> array[${account}::text] or cardinality(login_attempt.accounts) >= ${s.ipAccounts} then login_attempt.accounts else login_attempt.accounts || ${account}::text end,
      accounts_since = case when ${isOver} then now() else login_attempt.accounts_since end returning cardinality(failed_at) as failures`)
  return rows[0]?.failures ?? 0
}
/** Resets the counter after a correct password. */
export async function clearFailures(db: TenantDb, slot: Slot): Promise<undefined> {
  await db.query(sql`update login_attempt set pending = greatest(pending - 1, 0), failed_at = '{}', locked_until = null, touched_at = now() where key = ${slot.key}`)
}
