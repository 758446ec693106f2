import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwordLevel } from '#model'
import { type TenantDb, withTenant } from '../data/tenant-db.ts'
import { createActivation, hashPassword, randomPassword, resetPassword, setPassword } from './api.ts'
import { call, type Fixture, fixture, PASSWORD, type Process, SCHOOL, signIn } from './fixture.ts'
import { HashQueue, matches, md5 } from './hashing.ts'

let f: Fixture
let p: Process
beforeAll(async () => {
  f = await fixture()
  p = await f.process()
})
afterAll(() => f.close())

let address = 0
const enter = async (userName: string, password = PASSWORD) => signIn(p.app, { userName, password, address: `10.5.${address >> 8}.${address++ & 255}` })
const token = async (userName: string, password = PASSWORD): Promise<string> => (await enter(userName, password)).json().access_token
const inSchool = <T>(work: (db: TenantDb) => Promise<T>): Promise<T> => withTenant(p.core.pool, f.tenantId, work)
const change = (access: string, newPassword: unknown, oldPassword: unknown = md5(PASSWORD)) =>
  call(p.app, access, '/api/base/sysUser/updatePassword', { method: 'POST', payload: { oldPassword, newPassword } as object })
const rule = async (answer: ReturnType<typeof change>) => (await answer).json().errors?.[0]?.rule

