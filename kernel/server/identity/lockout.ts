import { createHmac } from 'node:crypto'
import type pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { Refusal } from '#model'
import { ask, type TenantDb } from '../data/tenant-db.ts'
import type { Settings } from '../params/identity-parameters.ts'
import { KeyedSemaphore } from './keyed-semaphore.ts'

export type LoginSettings = Settings<'login'>
/** A school that has switched locking off. */
const UNLIMITED = 1_000_000
const limitOf = (s: LoginSettings): number => s.maxFailures || UNLIMITED
/** A password check under way. It counts against the limit until it has ended. */
export interface Slot {
  readonly key: string
  isSettled: boolean
}
export interface Failed {
  failures: number
  /** This attempt was the one that locked. */
  isLocked: boolean
}
const BUSY_MS = 50
const BUSY_TRIES = 100
/** An attempt whose process died gives its place back after this. */
const PENDING_SECONDS = 30
/** Enough to tell that an address needs a captcha; more is not kept. */
const ADDRESS_KEEPS = 19
/** Accounts that failed from an address make its captchas harder for so long. */
const RECENT_MINUTES = 15

/** Key of a name nobody has in this school; failures of a known account are counted under its id. */
export const nameKey = (key: Buffer, tenantId: string, realm: string, userName: string): string =>
  `n:${createHmac('sha256', key).update(`${tenantId}\n${realm}\n${userName.toLowerCase()}`).digest('base64url')}`
export const userKey = (userId: string): string => `u:${userId}`
export const addressKey = (key: Buffer, address: string): string => `a:${createHmac('sha256', key).update(address).digest('base64url')}`

/** Statement that takes a place for an attempt of the counter that `from` selects as `key`; it answers a row where there was one. */
export function placeFor(from: Sql, s: LoginSettings): Sql {
  const pending = sql`case when a.pending_until > now() then a.pending else 0 end`
  return sql`
    insert into login_attempt as a (key, pending, pending_until) select key, 1, now() + make_interval(secs => ${PENDING_SECONDS}) from (${from}) wanted
    on conflict (key) do update set pending = ${pending} + 1, pending_until = now() + make_interval(secs => ${PENDING_SECONDS}), touched_at = now()
    where (a.locked_until is null or a.locked_until <= now()) and ${failuresOf('a', s)} + ${pending} < ${limitOf(s)} returning 1`
}
/** How many failures of one counter still count; 0 where there is no counter. */
export function failuresOf(of: 'a' | 'd', s: LoginSettings): Sql {
  return of === 'a'
    ? sql`(select count(*) from unnest(a.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}))::int`
    : sql`(select count(*) from unnest(d.failed_at) t where t > now() - make_interval(mins => ${s.failMinutes}))::int`
}
/** Seconds until the window of an address, `d`, ends in which as many accounts have failed as it may have; 0 where it has not. Accounts that signed in there afterwards do not count,
 *  so that a school behind one address, where people mistype and come in, is never held up, and somebody who tries one password on many accounts is. */
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
/** The same, asked again: by now others may have failed who were being checked at the same time. */
export async function addressWaitsNow(pool: pg.Pool, key: string, s: LoginSettings): Promise<number> {
  const rows = await ask<{ waits: number }>(pool, sql`select ${addressWaits(s)} as waits from login_attempt d where key = ${key}`)
  return rows[0]?.waits ?? 0
}
/** How many accounts have lately failed from an address and not signed in there since. */
export async function failedAccountsOf(pool: pg.Pool, key: string): Promise<number> {
  const rows = await ask<{ n: number }>(
    pool,
    sql`select cardinality(accounts) as n from login_attempt where key = ${key} and accounts_since > now() - make_interval(mins => ${RECENT_MINUTES})`,
  )
  return rows[0]?.n ?? 0
}
export const lockedRefusal = (minutesLeft: number): Refusal =>
  new Refusal(423, [{ rule: 'identity.signIn.locked', text: '密码连续输错次数过多，账号已锁定，请 {minutesLeft} 分钟后再试', values: { minutesLeft } }], { minutesLeft })

/** Locks password checks after too many failures. A place is taken before the password is looked at, so that twenty attempts
 *  at once are no more than the guesses that are left; the others wait for them and find the lock. */
export class Lockout {
  private readonly pool: pg.Pool
  private readonly gate = new KeyedSemaphore()
  constructor(pool: pg.Pool) {
    this.pool = pool
  }
  /** Lets the checks of one account or name pass a few at a time; the others wait in line. */
  async inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.gate.enter(key)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  /** Runs a password check that `work` settles by `countFailure` or by forgetting failures; one that is not settled counts as not made.
   *  `hasPlace`: the place was taken before, by `placeFor`. */
  async attempt<T>(key: string, s: LoginSettings, work: (slot: Slot) => Promise<T>, hasPlace = false): Promise<T> {
    if (!hasPlace) await this.reserve(key, s)
    const slot: Slot = { key, isSettled: false }
    try {
      return await work(slot)
    } finally {
      if (!slot.isSettled) await this.release(key)
    }
  }
  /** A guess at something short, counted and locked like a password. Answers how it failed; nothing when it was right. */
  guess(key: string, s: LoginSettings, isRight: () => Promise<boolean>): Promise<Failed | undefined> {
    const db: TenantDb = { me: { tenantId: '', userId: null }, query: statement => ask(this.pool, statement) }
    const decide = async (slot: Slot): Promise<Failed | undefined> => {
      const failed = (await isRight()) ? await forgetFailures(db, slot) : await countFailure(db, slot, s)
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
    const rows = await ask(this.pool, placeFor(sql`select ${key} as key`, s))
    return rows.length > 0
  }
  /** Minutes until the lock of a counter ends; 0 when there is none. */
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

/** Counts a failure, and locks when it was the last one allowed. Call `slot.isSettled = true` once the transaction is committed. */
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
/** Counts a failure of an address and notes the account, by its counter; answers how many failures it has. */
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
/** A right password forgets the failures before it. */
export async function forgetFailures(db: TenantDb, slot: Slot): Promise<undefined> {
  await db.query(sql`update login_attempt set pending = greatest(pending - 1, 0), failed_at = '{}', locked_until = null, touched_at = now() where key = ${slot.key}`)
}
