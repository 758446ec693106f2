import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { ask } from '../data/tenant-db.ts'
import { beepCounts, soundOf } from './captcha-sound.ts'

/** Without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, which people mistake for each other. */
const LETTERS = '34679ACDEFGHJKMNPQRTWXY'
const LENGTH = 4
const SECONDS = 300
export const CAPTCHA_TYPES = ['login', 'mobile', 'welcome', 'exam', 'reset', 'bind'] as const
export type CaptchaType = (typeof CAPTCHA_TYPES)[number]
/** The captcha that goes with a realm's sign-in page. */
export const captchaOf = (realm: Realm): CaptchaType => (realm === 'admin' ? 'login' : realm)

export interface Captcha {
  key: string
  image: string
  expiresIn: number
}
/** The same for ears. */
export interface SoundCaptcha {
  key: string
  /** A WAV in base64. */
  sound: string
  expiresIn: number
}
/** Draws pictures of four characters and checks what people read in them, once. */
export class Captchas {
  private readonly pool: pg.Pool
  private readonly key: Buffer
  constructor(pool: pg.Pool, key: Buffer) {
    this.pool = pool
    this.key = key
  }
  async draw(type: CaptchaType, ip: string): Promise<Captcha> {
    const key = randomBytes(24).toString('base64url')
    const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
    await this.keep(key, type, text, ip)
    return { key, image: `data:image/svg+xml;base64,${Buffer.from(await picture(text)).toString('base64')}`, expiresIn: SECONDS }
  }
  /** Groups of beeps; their numbers are the text. */
  async sing(type: CaptchaType, ip: string): Promise<SoundCaptcha> {
    const key = randomBytes(24).toString('base64url')
    const counts = beepCounts()
    await this.keep(key, type, counts.join(''), ip)
    return { key, sound: soundOf(counts).toString('base64'), expiresIn: SECONDS }
  }
  /** Stores a challenge; apart from `draw` so that a test can know the text. */
  async keep(key: string, type: CaptchaType, text: string, ip: string): Promise<void> {
    await ask(
      this.pool,
      sql`insert into auth_challenge (kind, key, purpose, secret_hash, ip, expires_at)
        values ('captcha', ${key}, ${type}, ${this.hash(key, text)}, ${ip}, now() + make_interval(secs => ${SECONDS}))`,
    )
  }
  /** Uses a captcha up, right or wrong. */
  async check(key: string, type: CaptchaType, text: string): Promise<boolean> {
    if (!/^[\w-]{32}$/.test(key)) return false
    const rows = await ask<{ hash: Buffer; purpose: string }>(
      this.pool,
      sql`update auth_challenge set used_at = now(), tries = tries + 1
        where key = ${key} and kind = 'captcha' and used_at is null and expires_at > now() returning secret_hash as hash, purpose`,
    )
    return rows[0] !== undefined && rows[0].purpose === type && timingSafeEqual(rows[0].hash, this.hash(key, text))
  }
  /** The same, with a refusal that asks for another. */
  async pass(type: CaptchaType, key = '', text = '', field?: string): Promise<void> {
    const isMissing = !key || !text
    if (!isMissing && (await this.check(key, type, text))) return
    const words = isMissing ? '请输入图形验证码' : '验证码不正确或已过期，请重新输入'
    throw new Refusal(400, [{ ...(field ? { field } : {}), rule: 'identity.captcha.wrong', text: words }], { needCaptcha: true })
  }
  private hash(key: string, text: string): Buffer {
    return createHmac('sha256', this.key).update(`${key}\n${text.trim().toUpperCase()}`).digest()
  }
}
/** The library draws a given text, too, which its types do not say; its own random text comes from Math.random. It brings a font along, so it waits for the first picture. */
async function picture(text: string): Promise<string> {
  const drawText = (await import('svg-captcha-fixed')).default as unknown as (text: string, options: object) => string
  return drawText(text, { width: 120, height: 40, fontSize: 46, noise: 3, color: true, background: '#f5f7fa' })
}
