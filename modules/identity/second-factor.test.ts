import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { testSecret } from '#testing/school.ts'
import { type CredentialSchool, credentialSchool, PASSWORD } from './testing.ts'

let s: CredentialSchool
beforeAll(async () => {
  s = await credentialSchool()
  await s.params('login', { captchaAfter: 20 })
})
afterAll(() => s?.close())

interface FactorRequired {
  mfaTicket: string
  mfaMethods: string[]
  error_code: number
}
const first = async (username: string, headers: Record<string, string> = {}) => (await s.token({ username }, headers)).body as unknown as FactorRequired
const second = (ticket: string, code: string, scope = 'all', headers: Record<string, string> = {}) =>
  s.token({ type: 'mfa', username: ticket, password: md5(code), scope }, headers)
/** The authenticator's current code; `by` steps ahead, because each code is accepted once. */
const shown = (secret: string, by = 0): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + by * 30_000 })
/** Enrols during sign-in as the page does. Waits out the end of a TOTP step: later codes count from the step it began in. */
async function enrol(username: string): Promise<{ secret: string; recoveryCodes: string[]; token: string }> {
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 12_000) await new Promise(done => setTimeout(done, left))
  const asked = await first(username)
  const { secret } = (await s.call('POST', 'openApi/mfaEnrol', { mfaTicket: asked.mfaTicket })).body.data as { secret: string }
  const confirmed = (await s.call('POST', 'openApi/mfaConfirm', { mfaTicket: asked.mfaTicket, code: shown(secret, -1) })).body.data as {
    recoveryCodes: string[]
    mfaTicket: string
    proof: string
  }
  const entered = await second(confirmed.mfaTicket, confirmed.proof)
  return { secret, recoveryCodes: confirmed.recoveryCodes, token: entered.body.access_token as string }
}
const act = (token: string, path: string, body: object) => s.call('POST', path, body, { 'flysource-auth': `bearer ${token}` })

