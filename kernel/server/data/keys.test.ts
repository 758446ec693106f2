import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CIPHER_KEYS, cipher } from './cipher.ts'
import { givenKeys, keysFrom, keysOf } from './keys.ts'

const secret = randomBytes(32)
const keys = keysOf(secret)
describe('keys by purpose', () => {
  it('are HKDF-SHA256 of the secret: those that were derived before keep their bytes', () => {
    for (const purpose of ['field encryption', 'field index', 'file ticket', 'paper check', 'dormitory door', 'leave code'])
      expect(keys.key(purpose)).toEqual(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
  })
  it('differ by purpose and secret, and none is the secret', () => {
    const made = [keys.key('a'), keys.key('b'), keysOf(randomBytes(32)).key('a'), secret].map(key => key.toString('hex'))
    expect(new Set(made).size).toBe(made.length)
  })
  it('a process that was given some has those and no others', () => {
    const child = keysFrom(JSON.parse(JSON.stringify(givenKeys(keys, CIPHER_KEYS))))
    expect(cipher(child).decrypt(cipher(keys).encrypt('520102'))).toBe('520102')
    expect(cipher(child).hash('520102')).toBe(cipher(keys).hash('520102'))
    expect(() => child.key('audit chain')).toThrow('no key for audit chain')
    expect(() => child.formerMac('')).toThrow('no secret')
  })
  it('recognise what was hashed with the secret itself', () => {
    expect(keys.formerMac('a')).toEqual(createHmac('sha256', secret).update('a').digest())
  })
})
