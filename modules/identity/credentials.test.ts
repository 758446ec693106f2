import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { md5 } from '#server/identity/hashing.ts'
import { type CredentialSchool, credentialSchool, PASSWORD } from './testing.ts'

let s: CredentialSchool
beforeAll(async () => {
  s = await credentialSchool()
})
afterAll(() => s?.close())

describe('a code for the phone', () => {
  it('10-L4 signs a verified number in, once, by md5 of six digits', async () => {
    await s.user({ mobile: '13800000001', isVerified: true })
    const code = await s.code('13800000001')
    expect(code).toMatch(/^\d{6}$/)
    const answer = await s.token({ type: 'mobile', username: '13800000001', password: md5(code) })
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
    expect((await s.token({ type: 'mobile', username: '13800000001', password: md5(code) })).body.error_code).toBe(400)
  })
  it('10-L4 answers alike whether the number is known or not, and sends nothing to numbers nobody verified', async () => {
    await s.user({ mobile: '13800000002', isVerified: false })
    const [known, unverified, unknown] = [await s.ask('13800000001', { fresh: true }), await s.ask('13800000002'), await s.ask('13800000003')]
    for (const answer of [known, unverified, unknown]) {
      expect(answer.status).toBe(200)
      expect(Object.keys(answer.body.data as object)).toEqual(['key', 'resendAfter'])
      expect(answer.body.data).toMatchObject({ resendAfter: 60 })
    }
    await s.settled()
    expect(s.sent.filter(m => m.mobile === '13800000002' || m.mobile === '13800000003')).toEqual([])
    const refusals = await Promise.all(['13800000001', '13800000003'].map(username => s.token({ type: 'mobile', username, password: md5('000000') })))
    expect(refusals[0]?.body).toEqual(refusals[1]?.body)
  })
  it('10-L4 holds one a minute, five an hour, ten a day, for unknown numbers too, whatever the use and address', async () => {
    for (const mobile of ['13800000010', '13800000011']) {
      if (mobile.endsWith('0')) await s.user({ mobile, isVerified: true })
      expect((await s.ask(mobile)).status).toBe(200)
      const soon = await s.ask(mobile, { scene: 'reset', address: '203.0.113.9' })
      expect(soon.body).toMatchObject({ code: 429, errors: [{ rule: 'identity.code.tooMany' }] })
      expect((soon.body.data as { retryAfter: number }).retryAfter).toBeGreaterThan(50)
      const codes: number[] = []
      for (let i = 0; i < 12; i++) {
        await s.age(61)
        codes.push(Number((await s.ask(mobile)).body.code))
      }
      expect(codes).toEqual([200, 200, 200, 200, 429, 429, 429, 429, 429, 429, 429, 429])
      await s.age(3600)
      for (let i = 0; i < 5; i++) {
        await s.age(61)
        expect((await s.ask(mobile)).body.code).toBe(200)
      }
      await s.age(3600)
      expect((await s.ask(mobile)).body).toMatchObject({ code: 429 })
      await s.age(86_400)
    }
  })
  it('10-L4 twenty requests at once for one number send one code', async () => {
    await s.user({ mobile: '13800000020', isVerified: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => s.ask('13800000020')))
    expect(answers.filter(a => a.status === 200)).toHaveLength(1)
    await s.settled()
    expect(s.sent.filter(m => m.mobile === '13800000020')).toHaveLength(1)
  })
  it('10-L4 is good for five tries and five minutes, and a new code ends the one before', async () => {
    await s.user({ mobile: '13800000030', isVerified: true })
    const attempt = (code: string) => s.token({ type: 'mobile', username: '13800000030', password: md5(code) })
    const first = await s.code('13800000030')
    const wrong = first === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) expect((await attempt(wrong)).body.error_code).toBe(400)
    expect((await attempt(first)).body.error_code).toBe(400)
    await s.age(61)
    const second = await s.code('13800000030')
    await s.age(61)
    const third = await s.code('13800000030')
    if (second !== third) expect((await attempt(second)).body.error_code).toBe(400)
    expect((await attempt(third)).status).toBe(200)
    await s.age(61)
    const late = await s.code('13800000030')
    await s.db.query(sql`update auth_challenge set expires_at = now() - interval '1 second' where kind = 'sms' and used_at is null`)
    expect((await attempt(late)).body.error_code).toBe(400)
  })
  it('10-L4 five guesses at once are five: none is evaluated beyond', async () => {
    await s.user({ mobile: '13800000031', isVerified: true })
    const code = await s.code('13800000031')
    const guesses = Array.from({ length: 40 }, (_, i) => String((Number(code) + 1 + i) % 1_000_000).padStart(6, '0'))
    await Promise.all(guesses.map(guess => s.token({ type: 'mobile', username: '13800000031', password: md5(guess) })))
    const [row] = await s.db.query<{ tries: number }>(sql`select tries from auth_challenge where kind = 'sms' and used_at is null order by created_at desc limit 1`)
    expect(row?.tries).toBe(5)
    expect((await s.token({ type: 'mobile', username: '13800000031', password: md5(code) })).body.error_code).toBe(400)
  })
  it('10-L4 lets people who share a number pick from masked accounts, with the same code and once', async () => {
    const [one, two] = [
      await s.user({ mobile: '13800000040', isVerified: true, accountNo: '2026010101' }),
      await s.user({ mobile: '13800000040', isVerified: true, accountNo: '2026010102' }),
    ]
    await s.user({ mobile: '13800000040', isVerified: false, accountNo: '2026010103' })
    const code = await s.code('13800000040')
    const asked = await s.token({ type: 'mobile', username: '13800000040', password: md5(code) })
    expect(asked).toMatchObject({ status: 400, body: { error_code: 409 } })
    const accounts = asked.body.accounts as Array<{ ticket: string; accountNo: string; nickName: string }>
    expect(accounts.map(a => [a.accountNo, a.nickName])).toEqual([
      ['20******01', '王**'],
      ['20******02', '王**'],
    ])
    const pick = (ticket: string, given = code) => s.token({ type: 'mobile', username: ticket, password: md5(given) })
    expect((await pick(accounts[0]?.ticket as string, '000000')).body.error_code).toBe(400)
    expect((await pick(accounts[0]?.ticket as string)).body.error_code).toBe(400)
    const entered = await pick(accounts[1]?.ticket as string)
    expect((entered.body.detail as { userId: string }).userId).toBe(two)
    expect(one).not.toBe(two)
    expect((await pick(accounts[1]?.ticket as string)).body.error_code).toBe(400)
  })
  it('10-L2 asks for a captcha before every code, and takes each once and of its own kind', async () => {
    expect((await s.ask('13800000050', { captcha: false })).body).toMatchObject({ code: 400, errors: [{ rule: 'identity.captcha.wrong', field: 'captchaCode' }] })
    expect((await s.ask('13800000050', { captcha: { ...(await s.captcha('mobile')), code: 'XXXX' } })).body.code).toBe(400)
    expect((await s.ask('13800000050', { captcha: await s.captcha('login') })).body.code).toBe(400)
    const good = await s.captcha('mobile')
    const answers = await Promise.all(['13800000051', '13800000052', '13800000053'].map(mobile => s.ask(mobile, { captcha: good })))
    expect(answers.filter(a => a.status === 200)).toHaveLength(1)
    expect((await s.ask('13800000054', { captcha: { ...(await s.captcha('mobile')), key: '0'.repeat(64) } })).body.code).toBe(400)
  })
  it('10-L4 keeps codes to their use, realm and school, and refuses malformed numbers and codes', async () => {
    await s.user({ mobile: '13800000060', isVerified: true })
    const code = await s.code('13800000060', 'reset')
    expect((await s.token({ type: 'mobile', username: '13800000060', password: md5(code) })).body.error_code).toBe(400)
    await s.age(61)
    const login = await s.code('13800000060')
    expect((await s.token({ type: 'mobile', username: '13800000060', password: md5(login) }, { 'web-type': '2' })).body.error_code).toBe(400)
    for (const username of ['12345', '23800000060', '138000000601', '']) expect((await s.token({ type: 'mobile', username, password: md5(login) })).body.error_code).toBe(400)
    for (const password of ['', login, 'x'.repeat(32)]) expect((await s.token({ type: 'mobile', username: '13800000060', password })).body.error_code).toBe(400)
    expect((await s.ask('12345')).body).toMatchObject({ code: 400, errors: [{ field: 'mobile' }] })
    expect((await s.ask('13800000060', { scene: 'nonsense' as 'login' })).body.code).toBe(400)
  })
  it('10-L4 a number that is changed is verified no longer', async () => {
    const id = await s.user({ mobile: '13800000070', isVerified: true })
    await s.db.query(sql`update sys_user set mobile = '13800000071' where tenant_id = ${s.tenantId} and id = ${id}`)
    await s.ask('13800000071')
    await s.settled()
    expect(s.sent.some(m => m.mobile === '13800000071')).toBe(false)
  })
  it('10-L4 verifies the signed-in person’s own number, by its code and the password once more', async () => {
    await s.user({ userName: 'verifier' })
    const token = String((await s.token({ username: 'verifier' })).body.access_token)
    const verify = (body: object, by = token) => s.call('POST', 'mobile/verify', body, { 'flysource-auth': `bearer ${by}` })
    const code = await s.code('13800000080', 'verify', { token })
    expect((await verify({ mobile: '13800000080', code, password: md5('wrong') })).body).toMatchObject({ code: 400, errors: [{ field: 'password' }] })
    expect((await verify({ mobile: '13800000080', code: '000000', password: md5(PASSWORD) })).body).toMatchObject({ code: 400, errors: [{ field: 'code' }] })
    expect((await verify({ mobile: '13800000081', code, password: md5(PASSWORD) })).body.code).toBe(400)
    expect((await verify({ mobile: '13800000080', code, password: md5(PASSWORD) })).body.code).toBe(200)
    expect((await verify({ mobile: '13800000080', code, password: md5(PASSWORD) })).body.code).toBe(400)
    expect((await s.call('POST', 'mobile/verify', { mobile: '13800000080', code, password: md5(PASSWORD) })).status).toBe(401)
    await s.age(61)
    const login = await s.code('13800000080')
    expect((await s.token({ type: 'mobile', username: '13800000080', password: md5(login) })).body.userName).toBe('verifier')
  })
  it('10-L4 without anybody who sends messages says so to everybody', async () => {
    const other = await s.withoutSender(() => s.ask('13800000001', { fresh: true }))
    expect(other.body).toMatchObject({ code: 422, errors: [{ rule: 'sms.closed' }] })
  })
})

