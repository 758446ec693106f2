import { Secret, TOTP } from 'otpauth'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CredentialSchool, credentialSchool, PASSWORD, type Reply } from '#modules/identity/testing.ts'
import { md5 } from '#server/identity/hashing.ts'
import { solvedCaptcha } from '#testing/captcha.ts'
import { solveWork, type WorkChallenge } from '#web/login/proofOfWork.ts'

let s: CredentialSchool
beforeAll(async () => {
  s = await credentialSchool()
})
afterAll(() => s?.close())

describe('an enrolment ticket', () => {
  const ticket = async (username: string): Promise<string> => (await s.token({ username })).body.mfaTicket as string
  const begin = async (mfaTicket: string) => (await s.call('POST', 'openApi/mfaEnrol', { mfaTicket })).body as { code: number; data: { secret: string } }
  const confirm = async (mfaTicket: string, secret: string) =>
    (await s.call('POST', 'openApi/mfaConfirm', { mfaTicket, code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })).body as {
      code: number
      data: { mfaTicket: string; proof: string }
    }
  it('from before a second factor was confirmed neither replaces it nor signs in', async () => {
    await s.user({ userName: 'owner', roles: ['finance'] })
    const [theirs, stolen, begun] = [await ticket('owner'), await ticket('owner'), await ticket('owner')]
    const waiting = await begin(begun)
    const { secret } = (await begin(theirs)).data
    const done = await confirm(theirs, secret)
    expect(done.code).toBe(200)
    expect((await s.token({ type: 'mfa', username: done.data.mfaTicket, password: md5(done.data.proof) })).status).toBe(200)
    expect((await begin(stolen)).code).toBe(400)
    expect((await confirm(begun, waiting.data.secret)).code).toBe(400)
    expect((await confirm(stolen, secret)).code).toBe(400)
    const asked = await s.token({ username: 'owner', password: md5(PASSWORD) })
    expect(asked.body.mfaMethods).toEqual(['totp', 'recovery'])
    const right = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 })
    expect((await s.token({ type: 'mfa', username: asked.body.mfaTicket as string, password: md5(right) })).status).toBe(200)
  })
  it('that two browsers confirm at once makes one factor', async () => {
    await s.user({ userName: 'twice', roles: ['finance'] })
    const tickets = [await ticket('twice'), await ticket('twice')] as const
    await begin(tickets[0])
    const { secret } = (await begin(tickets[1])).data
    const answers = await Promise.all(tickets.map(t => confirm(t, secret)))
    expect(answers.filter(a => a.code === 200)).toHaveLength(1)
  })
})

describe('text messages to strangers', () => {
  let last = 0
  const stranger = (): string => `136${String(10_000_000 + last++)}`
  const sentTo = (mobile: string): number => s.sent.filter(m => m.mobile === mobile).length
  const work = async (tenantId = '100001') => (await s.call('GET', `openApi/exam/ticket?tenantId=${tenantId}`)).body.data as WorkChallenge
  const refusal = ({ body }: Reply) => ({ code: body.code, rule: (body.errors as Array<{ rule: string }> | undefined)?.[0]?.rule })
  const limits = async (sms: Record<string, unknown>, work: () => Promise<void>) => {
    await s.params('sms', sms)
    await work().finally(() => s.params('sms', {}))
  }
  it('cannot be caused without a session or the ticket of a registration', async () => {
    for (const scene of ['verify', 'bind'] as const)
      for (const asked of [{}, { appType: '3' }, { ticket: 'nonsense' }, { appType: '3', ticket: btoa('null') }]) {
        const mobile = stranger()
        expect(refusal(await s.ask(mobile, { scene, ...asked }))).toEqual({ code: 400, rule: 'identity.code.ticket' })
        await s.settled()
        expect(sentTo(mobile)).toBe(0)
      }
  })
  it('a ticket costs work and opens one message, in its school, while registration is open', async () => {
    const register = (ticket: string, mobile = stranger()) => s.ask(mobile, { scene: 'verify', appType: '3', ticket })
    const challenge = await work()
    const solved = await solveWork(challenge)
    const wrong = { ...JSON.parse(atob(solved)), number: -1 }
    expect(refusal(await register(btoa(JSON.stringify(wrong)))).rule).toBe('identity.code.ticket')
    const own = { ...JSON.parse(atob(solved)), challenge: await hashOf(`${challenge.salt}7`), number: 7 }
    expect(refusal(await register(btoa(JSON.stringify(own)))).rule).toBe('identity.code.ticket')
    const answers = await Promise.all([1, 2, 3].map(() => register(solved)))
    expect(answers.filter(a => a.status === 200)).toHaveLength(1)
    const other = await s.school.another()
    const [{ code = '' } = {}] = await other.db.query<{ code: string }>(sql`select code from tenant where id = ${other.tenantId}`)
    expect(refusal(await register(await solveWork(await work(code)))).rule).toBe('identity.code.ticket')
    await s.params('identity', { examRegister: false })
    expect(refusal(await register(await solveWork(await work()))).rule).toBe('identity.code.ticket')
    await s.params('identity', {})
  })
  it('the work grows with what an address has asked for today', async () => {
    const max = async () => ((await s.call('GET', 'openApi/exam/ticket?tenantId=100001', undefined, {}, '203.0.113.50')).body.data as WorkChallenge).maxnumber as number
    const before = await max()
    for (let i = 0; i < 6; i++) await s.ask(stranger(), { address: '203.0.113.50' })
    expect(await max()).toBe(before * 2)
  })
  it('an address has its share of a day, whoever has the numbers and however many ask at once, and hears when it may again', async () => {
    await limits({ addressPerDay: 10 }, async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => s.ask(stranger(), { address: '203.0.113.60' })))
      expect(answers.filter(a => a.status === 200)).toHaveLength(10)
      const refused = await s.ask(stranger(), { address: '203.0.113.60' })
      expect(refusal(refused)).toEqual({ code: 429, rule: 'identity.code.dayLimit' })
      expect((refused.body.data as { retryAfter: number }).retryAfter).toBeGreaterThan(0)
      expect((await s.ask(stranger(), { address: '203.0.113.61' })).status).toBe(200)
      await s.params('login', { campusRanges: '203.0.113.0/24' })
      expect((await s.ask(stranger(), { address: '203.0.113.60' })).status).toBe(200)
      await s.params('login', {})
    })
  })
  it('a school sends so many a day and no more; what was not sent does not count', async () => {
    const mobiles = Array.from({ length: 8 }, stranger)
    for (const mobile of mobiles) await s.user({ mobile, isVerified: true })
    const [{ count: already = 0 } = {}] = await s.db.query<{ count: number }>(sql`select count from rate_count where key = ${`sms t:${s.tenantId}`}`)
    await limits({ schoolPerDay: already + 5 }, async () => {
      for (let i = 0; i < 10; i++) expect((await s.ask(stranger())).status).toBe(200)
      await Promise.all(mobiles.map(mobile => s.ask(mobile)))
      await s.settled()
      expect(mobiles.filter(sentTo)).toHaveLength(5)
      for (const mobile of [stranger(), mobiles[0] as string]) expect(refusal(await s.ask(mobile))).toEqual({ code: 429, rule: 'identity.code.dayLimit' })
    })
  })
  it('somebody signed in sends to no more numbers a day than one number may get', async () => {
    await s.user({ userName: 'curious' })
    const token = String((await s.token({ username: 'curious' })).body.access_token)
    const codes: unknown[] = []
    for (let i = 0; i < 12; i++) codes.push((await s.ask(stranger(), { scene: 'verify', token })).body.code)
    expect(codes).toEqual([...Array(10).fill(200), 429, 429])
  })
})

