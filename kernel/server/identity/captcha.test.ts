import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
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

/** A captcha whose text the test knows. */
async function known(type: CaptchaType, text = 'A7KQ'): Promise<string> {
  const key = randomBytes(24).toString('base64url')
  await p.identity.captchas.keep(key, type, text, '127.0.0.1')
  return key
}
const withCaptcha = (key: string, code: string, given: Parameters<typeof signIn>[1] = {}) =>
  signIn(p.app, { address: '10.7.0.1', ...given, headers: { 'captcha-key': key, 'captcha-code': code } })
/** Three failures of an address make the next one there need a captcha. */
const fail = async (address: string, userName: string): Promise<boolean[]> => {
  const needs: boolean[] = []
  for (let i = 0; i < 3; i++) needs.push((await signIn(p.app, { userName, password: 'nonsense', address })).json().needCaptcha)
  return needs
}

it('10-L2 draws four characters without look-alikes as a picture', async () => {
  for (const url of ['/api/flySource-auth/captcha?type=login', '/api/auth-resource/captcha?type=welcome', '/api/auth/captcha']) {
    const answer = await p.app.inject({ url })
    expect(answer.json()).toMatchObject({ code: 200, success: true, data: { expiresIn: 300 } })
    expect(answer.json().data.image).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(answer.json().data.key).toMatch(/^[\w-]{32}$/)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
  const wrong = await p.app.inject({ url: '/api/auth/captcha?type=nonsense' })
  expect(wrong.json().code).toBe(400)
})
it('10-L2 asks for a captcha after three failures of the account or of the address', async () => {
  await f.user({ userName: 'forgetful' })
  const needs: boolean[] = []
  for (let i = 0; i < 3; i++) needs.push((await signIn(p.app, { userName: 'forgetful', password: 'nonsense', address: `10.7.1.${i}` })).json().needCaptcha)
  expect(needs).toEqual([false, false, true])
  expect((await signIn(p.app, { userName: 'forgetful', address: '10.7.1.9' })).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect(await fail('10.7.0.1', 'nobody')).toEqual([false, false, true])
  expect((await signIn(p.app, { address: '10.7.0.1' })).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect((await withCaptcha(await known('login'), 'a7kq')).statusCode).toBe(200)
})
it('10-L2 uses a captcha up by the first attempt, right or wrong', async () => {
  const key = await known('login')
  expect((await withCaptcha(key, 'XXXX')).json()).toMatchObject({ error_code: 400, needCaptcha: true })
  expect((await withCaptcha(key, 'A7KQ')).json().error_code).toBe(400)
  const twice = await known('login')
  const answers = await Promise.all([1, 2, 3].map(() => withCaptcha(twice, ' A7kq ', { password: PASSWORD })))
  expect(answers.filter(a => a.statusCode === 200)).toHaveLength(1)
})
it('10-L2 takes no captcha of another realm, none after five minutes and no made-up key', async () => {
  expect((await withCaptcha(await known('welcome'), 'A7KQ')).json().error_code).toBe(400)
  const old = await known('login')
  await f.owner.query("update auth_challenge set expires_at = now() - interval '1 second' where key = $1", [old])
  expect((await withCaptcha(old, 'A7KQ')).json().error_code).toBe(400)
  for (const key of ['x', "' or true --", 'k'.repeat(32)]) expect((await withCaptcha(key, 'A7KQ')).json().error_code).toBe(400)
  expect((await withCaptcha(await known('welcome'), 'A7KQ', { userName: 'freshman', type: 'welcome' })).statusCode).toBe(200)
})
/** The numbers of beeps in a WAV, as an ear counts them: loud stretches, set apart by short gaps and long pauses. */
function heard(base64: string): string {
  const samples = [...Buffer.from(base64, 'base64').subarray(44)].map(v => Math.abs(v - 128))
  const loud = Array.from({ length: Math.floor(samples.length / 160) }, (_, i) => Math.max(...samples.slice(i * 160, (i + 1) * 160)) > 40)
  const groups: number[] = []
  let quiet = Number.POSITIVE_INFINITY
  for (const [i, isLoud] of loud.entries()) {
    if (isLoud && !loud[i - 1]) {
      if (quiet > 25) groups.push(0)
      groups[groups.length - 1] = (groups.at(-1) ?? 0) + 1
    }
    quiet = isLoud ? 0 : quiet + 1
  }
  return groups.join('')
}
it('10-L2 plays groups of beeps to count for who sees no picture; they are used up like pictures', async () => {
  const sound = async () => (await p.app.inject({ url: '/api/auth/captcha?type=login&mode=sound' })).json().data as { key: string; sound: string; expiresIn: number }
  const made = await sound()
  expect(Object.keys(made)).toEqual(['key', 'sound', 'expiresIn'])
  const wav = Buffer.from(made.sound, 'base64')
  expect([wav.toString('latin1', 0, 4), wav.toString('latin1', 8, 16), wav.readUInt32LE(40)]).toEqual(['RIFF', 'WAVEfmt ', wav.length - 44])
  for (let i = 0; i < 10; i++) expect(heard((await sound()).sound)).toMatch(/^[1-6]{5}$/)
  expect((await withCaptcha(made.key, heard(made.sound))).statusCode).toBe(200)
  expect((await withCaptcha(made.key, heard(made.sound))).json().error_code).toBe(400)
  const wrong = await sound()
  expect((await withCaptcha(wrong.key, '77777')).json().error_code).toBe(400)
  expect((await withCaptcha(wrong.key, heard(wrong.sound))).json().error_code).toBe(400)
})
it('10-L2 stores the text as a keyed hash only', async () => {
  const { rows } = await f.owner.query('select * from auth_challenge')
  expect(JSON.stringify(rows)).not.toMatch(/A7KQ/i)
})
it('a wrong captcha is no failure of the account', async () => {
  await f.user({ userName: 'careful' })
  for (let i = 0; i < 8; i++) await withCaptcha(await known('login'), 'XXXX', { userName: 'careful' })
  expect((await withCaptcha(await known('login'), 'A7KQ', { userName: 'careful' })).statusCode).toBe(200)
})
