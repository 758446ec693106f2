import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import type { Cipher } from '../data/cipher.ts'
import { ask } from '../data/tenant-db.ts'

export type ChallengeKind = 'sms' | 'scan' | 'state' | 'bind' | 'mfa' | 'reset'
export interface NewChallenge {
  kind: ChallengeKind
  /** School and use; a lookup with another purpose finds nothing. */
  purpose: string
  /** Second secret of the holder besides the key: a cookie's value, a code. Empty where the key suffices. */
  secret?: string
  /** Payload, stored encrypted. */
  data?: unknown
  ip: string
  seconds: number
}
/** Hex only: external services may mangle other characters. */
const KEY = /^[0-9a-f]{64}$/
const hashOf = (key: string, secret: string): Buffer => createHash('sha256').update(`${key}\n${secret}`).digest()
/** Only the hash is stored: read access to the table reveals no usable key. */
const stored = (key: string): string => createHash('sha256').update(key).digest('base64url')

/** Single-use tokens with a short lifetime: the OAuth `state`, a ticket to bind an account. */
export class Challenges {
  private readonly pool: pg.Pool
  private readonly cipher: Cipher
  constructor(pool: pg.Pool, cipher: Cipher) {
    this.pool = pool
    this.cipher = cipher
  }
  /** Returns the key, 256 random bits. */
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
  /** Consumes a token and returns its payload. It is used up even when the secret is wrong; undefined when there is none or the secret does not match. */
  async take<T>(kind: ChallengeKind, purpose: string, key: string, secret = ''): Promise<T | undefined> {
    if (!KEY.test(key)) return undefined
    const rows = await ask<{ hash: Buffer; target: string | null }>(
      this.pool,
      sql`update auth_challenge set used_at = now(), tries = tries + 1
        where key = ${stored(key)} and kind = ${kind} and purpose = ${purpose} and used_at is null and expires_at > now() returning secret_hash as hash, target`,
    )
    return this.open<T>(rows[0], key, secret)
  }
  /** Reads a token without consuming it; after `most` reads it becomes invalid. */
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
