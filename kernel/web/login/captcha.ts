import { get } from '#web/http/client.ts'
import { isRefusal } from '#web/http/failure.ts'
import type { CaptchaGiven } from '#web/session/sign.ts'
import type { WorkChallenge } from './proofOfWork.ts'

interface Captcha {
  key: string
  challenge: WorkChallenge
}
/** Solves a proof-of-work captcha of one type (`login`, `mobile`, `reset`, `bind` …) without user interaction. Valid for one attempt. The solver is loaded on first use. */
export async function solveCaptcha(type: string): Promise<CaptchaGiven> {
  const [{ key, challenge }, { solveWork }] = await Promise.all([get<Captcha>('auth/captcha', { type }, { quiet: true }), import('./proofOfWork.ts')])
  return { key, code: await solveWork(challenge) }
}
/** Makes a call that needs a captcha: solves one up front if `isDue`, otherwise only after the server demanded it, and repeats the call. */
export async function withCaptcha<T>(type: string, isDue: boolean, call: (given?: CaptchaGiven) => Promise<T>): Promise<T> {
  if (isDue) return call(await solveCaptcha(type))
  try {
    return await call()
  } catch (error) {
    if (!isRefusal(error) || error.errors[0]?.rule !== 'identity.captcha.wrong') throw error
    return call(await solveCaptcha(type))
  }
}
