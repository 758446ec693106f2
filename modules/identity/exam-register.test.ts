import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { citizenIdCheck } from '#model'
import { openSchool, type School } from '#testing/school.ts'

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
const idOf = (n: number): string => {
  const first = `520102200801${String(10 + (n % 18))}${String(100 + n)}`
  return first + citizenIdCheck(first)
}
let school: School
beforeAll(async () => {
  school = await openSchool()
})
afterAll(() => school?.close())

let made = 0
const person = () => {
  made++
  return { name: '李晓岚', idNo: idOf(made), mobile: `139${String(10_000_000 + made)}`, password: 'Shan-Shui-31' }
}
const codeFor = async (mobile: string, scene: 'verify' | 'login' = 'verify'): Promise<string> => {
  const { codes } = school.server.identity
  return codes.make({ tenantId: school.tenantId, scene, mobile }, { resendSeconds: 0, perHour: 100, perDay: 100 }, '127.0.0.1')
}
const register = (body: object) => school.anonymous.post<{ userName: string }>('auth/openApi/exam/register', { tenantId: '100001', ...body })
const signIn = async (username: string, password: string, type: string) => {
  const form = new URLSearchParams({ tenantId: '100001', username, password: md5(password), grant_type: 'password', type })
  const answer = await school.server.app.inject({
    method: 'POST',
    url: '/api/flySource-auth/oauth/token',
    headers: { authorization: `Basic ${btoa('qinglan-web:qinglan-web')}`, 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  })
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> }
}

describe('an applicant registers', () => {
  it('10-L1 signs in to the exam realm afterwards with identity number and password, and to no other', async () => {
    const who = person()
    const done = await register({ ...who, code: await codeFor(who.mobile) })
    expect(done.data).toEqual({ userName: who.idNo })
    const { status, body } = await signIn(who.idNo, who.password, 'exam')
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('userType')
    expect(body.idCard).toBe(`${who.idNo.slice(0, 4)}${'*'.repeat(10)}${who.idNo.slice(-4)}`)
    expect((body.detail as { roles: string[] }).roles).toEqual(['applicant'])
    for (const type of ['account', 'welcome']) expect((await signIn(who.idNo, who.password, type)).status).toBe(400)
  })
  it('10-L4 takes no code of another use or number, and none twice', async () => {
    const who = person()
    expect((await register({ ...who, code: await codeFor(who.mobile, 'login') })).errors[0]).toMatchObject({ field: 'code' })
    expect((await register({ ...who, code: await codeFor(person().mobile) })).code).toBe(422)
    const code = await codeFor(who.mobile)
    expect((await register({ ...who, code })).code).toBe(200)
    expect((await register({ ...person(), mobile: who.mobile, code })).code).toBe(422)
  })
  it('10-L13 a password that the policy refuses, or a wrong number, leaves the code good', async () => {
    const who = person()
    const code = await codeFor(who.mobile)
    expect((await register({ ...who, code, password: 'abc' })).errors[0]?.rule).toBe('identity.password.tooWeak')
    expect((await register({ ...who, code, password: `Ab${who.idNo.slice(6, 14)}` })).errors[0]?.rule).toBe('identity.password.containsNumber')
    expect((await register({ ...who, code, idNo: '520102200801011234' })).errors[0]?.field).toBe('idNo')
    expect((await register({ ...who, code })).code).toBe(200)
  })
  it('one identity number is one account, whoever races for it', async () => {
    const who = person()
    const rivals = await Promise.all(Array.from({ length: 5 }, async () => ({ ...who, mobile: person().mobile })))
    const codes = await Promise.all(rivals.map(r => codeFor(r.mobile)))
    const tries = await Promise.all(rivals.map((r, i) => register({ ...r, code: codes[i] })))
    expect(tries.filter(t => t.code === 200)).toHaveLength(1)
    expect(tries.filter(t => t.errors[0]?.field === 'idNo')).toHaveLength(4)
    const lower = person()
    const withX = { ...lower, idNo: who.idNo.toLowerCase(), code: await codeFor(lower.mobile) }
    expect((await register(withX)).errors[0]?.rule).toContain('taken')
  })
  it('is refused while the school has closed it', async () => {
    const admin = await school.as({ roles: ['admin'] })
    expect((await admin.post('base/baseParams/submit', { paramsId: 'identity', version: 0, content: { examRegister: false } })).code).toBe(200)
    const who = person()
    await expect.poll(async () => (await register({ ...who, code: await codeFor(who.mobile) })).errors[0]?.rule ?? '').toContain('closed')
  })
})
