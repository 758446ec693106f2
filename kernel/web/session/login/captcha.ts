import { get } from '#web/http/client.ts'
import { isRefusal } from '#web/http/failure.ts'
import type { CaptchaGiven } from '../sign.ts'
import type { WorkChallenge } from './proofOfWork.ts'

interface Captcha {
  key: string
  challenge: WorkChallenge
}
/** Lets the browser work off a captcha of one type (`login`, `mobile`, `reset`, `bind` …): nothing to read, hear or type. Good for one attempt. The worker comes with the first one. */
export async function solveCaptcha(type: string): Promise<CaptchaGiven> {
  const [{ key, challenge }, { solveWork }] = await Promise.all([get<Captcha>('auth/captcha', { type }, { quiet: true }), import('./proofOfWork.ts')])
  return { key, code: await solveWork(challenge) }
}
/** Makes a call that needs a captcha where `isDue`, and otherwise perhaps: once the server has asked for one it is worked off, and the call made again. */
export async function withCaptcha<T>(type: string, isDue: boolean, call: (given?: CaptchaGiven) => Promise<T>): Promise<T> {
  if (isDue) return call(await solveCaptcha(type))
  try {
    return await call()
  } catch (error) {
    if (!isRefusal(error) || error.errors[0]?.rule !== 'identity.captcha.wrong') throw error
    return call(await solveCaptcha(type))
  }
}
