import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeReturn } from './return-path.ts'

const ALLOW = ['https://portal.example.edu.cn', 'https://jw.example.edu.cn/app']
describe('10-L11 return paths', () => {
  it('10-L11 follows paths of this site', () => {
    expect(safeReturn('/student/students?a=1#x')).toBe('/student/students?a=1#x')
    expect(safeReturn('/a/../b')).toBe('/b')
  })
  it('10-L11 follows what the school lists: an origin, or a page and what lies below it', () => {
    expect(safeReturn('https://portal.example.edu.cn/x?y=1', ALLOW)).toBe('https://portal.example.edu.cn/x?y=1')
    expect(safeReturn('https://jw.example.edu.cn/app/course', ALLOW)).toBe('https://jw.example.edu.cn/app/course')
    for (const other of [
      'https://jw.example.edu.cn/apple',
      'https://jw.example.edu.cn/',
      'http://portal.example.edu.cn/',
      'https://portal.example.edu.cn:8443/',
      'https://portal.example.edu.cn.evil.cn/',
    ])
      expect(safeReturn(other, ALLOW)).toBeUndefined()
  })
  it.each([
    '//evil.example',
    '///evil.example',
    '\\evil.example',
    '\\\\evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\r\n/evil.example',
    '/..//evil.example',
    '/index\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https:evil.example',
    'https:/evil.example',
    'http:\\\\evil.example',
    'https://evil.example',
    'https://portal.example.edu.cn@evil.example/',
    'https://evil.example@portal.example.edu.cn/',
    'https://evil.example\\@portal.example.edu.cn/',
    ' //evil.example',
    'evil.example',
    '',
    `/${'a'.repeat(3000)}`,
  ])('10-L11 does not follow %j', wanted => {
    expect(safeReturn(wanted, ALLOW)).toBeUndefined()
  })
  it('10-L11 never leaves the site by a path, however it is written', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('/', '\\', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '\t', '\n', ' ', 'evil.example', 'http:', 'javascript:', 'a')), parts => {
        const to = safeReturn(parts.join(''))
        if (to !== undefined) expect(new URL(to, 'https://own.example').origin).toBe('https://own.example')
      }),
    )
  })
})
