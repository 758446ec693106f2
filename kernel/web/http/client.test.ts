import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#model/days.ts'
import { read, write } from '#web/base/storage.ts'
import { broughtBack, farewell, forgetFarewell } from '#web/credentials/leave.ts'
import { ADMIN } from '#web/credentials/realm.ts'
import { check, keepFresh } from '#web/session/refresh.ts'
import { signOut } from '#web/session/sign.ts'
import { CALL_LIMIT, formOf, get, post, responseFailure, TRANSFER_LIMIT, transportFailure } from './client.ts'
import { ApiFailure, ApiRefusal, SessionOver } from './failure.ts'
import { type FakeBrowser, fakeBrowser } from './fixture.ts'
import { need } from './need.ts'
import { setNotifier } from './notices.ts'
import { queryString } from './query.ts'

let browser: FakeBrowser
let told: string[]
beforeEach(() => {
  browser = fakeBrowser()
  told = []
  setNotifier({ ask: () => {}, success: text => told.push(text), warning: text => told.push(text), error: text => told.push(text) })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + Math.random() * 1e9 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  broughtBack({ persisted: true })
  need.set(undefined)
})
const answer = (status: number, body: unknown) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })),
  )
const sent = () => {
  const [url, init] = vi.mocked(fetch).mock.calls[0] as [string, RequestInit]
  return { url, headers: init.headers as Record<string, string>, body: init.body }
}

