import { describe, expect, it } from 'vitest'
import type { Principal } from '../context.ts'
import { settings } from '../params/identity-parameters.ts'
import { AddressLimit, addressOf, isCampus } from './address-limit.ts'
import { normalName } from './origin.ts'
import { type CachedSession, SessionCache } from './session-cache.ts'
import { signatureFault, signatureOf } from './signature.ts'

describe('signature', () => {
  const path = '/api/flySource-base/sysUser/getUserInfo'
  const at = 1788220800000
  const t10 = 'Zk3vQ9xT1aB7c2'.slice(0, 10)
  const header = '62ad5a00cfcd5662ec0b8ea5ef845a941.MTc4ODIyMDgwMDAwMA=='
  it('10-K12 10-X4 makes the header of the contract’s test', () => expect(signatureOf(path, at, t10)).toBe(header))
  it('10-K12 accepts it within five minutes and on its path only', () => {
    expect(signatureFault(header, path, t10, at + 299_000)).toBeUndefined()
    expect(signatureFault(header, path, t10, at + 301_000)).toBe('skew')
    expect(signatureFault(header, `${path}2`, t10, at)).toBe('wrong')
    expect(signatureFault(header.replace('1.', '2.'), path, t10, at)).toBe('malformed')
    expect(signatureFault(`${header}\n`, path, t10, at)).toBe('malformed')
    expect(signatureFault(undefined, path, t10, at)).toBe('missing')
  })
})
describe('addresses', () => {
  it('10-L5 counts an IPv6 subscriber as one, and knows campus ranges of both kinds', () => {
    expect(addressOf('2001:db8::1')).toBe(addressOf('2001:db8:0:0:ffff::2'))
    expect(addressOf('2001:db8::1')).not.toBe(addressOf('2001:db8:0:1::1'))
    expect(addressOf('::ffff:10.0.0.1')).toBe('10.0.0.1')
    const ranges = '10.0.0.0/8, 2001:da8::/32，nonsense, 1.2.3.4/99'
    expect([isCampus('10.200.1.1', ranges), isCampus('::ffff:10.200.1.1', ranges), isCampus('2001:da8:1::1', ranges), isCampus('11.0.0.1', ranges)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(isCampus('1.2.3.4', '')).toBe(false)
  })
  it('10-L5 lets an address have its share a minute', () => {
    const limit = new AddressLimit()
    expect([1, 2, 3].map(() => limit.take('a', 2) > 0)).toEqual([false, false, true])
    expect(limit.take('b', 2)).toBe(0)
  })
})
describe('names and parameters', () => {
  it('10-L1 forgives what a keyboard adds and cuts off what no name is', () => {
    expect(normalName('　２０２６０１\u200b\u0000 ')).toBe('202601')
    expect(normalName('张'.repeat(5000))).toHaveLength(64)
  })
  it('takes a school’s values and falls back where they are unusable', () => {
    expect(settings('login', { maxFailures: 7, lockMinutes: -1, captchaAfter: '2' })).toMatchObject({ maxFailures: 7, lockMinutes: 15, captchaAfter: 3 })
    expect(settings('session', undefined).maxPerUser).toBe(5)
  })
})
describe('session cache', () => {
  const kept = (sessionId: string, expiresAt = Date.now() + 1000): CachedSession => {
    const principal = { userId: sessionId } as Principal
    return { base: principal, entry: { sessionId, tenantId: 't', userId: sessionId, realm: 'admin', state: 'active', needs: [], expiresAt, t10: '', principal } }
  }
  it('10-K7 drops by session, forgets what has expired and never grows past its size', () => {
    const cache = new SessionCache(3)
    for (const n of ['a', 'b', 'c']) cache.put(n, kept(n))
    cache.get('a')
    cache.put('d', kept('d'))
    expect([cache.get('a'), cache.get('b')].map(Boolean)).toEqual([true, false])
    cache.put('a2', kept('a'))
    cache.drop(['a'])
    expect([cache.get('a'), cache.get('a2')]).toEqual([undefined, undefined])
    cache.put('old', kept('old', Date.now() - 1))
    expect(cache.get('old')).toBeUndefined()
    const before = cache.generation
    cache.clear()
    expect([cache.size, cache.generation > before]).toEqual([0, true])
  })
})
