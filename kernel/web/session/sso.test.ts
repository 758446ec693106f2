import { describe, expect, it } from 'vitest'
import type { AppInfo } from './appInfo.ts'
import { casReturn, isSsoPath, ssoAddress } from './sso.ts'

const origin = 'https://xg.example.edu.cn'
const info = (given: Partial<AppInfo>): AppInfo => ({ tenantId: '100001', schoolName: '', ...given })

describe('10-L10 the school’s own sign-in', () => {
  it('10-L10 is where four addresses lead, and no other', () => {
    for (const path of ['/', '/index', '/welcome', '/welcome/', '/welcome/index']) expect([path, isSsoPath(path)]).toEqual([path, true])
    for (const path of ['/login', '/welcome/login', '/student/students', '/dzks/login', '/registerschool']) expect([path, isSsoPath(path)]).toEqual([path, false])
  })
  it('10-L10 is told the present address as service for CAS, and nothing otherwise', () => {
    expect(ssoAddress(info({ ssoType: 'cas', ssoLoginUrl: 'https://cas.example.edu.cn/login' }), `${origin}/index?a=1`)).toBe(
      `https://cas.example.edu.cn/login?service=${encodeURIComponent(`${origin}/index?a=1`)}`,
    )
    expect(ssoAddress(info({ ssoType: 'oauth2', ssoLoginUrl: 'https://sso.example.edu.cn/in' }), origin)).toBe('https://sso.example.edu.cn/in')
    for (const given of [{}, { ssoType: 'cas' }, { ssoLoginUrl: 'https://x' }, { ssoType: 'cas', ssoLoginUrl: 'javascript:alert(1)' }])
      expect(ssoAddress(info(given), origin)).toBeUndefined()
  })
  it('10-L10 takes the ticket out of the address and leaves the rest letter by letter', () => {
    const back = casReturn({ origin, pathname: '/index', search: '?tenantId=100001&x=a%2Fb+c&tgc=ST-1' })
    expect(back).toMatchObject({ ticket: 'ST-1', service: `${origin}/index?tenantId=100001&x=a%2Fb+c` })
    expect(casReturn({ origin, pathname: '/', search: '?tgc=ST-1' })).toMatchObject({ service: `${origin}/`, wanted: '' })
    expect(casReturn({ origin, pathname: '/welcome/index', search: '?ticket=ST-1' })?.realm.name).toBe('welcome')
    expect(casReturn({ origin, pathname: '/', search: '?redirect=%2Fstudent%2Fmine&tgc=ST-1' })?.wanted).toBe('/student/mine')
    expect(casReturn({ origin, pathname: '/bindingusertoautologin', search: '?ticket=abc' })).toBeUndefined()
    expect(casReturn({ origin, pathname: '/index', search: '' })).toBeUndefined()
  })
})