describe('the customer’s error catalogue', () => {
  test('a timeout says 网络超时, no network 网络连接错误', () => {
    expect(transportFailure(new DOMException('', 'AbortError'))).toMatchObject({ kind: 'timeout', message: '网络超时' })
    expect(transportFailure(new TypeError('failed'))).toMatchObject({ kind: 'network', message: '网络连接错误' })
  })
  test('a call that the page gave up is no failure to speak of', () => {
    const controller = new AbortController()
    controller.abort()
    const error = new DOMException('', 'AbortError')
    expect(transportFailure(error, controller.signal)).toBe(error)
  })
  test('a body that stalls ends with the limit, and one the page gives up at once', async () => {
    vi.useRealTimers()
    vi.useFakeTimers()
    const stalled = (_: string, { signal }: RequestInit) => {
      const body = new ReadableStream({ start: controller => signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError'))) })
      return Promise.resolve(new Response(body))
    }
    vi.stubGlobal('fetch', stalled)
    const timedOut = expect(get('base/a')).rejects.toMatchObject({ kind: 'timeout', message: '网络超时' })
    await vi.advanceTimersByTimeAsync(CALL_LIMIT)
    await timedOut
    const slow = expect(get('base/a', undefined, { isSlow: true })).rejects.toMatchObject({ kind: 'timeout' })
    await vi.advanceTimersByTimeAsync(TRANSFER_LIMIT - 1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    await slow
    const page = new AbortController()
    const givenUp = expect(get('base/a', undefined, { signal: page.signal })).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(10)
    page.abort()
    await givenUp
    expect(vi.getTimerCount()).toBe(0)
  })
  test('another status names its code', () => {
    expect(responseFailure(502, '<html>')).toMatchObject({ kind: 'server', message: '服务器错误，错误代码：502', status: 502 })
  })
  test('HTTP 400 carries code, message, errors and data; error_description serves where there is no msg', () => {
    const refusal = responseFailure(400, JSON.stringify({ code: 422, msg: '不行', errors: [{ field: 'a', rule: 'x.y.z', msg: '不行' }], data: { a: 1 }, traceId: 't' }))
    expect(refusal).toBeInstanceOf(ApiRefusal)
    expect(refusal).toMatchObject({ code: 422, message: '不行', errors: [{ field: 'a' }], data: { a: 1 }, traceId: 't' })
    expect(responseFailure(400, JSON.stringify({ error_code: 423, error_description: '已锁定' }))).toMatchObject({ code: 423, message: '已锁定' })
  })
  test('a failure of the network is told once, a refusal is left to the page', async () => {
    answer(500, 'boom')
    await expect(get('base/a')).rejects.toBeInstanceOf(ApiFailure)
    await expect(get('base/a')).rejects.toBeInstanceOf(ApiFailure)
    expect(told).toEqual(['服务器错误，错误代码：500'])
    answer(400, { code: 422, msg: '不行' })
    await expect(get('base/a')).rejects.toBeInstanceOf(ApiRefusal)
    expect(told).toHaveLength(1)
  })
  test('10-K6 missing permission is shown and never signs out', async () => {
    answer(400, { code: 403, msg: '没有权限' })
    await expect(get('base/a')).rejects.toMatchObject({ code: 403 })
    expect(browser.left).toEqual([])
  })
})
describe('10-K5 the end of a session', () => {
  test('ten 401 at once clear once and leave once; theme entries and other realms stay', async () => {
    for (const key of ['qlAdmin-accessToken', 'qlWelcome-accessToken', 'ql-themeConfig', 'ql-userTheme', 'ql-tagsViewList']) write(key, 'x')
    browser.session.setItem('a', '1')
    answer(401, { code: 401, msg: '' })
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => get('base/a')))
    expect(all.every(one => one.status === 'rejected' && one.reason instanceof SessionOver)).toBe(true)
    expect(browser.left).toEqual(['/?redirect=%2Fstudent%2Finfo'])
    expect(Array.from({ length: browser.local.length }, (_, i) => browser.local.key(i)).sort()).toEqual(['ql-themeConfig', 'ql-userTheme', 'qlWelcome-accessToken'])
    expect(browser.session.length).toBe(0)
  })
  test('whoever was signed in is told why on the sign-in page (10-K8)', async () => {
    write('qlAdmin-accessToken', 'abcdefghijklmn')
    answer(401, { code: 401, msg: '你的账号在其他设备上登录，这里已退出' })
    await expect(get('base/a')).rejects.toBeInstanceOf(SessionOver)
    expect(farewell()).toBe('你的账号在其他设备上登录，这里已退出')
    forgetFarewell()
    expect(farewell()).toBeUndefined()
  })
  test('a page that the browser brings back from its own cache shows nothing of the ended session', async () => {
    broughtBack({ persisted: true })
    expect(browser.left).toEqual([])
    answer(401, { code: 401, msg: '' })
    await expect(get('base/a')).rejects.toBeInstanceOf(SessionOver)
    broughtBack({ persisted: false })
    expect(browser.left).toHaveLength(1)
    broughtBack({ persisted: true })
    expect(browser.left.at(-1)).toBe('/student/info')
    expect(browser.left).toHaveLength(2)
  })
  test('calls that are refused while somebody signs out do not lead anywhere else', async () => {
    write('qlAdmin-accessToken', 'abcdefghijklmn')
    answer(401, { code: 401, msg: '登录已失效' })
    const [, one] = await Promise.allSettled([signOut(), get('base/a')])
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(SessionOver) })
    expect([browser.left, farewell()]).toEqual([['/'], undefined])
  })
  test('a body code 401 counts as much as the status', async () => {
    answer(200, { code: 401, success: false, msg: '' })
    await expect(get('base/a')).rejects.toBeInstanceOf(SessionOver)
    expect(browser.left).toHaveLength(1)
  })
})
describe('10-K2 the refresh', () => {
  test('is looked for every 10 s; its lock stands while it runs and goes with it, and the new pair takes the place of the old', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('addEventListener', vi.fn())
    vi.stubGlobal('removeEventListener', vi.fn())
    write('qlAdmin-userInfo', { refresh_token: 'r1', tenantId: '100001' })
    browser.local.setItem('qlAdmin-accessToken', JSON.stringify({ dataType: 'string', content: 'old-token-1', datetime: Date.now() - 2_995_000 }))
    let locked: string | null = null
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        locked = browser.local.getItem('qlAdmin-refreshLock')
        return new Response(JSON.stringify({ access_token: 'new-token-1', refresh_token: 'r2', tenantId: '100001' }))
      }),
    )
    const end = keepFresh()
    await vi.advanceTimersByTimeAsync(9_900)
    expect(fetch).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(fetch).toHaveBeenCalledOnce()
    expect(locked).not.toBeNull()
    expect(browser.local.getItem('qlAdmin-refreshLock')).toBeNull()
    expect([read('qlAdmin-accessToken'), read('qlAdmin-userInfo')]).toEqual(['new-token-1', { refresh_token: 'r2', tenantId: '100001' }])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(fetch).toHaveBeenCalledOnce()
    end()
  })
})
describe('10-K4 a refused refresh', () => {
  const old = (refreshToken: string) => {
    write('qlAdmin-userInfo', { refresh_token: refreshToken, tenantId: '100001' })
    browser.local.setItem('qlAdmin-accessToken', JSON.stringify({ dataType: 'string', content: 'abcdefghijklmn', datetime: Date.now() - HOUR_MS }))
  }
  test.each([400, 401])('with error_code %i shows its description; the lock is cleared and nobody is sent away', async code => {
    old(`r${code}`)
    answer(code === 400 ? 200 : 400, { error_code: code, error_description: `登录已过期 ${code}` })
    await check(ADMIN)
    await check(ADMIN)
    expect(told).toEqual([`登录已过期 ${code}`])
    expect(browser.local.getItem('qlAdmin-refreshLock')).toBeNull()
    expect(browser.left).toEqual([])
  })
  test('by anything else clears the lock only', async () => {
    old('s')
    answer(503, '')
    await check(ADMIN)
    expect(told).toEqual([])
    expect(browser.local.getItem('qlAdmin-refreshLock')).toBeNull()
  })
})
describe('what a call carries', () => {
  test('client credential, language, token, signature; writes an idempotency key', async () => {
    write('qlAdmin-accessToken', 'abcdefghijklmn')
    answer(200, { code: 200, success: true, data: { id: '1' } })
    expect(await post('base/stuClass/add', { name: 'a' })).toEqual({ id: '1' })
    const { url, headers, body } = sent()
    expect(url).toBe('/api/flySource-base/stuClass/add')
    expect(headers.Authorization).toBe(`Basic ${btoa('qinglan-web:qinglan-web')}`)
    expect(headers['FlySource-Auth']).toBe('bearer abcdefghijklmn')
    expect(headers['FlySource-sign']).toMatch(/^[0-9a-f]{32}1\./)
    expect(headers['Accept-Language']).toBe('zh-cn')
    expect(headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
    expect(body).toBe('{"name":"a"}')
  })
  test('nested filters are joined by dots, lists by commas, empty values left out', () => {
    expect(decodeURIComponent(queryString({ current: 1, filters: { 'name.like': '李', grade: undefined, a: '' }, ids: ['1', '2'] }))).toBe(
      '?current=1&filters.name.like=李&ids=1,2',
    )
    expect(formOf({ ids: ['1', '2'] }).get('ids')).toBe('1,2')
  })
  test('a wrong clock is corrected by the server’s time and the call repeated once (10-K12)', async () => {
    write('qlAdmin-accessToken', 'abcdefghijklmn')
    const serverTime = Date.now() + HOUR_MS
    const answers = [new Response(JSON.stringify({ code: 400, msg: '时间', data: { serverTime } }), { status: 400 }), new Response(JSON.stringify({ code: 200, data: 1 }))]
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => answers.shift()),
    )
    expect(await get('base/a')).toBe(1)
    const second = (vi.mocked(fetch).mock.calls[1] as [string, RequestInit])[1].headers as Record<string, string>
    expect(Math.abs(Number(atob(second['FlySource-sign']?.slice(34) ?? '')) - serverTime)).toBeLessThan(1000)
  })
  test('428 tells the shell what has to be done first', async () => {
    answer(400, { code: 428, msg: '请先修改密码', data: { need: 'password' } })
    await expect(get('base/a')).rejects.toMatchObject({ code: 428 })
    expect(need.get()).toBe('password')
  })
})