describe('one password on many accounts', () => {
  const from = async (address: string, username: string, password = 'Gu-1-essed') => {
    const { key, code } = await solvedCaptcha(s.school.server.identity, 'login')
    const answer = await s.token({ username, password: md5(password) }, { 'captcha-key': key, 'captcha-code': code }, address)
    return answer.body.error_code ?? answer.status
  }
  const within = async (login: Record<string, unknown>, work: () => Promise<void>) => {
    await s.params('login', login)
    await work().finally(() => s.params('login', {}))
  }
  it('an address is held up after so many accounts, whoever exists, and hears for how long', async () => {
    await within({ ipAccounts: 10 }, async () => {
      await s.user({ userName: 'sprayed' })
      const codes: unknown[] = []
      for (let i = 0; i < 14; i++) codes.push(await from('203.0.113.80', i % 2 ? `nobody${i}` : `other${i}`))
      expect(codes).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
      const refused = await s.token({ username: 'sprayed' }, {}, '203.0.113.80')
      expect(refused.body).toMatchObject({ error_code: 429, errors: [{ rule: 'identity.signIn.addressFailed' }] })
      expect(refused.body.retryAfter as number).toBeGreaterThan(0)
      expect(await from('203.0.113.81', 'sprayed', PASSWORD)).toBe(200)
      await s.db.query(sql`update login_attempt set accounts_since = accounts_since - interval '15 minutes' where cardinality(accounts) >= 10`)
      expect(await from('203.0.113.80', 'sprayed', PASSWORD)).toBe(200)
    })
  })
  it('a right guess among thirty at once opens nothing', async () => {
    await s.user({ userName: 'guessable' })
    await within({ ipAccounts: 5 }, async () => {
      const wrong = Array.from({ length: 30 }, (_, i) => from('203.0.113.82', `crowd${i}`))
      expect(await from('203.0.113.82', 'guessable', PASSWORD)).toBe(429)
      for (const code of await Promise.all(wrong)) expect([400, 429]).toContain(code)
    })
  })
  it('a school behind one address, where people mistype and come in, is never held up', async () => {
    await within({ ipAccounts: 5 }, async () => {
      for (let i = 0; i < 20; i++) {
        await s.user({ userName: `pupil${i}` })
        expect(await from('203.0.113.83', `pupil${i}`, 'mis-typed-1')).toBe(400)
        expect(await from('203.0.113.83', `pupil${i}`, PASSWORD)).toBe(200)
      }
    })
  })
  it('the school’s own networks are not held up, and their captchas grow harder', async () => {
    const work = async () => (await s.call('GET', 'captcha?type=login', undefined, {}, '203.0.113.84')).body.data as { challenge: WorkChallenge }
    await within({ ipAccounts: 5, campusRanges: '203.0.113.84/32' }, async () => {
      const before = (await work()).challenge.maxnumber as number
      for (let i = 0; i < 8; i++) expect(await from('203.0.113.84', `campus${i}`)).toBe(400)
      expect((await work()).challenge.maxnumber).toBe(before * 2)
    })
  })
})
const hashOf = async (text: string): Promise<string> => Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('hex')
