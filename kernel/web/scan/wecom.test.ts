import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ADMIN, REALMS } from '../credentials/realm.ts'
import { post } from '../http/client.ts'
import { wecomEntry } from '../login/useWecomEntry.ts'
import { isInWecom, scanByWecom } from './wecom.ts'

vi.mock('../http/client.ts', () => ({ post: vi.fn() }))
vi.mock('../http/ports.ts', () => ({ port: (name: string) => name }))

const HERE = 'https://xg.example.edu.cn/index?a=1'
const IN_APP = 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile wxwork/4.1.30 MicroMessenger/7.0.1'
type Invoke = (name: string, given: Record<string, unknown>, answer: (said: object) => void) => void
const signature = (url: string): string => `signed ${url}`
const calls: Array<[string, Record<string, unknown>]> = []

/** WeCom's bridge: accepts signatures of `good` and reads `result`. */
const bridge = (result: object, good = HERE): { invoke: Invoke } => ({
  invoke: (name, given, answer) => {
    calls.push([name, given])
    if (given.verifySignature !== signature(good)) return answer({ err_msg: `${name}:fail, invalid signature` })
    answer(name === 'preVerifyJSAPI' ? { errMsg: 'preVerifyJSAPI:ok' } : result)
  },
})
beforeEach(() => {
  calls.length = 0
  vi.mocked(post).mockImplementation(async (_path, body) => ({ appId: 'ww1', timestamp: 1, nonceStr: 'n', signature: signature((body as { url: string }).url) }))
  vi.stubGlobal('navigator', { userAgent: IN_APP })
  vi.stubGlobal('location', { href: `${HERE}#top` })
  vi.stubGlobal('document', { addEventListener: () => {} })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
describe('60-MB4 60-MB5 inside WeCom', () => {
  it('60-MB4 its scanner reads, with the signature of this page for that alone', async () => {
    vi.stubGlobal('WeixinJSBridge', bridge({ err_msg: 'scanQRCode:ok', resultStr: 'https://xg.example.edu.cn/scan?code=1' }))
    expect(await scanByWecom()).toEqual({ text: 'https://xg.example.edu.cn/scan?code=1' })
    expect(vi.mocked(post)).toHaveBeenCalledWith('signScript', { url: HERE }, { quiet: true })
    expect(calls.map(([name]) => name)).toEqual(['preVerifyJSAPI', 'scanQRCode'])
    expect(calls[0]?.[1]).toMatchObject({ appId: 'ww1', verifyAppId: 'ww1', verifySignType: 'sha1', verifyTimestamp: '1', verifyNonceStr: 'n', verifyJsApiList: ['scanQRCode'] })
  })
  it('60-MB4 what Android wraps in JSON is unwrapped, and other JSON stays what it is', async () => {
    for (const [resultStr, text] of [
      ['{"scan_code":{"scan_result":"a"}}', 'a'],
      ['{"b":1}', '{"b":1}'],
      ['7', '7'],
    ]) {
      vi.stubGlobal('WeixinJSBridge', bridge({ errMsg: 'scanQRCode:ok', resultStr }))
      expect(await scanByWecom()).toEqual({ text })
    }
  })
  it('60-MB4 a phone that compares the address of the first page gets that one signed', async () => {
    const landing = 'https://xg.example.edu.cn/message/notices?id=1'
    vi.stubGlobal('performance', { getEntriesByType: () => [{ name: `${landing}#x` }] })
    vi.stubGlobal('WeixinJSBridge', bridge({ errMsg: 'scanQRCode:ok', resultStr: 'c' }, landing))
    expect(await scanByWecom()).toEqual({ text: 'c' })
  })
  it('60-MB4 whoever closes it has closed the scanner', async () => {
    vi.stubGlobal('WeixinJSBridge', bridge({ errMsg: 'scanQRCode:cancel' }))
    expect(await scanByWecom()).toBe('cancelled')
  })
  it('60-MB4 a signature that is not accepted, a server that gives none, an empty answer and a missing bridge lead to the camera', async () => {
    vi.stubGlobal('WeixinJSBridge', bridge({}, 'another'))
    expect(await scanByWecom()).toBe('failed')
    vi.stubGlobal('WeixinJSBridge', bridge({ errMsg: 'scanQRCode:ok' }))
    expect(await scanByWecom()).toBe('failed')
    vi.mocked(post).mockRejectedValueOnce(new Error('refused'))
    expect(await scanByWecom()).toBe('failed')
    vi.stubGlobal('WeixinJSBridge', undefined)
    vi.useFakeTimers()
    const waiting = scanByWecom()
    await vi.advanceTimersByTimeAsync(5000)
    expect(await waiting).toBe('failed')
  })
  it('60-MB4 10-L9 a link opened there goes through its sign-in to the page it names; who signed out, other browsers and other schools see the form', () => {
    const sources = [{ source: 'cas', name: 'CAS', protocol: 'cas' } as const, { source: 'wecom', name: '企业微信', protocol: 'wecom' } as const]
    expect(wecomEntry(ADMIN, sources, '/leave/mine?id=1')).toBe('/loginbywechatenterprise?source=wecom&redirect=%2Fleave%2Fmine%3Fid%3D1')
    expect(wecomEntry(REALMS[0] as (typeof REALMS)[number], sources, '/welcome/index?a')).toBe('/welcome/loginbywechatenterprise?source=wecom&redirect=%2Fwelcome%2Findex%3Fa')
    expect([wecomEntry(ADMIN, sources, null), wecomEntry(ADMIN, sources.slice(0, 1), '/x'), wecomEntry(REALMS[1] as (typeof REALMS)[number], sources, '/x')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/120 Mobile MicroMessenger/8.0' })
    expect([isInWecom(), wecomEntry(ADMIN, sources, '/x')]).toEqual([false, undefined])
  })
})
