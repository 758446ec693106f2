import { afterAll, beforeAll, expect, it } from 'vitest'
import { solvedCaptcha } from '#testing/captcha.ts'
import { solveWork } from '#web/login/proofOfWork.ts'
import type { CaptchaType } from './captcha.ts'
import { type Fixture, fixture, PASSWORD, type Process, signIn } from './fixture.ts'

let f: Fixture
let p: Process
beforeAll(async () => {
  f = await fixture()
  p = await f.process()
  await f.user({ userName: 'wang' })
  await f.user({ userName: 'freshman', realm: 'welcome', role: null })
})
afterAll(() => f.close())

const solved = (type: CaptchaType) => solvedCaptcha(p.identity, type)
const withCaptcha = ({ key, code }: { key: string; code: string }, given: Parameters<typeof signIn>[1] = {}) =>
  signIn(p.app, { address: '10.7.0.1', ...given, headers: { 'captcha-key': key, 'captcha-code': code } })
/** After three failures an address needs a captcha. */
const fail = async (address: string, userName: string): Promise<boolean[]> => {
  const needs: boolean[] = []
  for (let i = 0; i < 3; i++) needs.push((await signIn(p.app, { userName, password: 'nonsense', address })).json().needCaptcha)
  return needs
}

it('10-L2 is work for the browser: nothing to see, to hear or to read', async () => {
  for (const url of ['/api/flySource-auth/captcha?type=login', '/api/auth-resource/captcha?type=welcome', '/api/auth/captcha']) {
    const answer = await p.app.inject({ url })
    expect(answer.json()).toMatchObject({ code: 200, success: true, data: { expiresIn: 600, challenge: { algorithm: 'SHA-256', maxnumber: 100_000 } } })
    expect(Object.keys(answer.json().data)).toEqual(['key', 'challenge', 'expiresIn'])
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const wrong = await p.app.inject({ url: '/api/auth/captcha?type=nonsense' })
  expect(wrong.json().code).toBe(400)
})
it('10-L2 a browser’s solution passes', async () => {
  const { key, challenge } = await p.identity.captchas.make('login', '10.7.0.9')
  await expect(solveWork(challenge).then(code => p.identity.captchas.pass('login', key, code))).resolves.toBeUndefined()
})
it('10-L2 asks for a captcha after three failures of the account or of the address', async () => {
  await f.user({ userName: 'forgetful' })
  const needs: boolean[] = []
  for (let i = 0; i < 3; i++) needs.push((await signIn(p.app, { userName: 'forgetful', password: 'nonsense', address: `10.7.1.${i}` })).json().needCaptcha)
  expect(needs).toEqual([false, false, true])
  expect((await signIn(p.app, { userName: 'forgetful', address: '10.7.1.9' })).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect(await fail('10.7.0.1', 'nobody')).toEqual([false, false, true])
  expect((await signIn(p.app, { address: '10.7.0.1' })).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect((await withCaptcha(await solved('login'))).statusCode).toBe(200)
})
it('10-L2 uses a captcha up by the first attempt, also of several at once', async () => {
  const used = await solved('login')
  expect((await withCaptcha(used, { password: 'nonsense', userName: 'somebody' })).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect((await withCaptcha(used)).json().error_code).toBe(400)
  const twice = await solved('login')
  const answers = await Promise.all([1, 2, 3].map(() => withCaptcha(twice, { password: PASSWORD })))
  expect(answers.filter(a => a.statusCode === 200)).toHaveLength(1)
})
it('10-L2 takes no captcha of another realm, none whose time is over, and nothing made up', async () => {
  expect((await withCaptcha(await solved('welcome'))).json().error_code).toBe(400)
  const { key, code } = await solved('login')
  const payload = JSON.parse(Buffer.from(code, 'base64').toString()) as { salt: string; number: number }
  const forged = (change: object) => Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64')
  const over = payload.salt.replace(/expires=(\d+)/, 'expires=1')
  for (const made of [forged({ number: payload.number + 1 }), forged({ salt: over }), forged({ signature: '0'.repeat(64) }), forged({ algorithm: 'none' }), 'x', "' or true --"])
    expect((await withCaptcha({ key, code: made })).json().error_code).toBe(400)
  expect((await withCaptcha({ key: '0'.repeat(64), code })).json().error_code).toBe(400)
  expect((await withCaptcha({ key, code })).statusCode).toBe(200)
  expect((await withCaptcha(await solved('welcome'), { userName: 'freshman', type: 'welcome' })).statusCode).toBe(200)
})
it('a wrong captcha is no failure of the account', async () => {
  await f.user({ userName: 'careful' })
  for (let i = 0; i < 8; i++) await withCaptcha({ key: '0'.repeat(64), code: 'XXXX' }, { userName: 'careful' })
  expect((await withCaptcha(await solved('login'), { userName: 'careful' })).statusCode).toBe(200)
})
