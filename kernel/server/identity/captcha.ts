import type { Challenge } from 'altcha-lib/v1/types'
import type pg from 'pg'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { addressOf } from './address-limit.ts'
import { addressKey, failedAccountsOf } from './lockout.ts'
import type { Work } from './proof-of-work.ts'

export const CAPTCHA_TYPES = ['login', 'mobile', 'welcome', 'exam', 'reset', 'bind', 'survey'] as const
export type CaptchaType = (typeof CAPTCHA_TYPES)[number]
/** Captcha type of a realm's sign-in page. */
export const captchaOf = (realm: Realm): CaptchaType => (realm === 'admin' ? 'login' : realm)

export interface Captcha {
  key: string
  /** Proof-of-work challenge solved by the browser, without user interaction. */
  challenge: Challenge
  /** Seconds. */
  expiresIn: number
}
/** Proof of work that slows down automated sign-ins and SMS requests; harder for addresses from which many accounts have failed. */
export class Captchas {
  private readonly pool: pg.Pool
  private readonly lockoutKey: Buffer
  private readonly work: Work
  constructor(pool: pg.Pool, lockoutKey: Buffer, work: Work) {
    this.pool = pool
    this.lockoutKey = lockoutKey
    this.work = work
  }
  async make(type: CaptchaType, ip: string): Promise<Captcha> {
    const failed = await failedAccountsOf(this.pool, addressKey(this.lockoutKey, addressOf(ip)))
    const challenge = await this.work.challenge(purposeOf(type), failed)
    return { key: challenge.challenge, challenge, expiresIn: this.work.expiresIn }
  }
  /** Consumes a solution; refuses with a request for another when it is missing, wrong, expired, used or of another type. */
  async pass(type: CaptchaType, key = '', code = '', field?: string): Promise<void> {
    const isMissing = !key || !code
    if (!isMissing && (await this.work.take(purposeOf(type), code, key))) return
    const words = isMissing ? '请先完成人机验证' : '人机验证不正确或已过期，请重试'
    throw new Refusal(400, [{ ...(field ? { field } : {}), rule: 'identity.captcha.wrong', text: words }], { needCaptcha: true })
  }
}
export const purposeOf = (type: CaptchaType): string => `captcha ${type}`
