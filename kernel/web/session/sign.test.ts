import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN, REALMS, type Realm } from '#web/credentials/realm.ts'
import type { TokenAnswer } from '#web/credentials/token.ts'
import { ApiFailure, ApiRefusal } from '#web/http/failure.ts'
import { type FakeBrowser, fakeBrowser } from '#web/http/fixture.ts'
import { need } from '#web/http/need.ts'
import { type LoginWays, waysOf } from './loginWays.ts'
import { bindAddress, signedIn, stepOf } from './sign.ts'

let browser: FakeBrowser
beforeEach(() => {
  browser = fakeBrowser('/login')
  need.set(undefined)
})
const answer = (userName: string, mustChangePassword = false): TokenAnswer =>
  ({ access_token: `token-of-${userName}`, token_type: 'bearer', refresh_token: 'r', expires_in: 3600, userName, detail: { userId: 'u', mustChangePassword } }) as TokenAnswer

describe('after the token answer', () => {
  test('10-K11 whoever got a token is kept in the realm it is for, and the wanted page opens', () => {
    const welcome = REALMS[0] as Realm
    expect(signedIn(answer('teacher'), ADMIN, '/student/info?a=1')).toBe('/student/info?a=1')
    expect(signedIn(answer('newcomer'), welcome)).toBe('/welcome/index')
    expect(browser.local.getItem('qlAdmin-accessToken')).toContain('token-of-teacher')
    expect(browser.local.getItem('qlWelcome-accessToken')).toContain('token-of-newcomer')
    expect(browser.local.getItem('qlAdmin-userInfo')).not.toContain('access_token')
  })
  test('10-L11 a wanted page elsewhere is not followed', () => {
    for (const bad of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', null]) expect(signedIn(answer('a'), ADMIN, bad)).toBe('/index')
  })
  test('10-L14 the first password stands before everything; the next person is not asked in their place', () => {
    signedIn(answer('a', true), ADMIN)
    expect(need.get()).toBe('password')
    signedIn(answer('b'), ADMIN)
    expect(need.get()).toBeUndefined()
  })
})
describe('a refusal that is a next step', () => {
  const refused = (code: number, body: Record<string, unknown>) => stepOf(new ApiRefusal(code, 'x', body))
  test('10-L15 asks for the second factor', () => {
    expect(refused(428, { need: 'mfa', mfaTicket: 't', mfaMethods: ['totp', 'sms'], mfaMobile: '138****0001' })).toEqual({
      kind: 'mfa',
      ticket: 't',
      methods: ['totp', 'sms'],
      mobile: '138****0001',
    })
    expect(refused(428, { data: { need: 'mfa', mfaTicket: 't' } })).toEqual({ kind: 'mfa', ticket: 't', methods: [] })
  })
  test('10-L12 has somebody prove an account, and comes back to the wanted page', () => {
    expect(refused(404, { bindTicket: 'ab' })).toEqual({ kind: 'bind', ticket: 'ab' })
    expect(bindAddress('ab', '/scan?id=1')).toBe('/bindingusertoautologin?ticket=ab&redirect=%2Fscan%3Fid%3D1')
  })
  test('10-L4 has one of several accounts picked', () => {
    const accounts = [{ ticket: 't', accountNo: '20******01', nickName: '王**' }]
    expect(refused(409, { accounts })).toEqual({ kind: 'accounts', accounts })
  })
  test('anything else simply failed', () => {
    expect(refused(428, { data: { need: 'password' } })).toBeUndefined()
    expect(refused(400, { mfaTicket: 't' })).toBeUndefined()
    expect(stepOf(new ApiFailure('network', 'x'))).toBeUndefined()
  })
})
describe('the ways on the sign-in page', () => {
  const of = (...ways: LoginWays['ways']) => waysOf({ ways } as LoginWays)
  test('come in the school’s order, with its default open', () => {
    expect(of({ way: 'mobile', sort: 2, isDefault: true }, { way: 'account', sort: 1, isDefault: false })).toEqual({ ways: ['account', 'mobile'], first: 'mobile' })
    expect(of({ way: 'exam', sort: 1, isDefault: true })).toEqual({ ways: ['account'], first: 'account' })
  })
  test('are the password alone while nobody has said', () => {
    expect(waysOf(undefined)).toEqual({ ways: ['account'], first: 'account' })
    expect(of()).toEqual({ ways: ['account'], first: 'account' })
  })
})