it('10-L13 holds the school’s least strength, and strong passwords for privileged roles', async () => {
  await f.user({ userName: 'meixiang', accountNo: 'T3001', mobile: '13812345678' })
  await f.user({ userName: 'boss', accountNo: 'T3002', role: 'admin' })
  const [mine, boss] = [await token('meixiang'), await token('boss')]
  expect(await rule(change(mine, 'abcdefgh'))).toBe('identity.password.tooWeak')
  expect(await rule(change(mine, 'aB3#'))).toBe('identity.password.tooWeak')
  expect(await rule(change(boss, 'abcdefg8'))).toBe('identity.password.tooWeak')
  await f.params('password', { minLevel: 2 })
  expect(await rule(change(mine, 'abcdefg8'))).toBe('identity.password.tooWeak')
  await f.params('password', {})
  const refused = (await change(mine, 'abcdefgh')).json()
  expect(refused).toMatchObject({ code: 422, errors: [{ field: 'newPassword', values: { least: 1, level: 0 } }] })
  expect((await change(mine, 'abcdefg8')).json().data).toEqual({ passWordLevel: 1 })
})
it('10-L13 takes no account, mobile or identity digits in a password', async () => {
  await f.user({ userName: 'lixiaohua', accountNo: '2026010203', mobile: '13912345678' })
  const mine = await token('lixiaohua')
  expect(await rule(change(mine, 'Hi-LiXiaoHua-9'))).toBe('identity.password.containsAccount')
  expect(await rule(change(mine, 'zz2026010203'))).toBe('identity.password.containsAccount')
  expect(await rule(change(mine, 'my912345pass'))).toBe('identity.password.containsNumber')
  const id = (await f.owner.query("select id from sys_user where user_name = 'lixiaohua'")).rows[0].id
  const attempt = inSchool(db => setPassword(db, id, 'me-20080101-x', { personal: ['11010120080101123X'] }))
  await expect(attempt).rejects.toMatchObject({ code: 422, issues: [{ rule: 'identity.password.containsNumber' }] })
  expect(await rule(change(mine, `${'x'.repeat(60)}A1#bc`))).toBe('identity.password.tooLong')
})
it('10-L13 keeps the last five passwords from coming back', async () => {
  const id = await f.user({ userName: 'circular' })
  const used = Array.from({ length: 6 }, (_, i) => `Season#202${i}`)
  for (const password of used) await inSchool(db => setPassword(db, id, password))
  for (const password of used.slice(1))
    await expect(inSchool(db => setPassword(db, id, password))).rejects.toMatchObject({ issues: [{ rule: 'identity.password.usedBefore', values: { count: 5 } }] })
  await inSchool(db => setPassword(db, id, used[0] as string))
})
it('10-L13 makes a password too old restrict the session, sooner for privileged roles', async () => {
  const plain = await f.user({ userName: 'aged' })
  const privileged = await f.user({ userName: 'agedboss', role: 'admin' })
  await f.owner.query("update sys_user set password_changed_at = now() - interval '181 days' where id = any($1)", [[plain, privileged]])
  expect((await enter('aged')).json().detail.mustChangePassword).toBe(false)
  expect((await enter('agedboss')).json().detail.mustChangePassword).toBe(true)
  await f.params('password', { maxAgeDays: 90 })
  expect((await enter('aged')).json().detail.mustChangePassword).toBe(true)
  await f.params('password', {})
})
it('10-L14 lets a first password do nothing but be changed: everything else is 428', async () => {
  await f.user({ userName: 'newcomer', mustChange: true })
  const answer = (await enter('newcomer')).json()
  expect(answer.detail.mustChangePassword).toBe(true)
  const access = answer.access_token
  const refused = await call(p.app, access)
  expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([400, 428, { need: 'password' }])
  expect((await call(p.app, access, '/api/base/sysUser/checkPassword', { method: 'POST', payload: { password: md5(PASSWORD) } })).json().code).toBe(428)
  const info = (await call(p.app, access, '/api/base-resource/sysUser/getUserInfo')).json()
  expect(info.data).toMatchObject({ userName: 'newcomer', tenantId: SCHOOL, detail: { mustChangePassword: true } })
  expect(info.data).not.toHaveProperty('access_token')
  expect((await change(access, 'Brand-New-2027')).json().code).toBe(200)
  expect((await call(p.app, access)).statusCode).toBe(200)
  expect((await call(p.app, access, '/api/base/sysUser/getUserInfo')).json().data.detail.mustChangePassword).toBe(false)
  expect((await enter('newcomer', 'Brand-New-2027')).json().detail.mustChangePassword).toBe(false)
})
it('10-L14 stays restricted through a refresh, and a reset password is random, shown once and restricted', async () => {
  const id = await f.user({ userName: 'forgot' })
  const before = await token('forgot')
  const password = await inSchool(db => resetPassword(db, id))
  expect(passwordLevel(password)).toBe(2)
  expect((await call(p.app, before)).statusCode).toBe(401)
  const session = (await enter('forgot', password)).json()
  expect(session.detail.mustChangePassword).toBe(true)
  const { refreshWith } = await import('./fixture.ts')
  const next = (await refreshWith(p.app, session.refresh_token)).json()
  expect(next.detail.mustChangePassword).toBe(true)
  expect((await call(p.app, next.access_token)).json().code).toBe(428)
  expect(new Set(Array.from({ length: 200 }, randomPassword)).size).toBe(200)
})
it('checks the old password, locks guessing it apart from sign-in, and refuses malformed bodies', async () => {
  await f.user({ userName: 'guessed' })
  const access = await token('guessed')
  for (const body of [
    {},
    { oldPassword: md5(PASSWORD) },
    { oldPassword: 1, newPassword: 'x' },
    { oldPassword: md5(PASSWORD), newPassword: 'Fine-Pass-1', admin: true },
    { oldPassword: 'clear', newPassword: 'Fine-Pass-1' },
  ])
    expect((await call(p.app, access, '/api/base/sysUser/updatePassword', { method: 'POST', payload: body })).json().code).toBe(400)
  for (let i = 0; i < 5; i++) expect((await change(access, 'Fine-Pass-1', md5('nonsense'))).json()).toMatchObject({ code: 400, errors: [{ field: 'oldPassword' }] })
  expect((await change(access, 'Fine-Pass-1')).json()).toMatchObject({ code: 423, data: { minutesLeft: 15 } })
  expect((await enter('guessed')).statusCode).toBe(200)
})
it('unlocks a screen by the password; the fifth wrong try signs out', async () => {
  await f.user({ userName: 'screen' })
  const access = await token('screen')
  const check = (password: string) => call(p.app, access, '/api/flySource-base/sysUser/checkPassword', { method: 'POST', payload: { password: md5(password) } })
  expect((await check(PASSWORD)).json()).toMatchObject({ code: 200, data: true })
  for (let left = 4; left > 0; left--) expect((await check('nonsense')).json()).toMatchObject({ code: 400, errors: [{ values: { left } }] })
  expect((await check('nonsense')).statusCode).toBe(401)
  expect((await call(p.app, access)).statusCode).toBe(401)
})
it('activates the first administrator once within 72 hours, and a refused password leaves the link good', async () => {
  const id = await f.user({ userName: 'first', password: null, role: 'admin', mustChange: true })
  const links: string[] = []
  for (let i = 0; i < 2; i++) links.push(await inSchool(db => createActivation(db, id)))
  const send = (link: string, password: string) => p.app.inject({ method: 'POST', url: '/api/flySource-auth/openApi/activate', payload: { token: link, password } })
  const [earlier, link] = links as [string, string]
  expect((await send(earlier, 'Very-Strong-1')).json().code).toBe(422)
  expect((await send(link, 'weak')).json()).toMatchObject({ code: 422, errors: [{ rule: 'identity.password.tooWeak' }] })
  const answers = await Promise.all([send(link, 'Very-Strong-1'), send(link, 'Very-Strong-2')])
  expect(answers.map(a => a.json().code).sort()).toEqual([200, 422])
  expect(answers.find(a => a.json().code === 200)?.json().data).toEqual({ tenantId: SCHOOL, userName: 'first' })
  const late = await inSchool(db => createActivation(db, id))
  await f.owner.query("update activation set expires_at = now() - interval '1 second' where used_at is null")
  expect((await send(late, 'Very-Strong-3')).json().errors[0].rule).toBe('identity.activation.invalid')
  expect((await send('nonsense', 'Very-Strong-3')).json().code).toBe(422)
})
it('hashes a few at a time, lets a bounded number wait and refuses the rest', async () => {
  const queue = new HashQueue(2, 3)
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await new Promise(done => setTimeout(done, 20))
    running--
  }
  const five = Array.from({ length: 5 }, () => queue.run(work))
  await expect(queue.run(work)).rejects.toMatchObject({ code: 429, data: { retryAfter: 1 } })
  await Promise.all(five)
  await queue.run(work)
  expect(most).toBe(2)
  expect(await matches(await hashPassword('x'), md5('x'))).toBe(true)
  expect(await matches(null, md5('x'))).toBe(false)
})
