import { describe, expect, test } from 'vitest'
import { md5Hex, signature } from './sign.ts'

describe('the signature of a call', () => {
  test('is what clients of the customer send (X4 test vector)', () => {
    expect(signature('/api/flySource-base/sysUser/getUserInfo', 'Zk3vQ9xT1aB7c2', 1788220800000)).toBe('62ad5a00cfcd5662ec0b8ea5ef845a941.MTc4ODIyMDgwMDAwMA==')
  })
  test('changes with the path and with the first ten characters of the token', () => {
    const base = signature('/api/a', 'abcdefghijK', 1)
    expect(signature('/api/b', 'abcdefghijK', 1)).not.toBe(base)
    expect(signature('/api/a', 'abcdefghiXK', 1)).not.toBe(base)
    expect(signature('/api/a', 'abcdefghijZ', 1)).toBe(base)
  })
  test('passwords travel as md5 of their UTF-8 bytes', () => {
    expect(md5Hex('123456')).toBe('e10adc3949ba59abbe56e057f20f883e')
    expect(md5Hex('密码')).toBe('a8105204604a0b11e916f3879aae3b0b')
  })
})
