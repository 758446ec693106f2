import { describe, expect, test, vi } from 'vitest'
import { buildOf, isUpdated, watchUpdates } from '#web/base/update.ts'
import { eventReader, type ServerEvent } from '#web/http/sse.ts'
import { readEvents, SILENCE_MS } from '#web/http/stream.ts'
import { FIXED, isBigScreen, REDIRECTS, routeAt, withFixed } from '#web/pages/routes.ts'
import { documentTitle } from '#web/pages/title.ts'
import { CANVAS, canvasPlace, driftAt, STANDING } from './canvas.ts'

describe('the customer’s routes (10-H1)', () => {
  const page = (path: string, access: 'open' | 'signedIn' = 'open') => ({ path, title: '页', component: 'x/Page', access, frame: 'bare' as const })
  test('every fixed address is there, open or signed in as the customer has it', () => {
    const open = [
      '/loginbyoauth2',
      '/loginbyjwt',
      '/loginbywechatenterprise',
      '/bindingusertoautologin',
      '/registerschool',
      '/oauth/callback/weixin',
      '/fktjwj',
      '/home',
      '/home/lofTV',
      '/lofTV',
    ]
    const walls = 'zhcpdatascreenone zhcpdatascreentwo zhcpdatascreenthree dormBigScreen leavedatascreenone dormInspect welcome carousel carouseltest'.split(' ')
    for (const path of [...open, ...walls.map(name => `/datascreen/${name}`)]) expect([path, routeAt(FIXED, path)?.access]).toEqual([path, 'open'])
    const personal = 'mymessage usertodo mynotice myfilelink mylesson userapps userschedule usermoreapplys'.split(' ')
    for (const path of ['/index', '/servicecenter', '/personalcenter', '/desktopset', ...personal.map(name => `/personal/${name}`)])
      expect([path, routeAt(FIXED, path)?.access, routeAt(FIXED, path)?.frame]).toEqual([path, 'signedIn', 'shell'])
    expect(REDIRECTS['/personal']).toBe('/personal/mymessage')
    expect(routeAt(FIXED, '/datascreen/unheard')).toBeUndefined()
  })
  test('a page that a module declares takes the place of the fixed address', () => {
    const all = withFixed([page('/fktjwj')])
    expect(all.filter(route => route.path === '/fktjwj').map(route => route.component)).toEqual(['x/Page'])
    expect(routeAt(all, '/home/')?.component).toBe('')
  })
})
describe('big screens (10-H10)', () => {
  test('are known by their address', () => {
    for (const path of ['/home', '/home/lofTV', '/lofTV', '/datascreen', '/datascreen/welcome']) expect(isBigScreen(path)).toBe(true)
    for (const path of ['/homes', '/index', '/datascreens', '/datascreen/a/b']) expect(isBigScreen(path)).toBe(false)
  })
  test.each([
    [1920, 1080, 1, 0, 0],
    [3840, 2160, 2, 0, 0],
    [1280, 1024, 1280 / 1920, 0, 152],
  ])('%i×%i shows the whole canvas in the middle', (width, height, scale, left, top) => {
    expect(canvasPlace(width, height)).toEqual({ scale, left, top, ...CANVAS, isStanding: false })
    expect(CANVAS.width * scale).toBeLessThanOrEqual(width)
  })
  test('60-BS6 an ultra-wide wall gets a wider canvas as far as columns can be spread, one that stands its own', () => {
    expect(canvasPlace(3440, 1440)).toMatchObject({ width: 2580, height: 1080, left: 0, top: 0 })
    expect(canvasPlace(7680, 1080)).toMatchObject({ scale: 1, width: 2880, left: 2400, top: 0 })
    expect(canvasPlace(1080, 1920)).toMatchObject({ ...STANDING, scale: 0.9, left: 0, isStanding: true })
  })
  test('60-BS7 a wall drifts by two pixels every ten minutes and comes back to where it was', () => {
    const at = [0, 1, 2, 3, 4].map(n => driftAt(n * 600_000))
    expect(at).toEqual([
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
      { x: 0, y: 0 },
    ])
  })
})
test('10-H3 the title of the browser’s tab is the page’s, then the platform’s', () => {
  expect(documentTitle('学生信息')).toBe('学生信息 - 智慧校园综合服务平台')
  expect(documentTitle('学生信息', '某校平台')).toBe('学生信息 - 某校平台')
})
describe('10-H12 60-MB2 updates of the program', () => {
  const html = (hash: string) =>
    `<script src="/boot.js"></script><script type="module" crossorigin src="/assets/rt-1.js"></script><script type="module" src="/assets/start-${hash}.js"></script>`
  test('are seen by the files an index page names', () => {
    expect(buildOf(html('aa'))).toBe('/assets/rt-1.js /assets/start-aa.js')
    expect(buildOf(html('ab'))).not.toBe(buildOf(html('aa')))
    expect(buildOf('<html></html>')).toBe('')
  })
  test('are offered once another build is there, and nothing is reloaded by itself', async () => {
    const listeners = new Map<string, () => void>()
    const reload = vi.fn()
    let served = html('aa')
    vi.useFakeTimers()
    vi.stubGlobal('location', { reload, replace: reload, assign: reload })
    vi.stubGlobal('document', {
      hidden: false,
      documentElement: { outerHTML: served },
      addEventListener: (name: string, run: () => void) => listeners.set(name, run),
      removeEventListener: (name: string) => listeners.delete(name),
    })
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => new Response(served)),
    )
    const end = watchUpdates()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect([vi.mocked(fetch).mock.calls.length, isUpdated.get()]).toEqual([1, false])
    served = html('ab')
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(isUpdated.get()).toBe(true)
    expect(reload).not.toHaveBeenCalled()
    end()
    expect(listeners.size).toBe(0)
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})
describe('live events', () => {
  test('are read out of pieces, however they are cut', () => {
    const text = ': hello\n\nevent: count\ndata: {"todo":3,\ndata: "message":1}\n\nretry: 5\nevent: kick\r\ndata:\r\n\r\n'
    for (let cut = 0; cut < text.length; cut += 3) {
      const heard: ServerEvent[] = []
      const read = eventReader(event => heard.push(event))
      read(text.slice(0, cut))
      read(text.slice(cut))
      expect(heard).toEqual([
        { event: 'count', data: '{"todo":3,\n"message":1}' },
        { event: 'kick', data: '' },
      ])
    }
  })
  test('a connection that has fallen silent is given up, one with heartbeats is not', async () => {
    vi.useFakeTimers()
    const cancelled = vi.fn()
    const sent = new TransformStream<Uint8Array, Uint8Array>()
    const server = sent.writable.getWriter()
    server.closed.catch(cancelled)
    const over = vi.fn()
    const reading = readEvents(new Response(sent.readable), () => {}).then(over)
    for (let beat = 0; beat < 10; beat++) {
      await vi.advanceTimersByTimeAsync(25_000)
      void server.write(new TextEncoder().encode(': \n\n'))
    }
    await vi.advanceTimersByTimeAsync(SILENCE_MS - 1)
    expect(over).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await reading
    expect(cancelled).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
