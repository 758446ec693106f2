import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AlumniSchool, alumniSchool, claimant, ok, ruleOf } from '#modules/alumni/records/testing.ts'
import { serial } from '#testing/serial.ts'

let s: AlumniSchool
let from: ReturnType<typeof claimant>
beforeAll(async () => {
  s = await alumniSchool()
  from = claimant(s)
  for (const name of ['被猜的人', '猜中同学甲', '猜中同学乙'])
    ok(
      await s.officer.post('alumni/alumnus/add', {
        ...{ code: `XY${serial('guessed')}`, name, leaveYear: 2008, majorName: '会计', className: '会计0801', visible: 'none', contactConsent: false },
      }),
    )
})
afterAll(() => s?.close())
const stranger = () => from.phone()
const RIGHT = { name: '被猜的人', leaveYear: 2008, majorName: '会计', firstMate: '猜中同学甲', secondMate: '猜中同学乙' }
const guess = (mobile: string, given: object = {}, address?: string) => from.claim({ ...RIGHT, mobile, ...given }, address)

describe('guessing at the open form', () => {
  it('tells nothing: the same answer for whoever exists, whoever does not, and each wrong detail', async () => {
    const details = [{ secondMate: '猜错同学' }, { leaveYear: 2007 }, { majorName: '电子商务' }, { name: '没有这个人' }, { firstMate: null, secondMate: null, idTail: '000000' }]
    const seen = new Set<string>()
    for (const given of details) {
      const { status, code, msg, data } = await guess(stranger(), given)
      seen.add(JSON.stringify({ status, code, msg, data }))
    }
    expect([...seen]).toHaveLength(1)
    await s.server.settle()
    expect(await s.db.query(sql`select id from sys_user where tenant_id = ${s.tenantId} and user_type = 3`)).toEqual([])
  })
  it('has one try for each phone until a person has looked, and three a year', async () => {
    const mobile = stranger()
    ok(await guess(mobile, { secondMate: '猜错同学' }))
    await s.server.settle()
    expect(ruleOf(await guess(mobile))).toBe('open')
    for (let n = 1; n <= 3; n++) {
      const [row] = await s.db.query<{ id: string }>(sql`select id from alumni_claim where mobile = ${mobile} and state = 'pending'`)
      ok(await s.officer.post('alumni/alumniClaim/refuse', { id: row?.id, reason: '对不上' }))
      const answer = await guess(mobile, { secondMate: '还是错的' })
      expect(n < 3 ? answer.code : ruleOf(answer)).toBe(n < 3 ? 200 : 'most')
      await s.server.settle()
    }
  })
  it('from a phone at once is one claim', async () => {
    const mobile = stranger()
    const code = await from.code(mobile)
    const answers = await Promise.all(['甲', '乙', '丙', '丁'].map(secondMate => guess(mobile, { secondMate, code })))
    expect(answers.filter(a => a.code === 200).length).toBeLessThanOrEqual(1)
    const [sum] = await s.db.query<{ n: number }>(sql`select count(*)::int as n from alumni_claim where mobile = ${mobile}`)
    expect(sum?.n).toBeLessThanOrEqual(1)
    await s.server.settle()
  })
  it('needs the phone itself: no code, the code of another phone and a code for signing in open nothing, and tell nothing of the phone', async () => {
    const [known, other] = [stranger(), stranger()]
    ok(await guess(known, { secondMate: '猜错同学' }))
    await s.server.settle()
    const signIn = await from.code(known, 'login')
    const elsewhere = await from.code(other)
    for (const mobile of [known, stranger()]) for (const code of ['none', elsewhere, signIn]) expect(ruleOf(await from.send({ ...RIGHT, mobile, code }))).toBe('code')
  })
  it('is held up by the address, whoever is named', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(stranger(), { name: `猜${n}` }, '203.0.113.90')))
    expect(answers.filter(a => a.code === 429).length).toBeGreaterThan(0)
    expect(answers.filter(a => a.code === 200).length).toBeLessThanOrEqual(10)
    await s.server.settle()
  })
})
