import { createChallenge } from 'altcha-lib/v1'
import { type CaptchaType, purposeOf } from '#server/identity/captcha.ts'
import type { Identity } from '#server/identity/index.ts'

/** A solved captcha without the proof of work: the test chooses the number. */
export async function solvedCaptcha({ deps }: Identity, type: CaptchaType): Promise<{ key: string; code: string }> {
  const expires = new Date(Date.now() + 600_000)
  const challenge = await createChallenge({ hmacKey: deps.keys.key('proof of work').toString('hex'), number: 1, expires, params: { purpose: purposeOf(type) } })
  return { key: challenge.challenge, code: Buffer.from(JSON.stringify({ ...challenge, number: 1 })).toString('base64') }
}
