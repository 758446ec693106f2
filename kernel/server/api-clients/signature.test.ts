import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isSignedBy, type SignedCall, sign, signingKey } from './signature.ts'

const call: SignedCall = { method: 'GET', path: '/api/flySource-base/student/list', query: 'size=10', timestamp: '1788220800000', nonce: '0123456789abcdef' }

it('signs the same as the documented example does', () => {
  expect(signingKey('secret')).toBe('2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b')
  expect(sign('secret', call)).toBe('3b56133e23864909ef5e8087e9183edce4832a1257888821376747938d06749f')
})
it('takes a signature of any of the keys, and of no other call', () => {
  const [now, before] = [signingKey('now'), signingKey('before')]
  for (const secret of ['now', 'before']) expect(isSignedBy([now, before], call, sign(secret, call))).toBe(true)
  expect(isSignedBy([now], call, sign('before', call))).toBe(false)
  const other: Partial<SignedCall>[] = [
    { method: 'POST' },
    { path: '/api/flySource-base/student/getOne' },
    { query: 'size=20' },
    { body: '{}' },
    { timestamp: '1788220800001' },
    { nonce: 'f123456789abcdef' },
  ]
  for (const part of other) expect([part, isSignedBy([now], { ...call, ...part }, sign('now', call))]).toEqual([part, false])
})
it('compares in constant time: nothing of a signature is compared as text', () => {
  const source = readFileSync(new URL('signature.ts', import.meta.url), 'utf8')
  expect(source).toContain('timingSafeEqual(hmac(key, call), given)')
  expect(source).not.toMatch(/[!=]==/)
})
