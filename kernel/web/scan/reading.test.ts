import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { codeAddress, codeIn } from '#model/scanned-code.ts'
import { textIn } from './codes.ts'
import { readingOf } from './reading.ts'

const ORIGIN = 'https://xg.example.edu.cn'
afterEach(() => vi.unstubAllGlobals())

describe('60-MB5 a scanned code', () => {
  test('of this platform opens its page with what it carries: its type is the page, its payload is signed', () => {
    for (const [page, code] of [
      ['/signIn/mine', 'a+b/c='],
      ['/dormitory/door', 'D1'],
      ['/leave/verify', 's'],
      ['/welcomes/desk', 'p.q'],
      ['/check', 'x'],
      ['/scan', 'y'],
    ] as const) {
      const text = codeAddress(ORIGIN, page, code)
      expect([readingOf(text, ORIGIN), codeIn(page, text)]).toEqual([{ kind: 'page', to: `${page}?code=${encodeURIComponent(code)}` }, code])
      expect(codeIn('/another', text)).toBeUndefined()
    }
  })
  test.each([
    ['https://elsewhere.example/x?code=1', 'elsewhere.example'],
    ['http://xg.example.edu.cn/scan', 'xg.example.edu.cn'],
    ['https://xg.example.edu.cn@evil.test/scan', 'evil.test'],
    ['https://xg.example.edu.cn.evil.test/', 'xg.example.edu.cn.evil.test'],
    ['https://xg.exаmple.edu.cn/', 'xg.xn--exmple-4nf.edu.cn'],
  ])('of another site, %s, is shown with the host it calls, and asked', (text, host) => expect(readingOf(text, ORIGIN)).toMatchObject({ kind: 'address', host }))
  test.each(['javascript:alert(1)', 'data:text/html,<script>', 'tel:10086', 'intent://scan#Intent;end', 'WIFI:S:x;;', '2023001', ''])(
    'that is no address, %s, is text and nothing else',
    text => expect(readingOf(text, ORIGIN)).toEqual({ kind: 'text', text }),
  )
})
describe('60-MB5 60-MB7 without a camera', () => {
  const close = vi.fn()
  it('a picture is read instead, by the browser’s own detector where there is one', async () => {
    const seen: unknown[] = []
    vi.stubGlobal('createImageBitmap', async (of: Blob) => ({ of, close }))
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code']
        detect = async (picture: unknown) => {
          seen.push(picture)
          return seen.length === 1 ? [{ rawValue: 'read' }] : []
        }
      },
    )
    const picture = new Blob(['x'])
    expect(await textIn(picture)).toBe('read')
    expect(await textIn(picture)).toBeUndefined()
    expect([seen.length, close.mock.calls.length]).toEqual([2, 2])
  })
  it('and one that is no picture is none', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    expect(await textIn(new Blob(['x']))).toBeUndefined()
  })
})
