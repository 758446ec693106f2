import type { Challenge } from 'altcha-lib/v1/types'
import type pg from 'pg'
import { Refusal } from '#model'
import type { Realm } from '../context.ts'
import { addressOf } from './address-limit.ts'
import { addressKey, failedAccountsOf } from './lockout.ts'
import type { Work } from './proof-of-work.ts'

export const CAPTCHA_TYPES = ['login', 'mobile', 'welcome', 'exam', 'reset', 'bind'] as const
export type CaptchaType = (typeof CAPTCHA_TYPES)[number]
/** The captcha that goes with a realm's sign-in page. */
export const captchaOf = (realm: Realm): CaptchaType => (realm === 'admin' ? 'login' : realm)

export interface Captcha {
  key: string
  /** What the browser works on; nobody has to read or hear anything. */
  challenge: Challenge
  /** Seconds. */
  expiresIn: number
}
/** What slows programs down before a password is checked or a message sent: a proof of work, harder for an address from which many accounts have failed. */
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
  /** Uses a solution up; throws a refusal that asks for another where it is missing, wrong, too old, used or of another type. */
  async pass(type: CaptchaType, key = '', code = '', field?: string): Promise<void> {
    const isMissing = !key || !code
    if (!isMissing && (await this.work.take(purposeOf(type), code, key))) return
    const words = isMissing ? '请先完成人机验证' : '人机验证不正确或已过期，请重试'
    throw new Refusal(400, [{ ...(field ? { field } : {}), rule: 'identity.captcha.wrong', text: words }], { needCaptcha: true })
  }
}
export const purposeOf = (type: CaptchaType): string => `captcha ${type}`
