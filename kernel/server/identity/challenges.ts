import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Cipher } from '../data/cipher.ts'
import { ask } from '../data/tenant-db.ts'

export type ChallengeKind = 'sms' | 'scan' | 'state' | 'bind' | 'mfa' | 'reset'
export interface NewChallenge {
  kind: ChallengeKind
  /** School and use it is good for; another one finds nothing. */
  purpose: string
  /** What only the maker holds beside the key: a cookie's value, a code. Empty where the key is all. */
  secret?: string
  /** Kept encrypted until it is taken. */
  data?: unknown
  ip: string
  seconds: number
}
/** Letters and digits only: not every other side gives back more as it was. */
const KEY = /^[0-9a-f]{64}$/
const hashOf = (key: string, secret: string): Buffer => createHash('sha256').update(`${key}\n${secret}`).digest()
/** Only the hash of a key is stored: who reads the table can use none of them. */
const stored = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Short-lived things that somebody must bring back, once: the `state` of a sign-in elsewhere, a ticket to bind an account. */
export class Challenges {
  private readonly pool: pg.Pool
  private readonly cipher: Cipher
  constructor(pool: pg.Pool, cipher: Cipher) {
    this.pool = pool
    this.cipher = cipher
  }
  /** Answers the key, 256 random bits. */
  async make(of: NewChallenge): Promise<string> {
    const key = randomBytes(32).toString('hex')
    const target = of.data === undefined ? null : this.cipher.encrypt(JSON.stringify(of.data))
    await ask(
      this.pool,
      sql`insert into auth_challenge (kind, key, purpose, secret_hash, target, ip, expires_at)
        values (${of.kind}, ${stored(key)}, ${of.purpose}, ${hashOf(key, of.secret ?? '')}, ${target}, ${of.ip}, now() + make_interval(secs => ${of.seconds}))`,
    )
    return key
  }
  /** What it holds, and it is used up, whether the secret was right or not; undefined when there is none (any more) or the secret is another. */
  async take<T>(kind: ChallengeKind, purpose: string, key: string, secret = ''): Promise<T | undefined> {
    if (!KEY.test(key)) return undefined
    const rows = await ask<{ hash: Buffer; target: string | null }>(
      this.pool,
      sql`update auth_challenge set used_at = now(), tries = tries + 1
        where key = ${stored(key)} and kind = ${kind} and purpose = ${purpose} and used_at is null and expires_at > now() returning secret_hash as hash, target`,
    )
    return this.open<T>(rows[0], key, secret)
  }
  /** The same without using it up; each look counts, and after `most` it is good no more. */
  async look<T>(kind: ChallengeKind, purpose: string, key: string, most: number): Promise<T | undefined> {
    if (!KEY.test(key)) return undefined
    const rows = await ask<{ hash: Buffer; target: string | null }>(
      this.pool,
      sql`update auth_challenge set tries = tries + 1
        where key = ${stored(key)} and kind = ${kind} and purpose = ${purpose} and used_at is null and expires_at > now() and tries < ${most} returning secret_hash as hash, target`,
    )
    return this.open<T>(rows[0], key, '')
  }
  private open<T>(row: { hash: Buffer; target: string | null } | undefined, key: string, secret: string): T | undefined {
    if (!row || !timingSafeEqual(row.hash, hashOf(key, secret))) return undefined
    return (row.target === null ? true : JSON.parse(this.cipher.decrypt(row.target))) as T
  }
}