describe('the second factor', () => {
  it('10-L15 asks the flagged roles and nobody else; without a factor it must be set up first', async () => {
    for (const role of ['admin', 'finance', 'psychologist']) {
      await s.user({ userName: `role-${role}`, roles: [role] })
      expect(await first(`role-${role}`)).toMatchObject({ error_code: 428, need: 'mfa', mfaMethods: ['enrol'] })
    }
    await s.user({ userName: 'plain', roles: ['teacher', 'fdy'] })
    expect((await s.token({ username: 'plain' })).status).toBe(200)
    const [none] = await s.db.query(sql`select 1 from user_session u join sys_user a on a.id = u.user_id where a.user_name like 'role-%'`)
    expect(none).toBeUndefined()
  })
  it('10-L15 enrols by the authenticator of RFC 6238, gives ten recovery codes once and signs in', async () => {
    const asked = await first('role-admin')
    const begun = (await s.call('POST', 'openApi/mfaEnrol', { mfaTicket: asked.mfaTicket })).body.data as { secret: string; uri: string }
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}.*period=30/)
    expect((await s.call('POST', 'openApi/mfaConfirm', { mfaTicket: asked.mfaTicket, code: '000000' })).body).toMatchObject({ code: 400, errors: [{ field: 'code' }] })
    expect((await second(asked.mfaTicket, shown(begun.secret))).body.error_code).toBe(400)
    const done = (await s.call('POST', 'openApi/mfaConfirm', { mfaTicket: asked.mfaTicket, code: shown(begun.secret) })).body.data as {
      recoveryCodes: string[]
      mfaTicket: string
      proof: string
    }
    expect(new Set(done.recoveryCodes).size).toBe(10)
    expect((await s.call('POST', 'openApi/mfaEnrol', { mfaTicket: done.mfaTicket })).body.code).toBe(400)
    expect((await second(done.mfaTicket, 'not the proof')).body.error_code).toBe(400)
    const entered = await second(done.mfaTicket, done.proof)
    expect(entered).toMatchObject({ status: 200, body: { userName: 'role-admin' } })
    expect((await second(done.mfaTicket, done.proof)).body.error_code).toBe(400)
    const again = await first('role-admin')
    expect(again.mfaMethods).toEqual(['totp', 'recovery'])
    const [kept] = await s.db.query(sql`select secret from second_factor where tenant_id = ${s.tenantId} limit 1`)
    expect(JSON.stringify(kept)).not.toContain(begun.secret)
  })
  it('10-L15 takes each shown code once, even from two browsers at once, and a step of the clock either way', async () => {
    await s.user({ userName: 'timely', roles: ['finance'] })
    const { secret } = await enrol('timely')
    const code = shown(secret)
    const tickets = await Promise.all(Array.from({ length: 4 }, () => first('timely')))
    const answers = await Promise.all(tickets.map(t => second(t.mfaTicket, code)))
    expect(answers.filter(a => a.status === 200)).toHaveLength(1)
    expect((await second((await first('timely')).mfaTicket, shown(secret, 1))).status).toBe(200)
    expect((await second((await first('timely')).mfaTicket, shown(secret, 2))).body.error_code).toBe(400)
    expect((await second((await first('timely')).mfaTicket, code)).body.error_code).toBe(400)
  })
  it('10-L15 takes each recovery code once, and its ticket too', async () => {
    await s.user({ userName: 'paper', roles: ['finance'] })
    const { recoveryCodes } = await enrol('paper')
    const [one, two] = recoveryCodes as [string, string]
    const ticket = (await first('paper')).mfaTicket
    expect((await second(ticket, one)).status).toBe(200)
    expect((await second(ticket, two)).body.error_code).toBe(400)
    expect((await second((await first('paper')).mfaTicket, one)).body.error_code).toBe(400)
    expect((await second((await first('paper')).mfaTicket, two)).status).toBe(200)
    const rows = await s.db.query(sql`select code_hash from recovery_code where tenant_id = ${s.tenantId}`)
    expect(JSON.stringify(rows)).not.toContain(one)
  })
  it('10-L15 takes recovery codes that were given out when they were hashed with the secret itself', async () => {
    await s.user({ userName: 'earlier', roles: ['finance'] })
    const { core } = s.school.server
    const { key } = core
    core.key = purpose => (purpose === 'recovery code' ? testSecret() : key(purpose))
    const { recoveryCodes } = await enrol('earlier')
    core.key = key
    const [one] = recoveryCodes as [string]
    expect((await second((await first('earlier')).mfaTicket, one)).status).toBe(200)
    expect((await second((await first('earlier')).mfaTicket, one)).body.error_code).toBe(400)
  })
  it('10-L15 sends a code to a verified number only, for the bearer of a ticket', async () => {
    await s.user({ userName: 'texted', roles: ['psychologist'], mobile: '13700000001', isVerified: true })
    const asked = await first('texted')
    expect(asked).toMatchObject({ mfaMethods: ['sms'], mfaMobile: '137****0001' })
    const code = await s.code('13700000001', 'mfa', { mfaTicket: asked.mfaTicket })
    expect((await s.token({ type: 'mobile', username: '13700000001', password: md5(code) })).body.error_code).toBe(400)
    expect((await second(asked.mfaTicket, code)).status).toBe(200)
    expect((await s.ask('13700000001', { scene: 'mfa', mfaTicket: 'x'.repeat(64) })).body.code).toBe(400)
    expect((await s.ask('13700000001', { scene: 'mfa', mfaTicket: asked.mfaTicket })).body.code).toBe(400)
    await s.user({ userName: 'untexted', roles: ['psychologist'], mobile: '13700000002', isVerified: false })
    const enrolling = await first('untexted')
    expect(enrolling.mfaMethods).toEqual(['enrol'])
    expect((await s.ask('13700000002', { scene: 'mfa', mfaTicket: enrolling.mfaTicket })).body.code).toBe(400)
  })
  it('10-L15 comes after a code for the phone, too', async () => {
    await s.user({ userName: 'both', roles: ['finance'], mobile: '13700000003', isVerified: true })
    const login = await s.code('13700000003')
    const asked = (await s.token({ type: 'mobile', username: '13700000003', password: md5(login) })).body as unknown as FactorRequired
    expect(asked).toMatchObject({ error_code: 428, mfaMethods: ['sms'] })
    expect((await second(asked.mfaTicket, login)).body.error_code).toBe(400)
  })
  it('10-L15 locks guessing: twenty guesses at once with twenty tickets are five', async () => {
    const id = await s.user({ userName: 'besieged', roles: ['finance'] })
    const { secret, recoveryCodes } = await enrol('besieged')
    const tickets = await Promise.all(Array.from({ length: 20 }, () => first('besieged')))
    const answers = await Promise.all(tickets.map((t, i) => second(t.mfaTicket, String(i).padStart(6, '0'))))
    expect(answers.filter(a => a.body.error_code === 400)).toHaveLength(5)
    expect(answers.filter(a => a.body.error_code === 423)).toHaveLength(15)
    expect((await second((await first('besieged')).mfaTicket, shown(secret, 1))).body.error_code).toBe(423)
    expect((await second((await first('besieged')).mfaTicket, recoveryCodes[0] as string)).body.error_code).toBe(423)
    await s.db.query(sql`update login_attempt set locked_until = null where key = ${`m:${id}`}`)
    expect((await second((await first('besieged')).mfaTicket, recoveryCodes[0] as string)).status).toBe(200)
  })
  it('10-L15 a ticket is of one realm, ends with its time and with a new password', async () => {
    const id = await s.user({ userName: 'ticketed', roles: ['finance'] })
    const { recoveryCodes } = await enrol('ticketed')
    const code = recoveryCodes[0] as string
    const good = (await first('ticketed')).mfaTicket
    expect((await second(good, code, 'all', { 'web-type': '2' })).body.error_code).toBe(400)
    await s.db.query(sql`update auth_challenge set expires_at = now() where kind = 'mfa'`)
    expect((await second(good, code)).body.error_code).toBe(400)
    const before = (await first('ticketed')).mfaTicket
    await s.db.query(sql`update sys_user set password_hash = password_hash || 'x' where tenant_id = ${s.tenantId} and id = ${id}`)
    expect((await second(before, code)).body.error_code).toBe(400)
    const [unused] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from recovery_code where tenant_id = ${s.tenantId} and user_id = ${id} and used_at is null`)
    expect(unused?.n).toBe(10)
  })
  it('10-L15 trusts a device for thirty days by a cookie scripts cannot read, of this account only, until the password changes', async () => {
    const id = await s.user({ userName: 'trusting', roles: ['finance'] })
    await s.user({ userName: 'neighbour', roles: ['finance'] })
    const { recoveryCodes, token } = await enrol('trusting')
    await enrol('neighbour')
    const entered = await second((await first('trusting')).mfaTicket, recoveryCodes[0] as string, 'all trust')
    expect(entered.cookies).toHaveLength(1)
    expect(entered.cookies[0]).toMatch(/^qlTrust_\w+=[\w-]{43}; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Lax$/)
    const cookie = (entered.cookies[0] as string).split(';')[0] as string
    expect((await s.token({ username: 'trusting' }, { cookie })).status).toBe(200)
    expect((await first('trusting')).error_code).toBe(428)
    expect((await first('neighbour', { cookie })).error_code).toBe(428)
    expect((await first('trusting', { cookie: `${cookie}x` })).error_code).toBe(428)
    await s.db.query(sql`update trusted_device set valid_until = now() where tenant_id = ${s.tenantId} and user_id = ${id}`)
    expect((await first('trusting', { cookie })).error_code).toBe(428)
    await s.db.query(sql`update trusted_device set valid_until = now() + interval '1 day' where tenant_id = ${s.tenantId} and user_id = ${id}`)
    const change = await act(token, '/api/flySource-base/sysUser/updatePassword', { oldPassword: md5(PASSWORD), newPassword: 'Changed-Pass-2027#' })
    expect(change.body.code).toBe(200)
    await s.school.server.settle()
    expect((await s.token({ username: 'trusting', password: md5('Changed-Pass-2027#') }, { cookie })).body.error_code).toBe(428)
  })
  it('10-L15 is set up, renewed and taken away in the personal centre, after the password once more', async () => {
    await s.user({ userName: 'willing', roles: ['teacher'] })
    const token = (await s.token({ username: 'willing' })).body.access_token as string
    expect((await act(token, 'mfa/begin', { password: md5('wrong') })).body.code).toBe(400)
    const { secret } = (await act(token, 'mfa/begin', { password: md5(PASSWORD) })).body.data as { secret: string }
    expect((await act(token, 'mfa/confirm', { code: '000000' })).body.code).toBe(400)
    const { recoveryCodes } = (await act(token, 'mfa/confirm', { code: shown(secret) })).body.data as { recoveryCodes: string[] }
    expect((await s.get('auth/mfa/state', token)).body.data).toMatchObject({ isRequired: false, hasTotp: true, codesLeft: 10 })
    expect((await first('willing')).mfaMethods).toEqual(['totp', 'recovery'])
    const renewed = (await act(token, 'mfa/renewCodes', { password: md5(PASSWORD) })).body.data as { recoveryCodes: string[] }
    expect((await second((await first('willing')).mfaTicket, recoveryCodes[0] as string)).body.error_code).toBe(400)
    expect((await second((await first('willing')).mfaTicket, renewed.recoveryCodes[0] as string)).status).toBe(200)
    expect((await act(token, 'mfa/remove', { password: md5(PASSWORD) })).body.code).toBe(200)
    expect((await s.token({ username: 'willing' })).status).toBe(200)
    await s.user({ userName: 'bound', roles: ['finance'] })
    const bound = (await enrol('bound')).token
    expect((await act(bound, 'mfa/remove', { password: md5(PASSWORD) })).body).toMatchObject({ code: 422, errors: [{ rule: 'identity.mfa.required' }] })
    for (const path of ['mfa/begin', 'mfa/renewCodes', 'mfa/remove']) expect((await s.call('POST', path, { password: md5(PASSWORD) })).status).toBe(401)
  })
  it('10-L15 the office sees who stands how, and takes a lost authenticator away with a reason', async () => {
    const admin = await s.school.as({ roles: ['admin'] })
    const id = await s.user({ userName: 'phoneless', roles: ['finance'] })
    await s.user({ userName: 'waiting', roles: ['finance'] })
    const list = (query: object) =>
      admin.get<{ total: number; result: Array<{ accountNo: string; hasTotp: boolean; isRequired: boolean; codesLeft: number }> }>('auth/secondFactor/list', { ...query })
    const { secret } = await enrol('phoneless')
    expect((await list({ keyword: 'phoneless' })).data.result).toMatchObject([{ hasTotp: true, isRequired: true, codesLeft: 10 }])
    expect((await list({ isMissing: true, size: 200 })).data.result.map(r => r.accountNo)).toContain('waiting')
    expect((await list({ isMissing: true, size: 200 })).data.result.map(r => r.accountNo)).not.toContain('phoneless')
    expect((await admin.post('auth/secondFactor/reset', { id })).code).toBe(400)
    expect((await admin.post('auth/secondFactor/reset', { id: admin.userId, reason: '丢失手机' })).code).toBe(422)
    expect((await admin.post('auth/secondFactor/reset', { id, reason: '丢失手机' })).code).toBe(200)
    expect((await admin.post('auth/secondFactor/reset', { id, reason: '丢失手机' })).code).toBe(422)
    const asked = await first('phoneless')
    expect(asked.mfaMethods).toEqual(['enrol'])
    expect((await second(asked.mfaTicket, shown(secret, 1))).body.error_code).toBe(400)
    const plain = await s.school.as({ roles: ['teacher'] })
    expect([(await plain.get('auth/secondFactor/list')).code, (await plain.post('auth/secondFactor/reset', { id, reason: 'x' })).code]).toEqual([403, 403])
  })
  it('10-L15 is off where the school has switched it off', async () => {
    await s.params('identity', { mfaEnabled: false })
    expect((await s.token({ username: 'role-psychologist' })).status).toBe(200)
    await s.params('identity', {})
    expect((await first('role-psychologist')).error_code).toBe(428)
  })
})
