import { createHmac, randomInt } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import { ask, type TenantDb, withTenant } from '../data/tenant-db.ts'
import { md5 } from './hashing.ts'

const SECONDS = 300
const TRIES = 5
/** Purposes of SMS codes; a code is valid for its own purpose only. */
export const CODE_SCENES = ['login', 'reset', 'bind', 'mfa', 'verify'] as const
export type CodeScene = (typeof CODE_SCENES)[number]
export interface CodeLimits {
  resendSeconds: number
  perHour: number
  perDay: number
}
/** Identifies a code: school, purpose, number. `consent` is asked for on a page of its own, by guardians, and never by the call for accounts. */
export interface CodeOf {
  tenantId: string
  scene: CodeScene | 'consent'
  mobile: string
}
interface Sent {
  lastSeconds: number | null
  hour: number
  day: number
  hourSeconds: number
  daySeconds: number
}

/** Six-digit SMS codes: rate-limited per number (whether or not an account has it), at most five attempts to enter. */
export class Codes {
  private readonly pool: pg.Pool
  private readonly key: Buffer
  constructor(pool: pg.Pool, key: Buffer) {
    this.pool = pool
    this.key = key
  }
  /** Creates a code and invalidates the previous one; 429 beyond the number's limit. */
  async make(of: CodeOf, limits: CodeLimits, ip: string): Promise<string> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const target = this.target(of.mobile)
    await withTenant(this.pool, of.tenantId, async db => {
      await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${target}, 0))`)
      const wait = waitOf(await sentTo(db, target), limits)
      if (wait)
        throw new Refusal(
          429,
          [{ field: 'mobile', rule: 'identity.code.tooMany', text: wait.text, values: { seconds: wait.seconds, minutes: Math.ceil(wait.seconds / 60), ...limits } }],
          { retryAfter: wait.seconds },
        )
      await db.query(sql`update auth_challenge set expires_at = now() where kind = 'sms' and target = ${target} and purpose = ${purposeOf(of)} and expires_at > now()`)
      await db.query(sql`insert into auth_challenge (kind, key, purpose, secret_hash, target, ip, expires_at)
        values ('sms', gen_random_uuid()::text, ${purposeOf(of)}, ${this.hash(of, md5(code))}, ${target}, ${ip}, now() + make_interval(secs => ${SECONDS}))`)
    })
    return code
  }
  /** Checks a code; a correct one is consumed, a wrong one counts as an attempt. */
  async check(of: CodeOf, md5Hex: string): Promise<boolean> {
    const hash = this.hash(of, md5Hex.toLowerCase())
    const rows = await ask<{ isRight: boolean }>(
      this.pool,
      sql`update auth_challenge set tries = tries + 1, used_at = case when secret_hash = ${hash} then now() end
        where kind = 'sms' and target = ${this.target(of.mobile)} and purpose = ${purposeOf(of)} and used_at is null and expires_at > now() and tries < ${TRIES}
        returning secret_hash = ${hash} as "isRight"`,
    )
    return rows.some(row => row.isRight)
  }
  private target = (mobile: string): string => createHmac('sha256', this.key).update(`mobile\n${mobile}`).digest('base64url')
  private hash = (of: CodeOf, md5Hex: string): Buffer =>
    createHmac('sha256', this.key)
      .update(`code\n${purposeOf(of)}\n${of.mobile}\n${md5Hex}`)
      .digest()
}
const purposeOf = (of: CodeOf): string => `${of.scene}:${of.tenantId}`

async function sentTo(db: TenantDb, target: string): Promise<Sent> {
  const rows = await db.query<Sent>(sql`select extract(epoch from now() - max(created_at))::int as "lastSeconds",
      count(*) filter (where created_at > now() - interval '1 hour')::int as hour, count(*)::int as day,
      coalesce(extract(epoch from min(created_at) filter (where created_at > now() - interval '1 hour') + interval '1 hour' - now()), 0)::int as "hourSeconds",
      coalesce(extract(epoch from min(created_at) + interval '1 day' - now()), 0)::int as "daySeconds"
    from auth_challenge where kind = 'sms' and target = ${target} and created_at > now() - interval '1 day'`)
  return rows[0] as Sent
}
function waitOf(sent: Sent, limits: CodeLimits): { seconds: number; text: string } | undefined {
  if (sent.day >= limits.perDay) return { seconds: Math.max(1, sent.daySeconds), text: '这个号码今天的验证码已发满 {perDay} 条，请明天再试' }
  if (sent.hour >= limits.perHour) return { seconds: Math.max(1, sent.hourSeconds), text: '这个号码一小时内已发 {perHour} 条验证码，请 {minutes} 分钟后再试' }
  const left = sent.lastSeconds === null ? 0 : limits.resendSeconds - sent.lastSeconds
  return left > 0 ? { seconds: left, text: '验证码刚刚发过，请 {seconds} 秒后再获取' } : undefined
}