describe('a forgotten password', () => {
  const reset = (given: Record<string, string>) => s.call('POST', 'openApi/resetPassword', { tenantId: '100001', ...given })
  it('10-L16 is replaced with a verified number and its code, which ends every session', async () => {
    await s.user({ mobile: '13900000001', isVerified: true, userName: 'oblivious' })
    const before = await s.token({ username: 'oblivious' })
    const code = await s.code('13900000001', 'reset')
    const done = await reset({ mobile: '13900000001', code, password: 'Brand-New-2027' })
    expect(done.body).toMatchObject({ code: 200, data: { passWordLevel: 2, userName: 'oblivious' } })
    expect((await s.ended(before.body.access_token as string)).status).toBe(401)
    expect((await s.token({ username: 'oblivious', password: md5(PASSWORD) })).body.error_code).toBe(400)
    expect((await s.token({ username: 'oblivious', password: md5('Brand-New-2027') })).status).toBe(200)
    expect((await reset({ mobile: '13900000001', code, password: 'Another-New-2027' })).body.code).toBe(400)
    const [line] = await s.db.query(sql`select 1 from audit_log where tenant_id = ${s.tenantId} and action = 'password.forgotten'`)
    expect(line).toBeDefined()
  })
  it('10-L16 a password the policy refuses leaves a ticket for another try with the same code', async () => {
    await s.user({ mobile: '13900000002', isVerified: true, userName: 'hasty' })
    const code = await s.code('13900000002', 'reset')
    const weak = await reset({ mobile: '13900000002', code, password: 'weak' })
    expect(weak.body).toMatchObject({ code: 422, errors: [{ rule: 'identity.password.tooWeak' }] })
    const { ticket } = weak.body.data as { ticket: string }
    expect((await reset({ mobile: '13900000002', code: '000000', password: 'Good-Pass-2027', ticket })).body.code).toBe(400)
    const again = await reset({ mobile: '13900000002', code, password: 'Good-Pass-2027', ticket })
    expect(again.body.code).toBe(400)
    await s.age(61)
    const next = await s.code('13900000002', 'reset')
    const refused = (await reset({ mobile: '13900000002', code: next, password: 'weak' })).body.data as { ticket: string }
    expect((await reset({ mobile: '13900000002', code: next, password: 'Good-Pass-2027', ticket: refused.ticket })).body.code).toBe(200)
  })
  it('10-L16 unlocks, and tells nothing about numbers nobody verified', async () => {
    await s.user({ mobile: '13900000003', isVerified: true, userName: 'shut' })
    await s.params('login', { captchaAfter: 20 })
    for (let i = 0; i < 5; i++) await s.token({ username: 'shut', password: md5('x') }, {}, `10.9.3.${i}`)
    expect((await s.token({ username: 'shut' }, {}, '10.9.3.9')).body.error_code).toBe(423)
    const code = await s.code('13900000003', 'reset')
    await reset({ mobile: '13900000003', code, password: 'Fresh-Pass-2027' })
    expect((await s.token({ username: 'shut', password: md5('Fresh-Pass-2027') }, {}, '10.9.3.10')).status).toBe(200)
    const [known, unknown] = [
      await reset({ mobile: '13900000003', code: '000000', password: 'Some-Pass-2027' }),
      await reset({ mobile: '13900000099', code: '000000', password: 'Some-Pass-2027' }),
    ]
    expect({ ...known.body, traceId: '' }).toEqual({ ...unknown.body, traceId: '' })
  })
  it('10-L16 shared numbers pick the account whose password is meant', async () => {
    await s.user({ mobile: '13900000004', isVerified: true, userName: 'twin1' })
    await s.user({ mobile: '13900000004', isVerified: true, userName: 'twin2' })
    const code = await s.code('13900000004', 'reset')
    const asked = await reset({ mobile: '13900000004', code, password: 'Twin-Pass-2027' })
    const accounts = (asked.body.data as { accounts: Array<{ ticket: string }> }).accounts
    expect(asked.body.code).toBe(409)
    expect((await reset({ mobile: '13900000004', code, password: 'Twin-Pass-2027', ticket: accounts[1]?.ticket as string })).body.code).toBe(200)
    expect((await s.token({ username: 'twin1' })).status).toBe(200)
    expect((await s.token({ username: 'twin2', password: md5('Twin-Pass-2027') })).status).toBe(200)
  })
  it('10-L16 an administrator resets anyone, a counsellor only what their role grants', async () => {
    const id = await s.user({ userName: 'reset-me' })
    const admin = await s.school.as({ roles: ['admin'] })
    const made = await admin.post<{ password: string }>('base/sysUser/resetPassword', { id })
    expect(made.data.password).toHaveLength(12)
    expect((await s.token({ username: 'reset-me', password: md5(made.data.password) })).body).toMatchObject({ detail: { mustChangePassword: true } })
    const plain = await s.school.as({ roles: ['student'] })
    expect((await plain.post('base/sysUser/resetPassword', { id })).code).toBe(403)
    expect((await plain.post('base/sysUser/resetOwn', { id })).code).toBe(403)
  })
})
