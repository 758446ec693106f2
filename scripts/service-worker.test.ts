import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const ORIGIN = 'https://xg.example.edu.cn'
const PAGE = '<html><div id="root"></div></html>'
type Listener = (event: unknown) => void
type Asked = string | { url: string }

/** Runs `public/sw.js` with the caches and the network of a made browser. */
async function worker() {
  const kept = new Map<string, Response>()
  const names = new Set(['qinglan-offline-1'])
  const listeners = new Map<string, Listener>()
  let isOnline = true
  const pathOf = (request: Asked): string => new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname
  const fetched = async (request: Asked): Promise<Response> => {
    if (!isOnline) throw new TypeError('no network')
    const path = pathOf(request)
    if (path === '/broken') return new Response(PAGE, { status: 500 })
    return new Response(/\.|^\/site\/portal/.test(path) ? `file ${path}` : PAGE, { headers: { 'content-security-policy': 'p', link: '</assets/secret.js>' } })
  }
  const cache = {
    addAll: async (all: readonly Asked[]) => {
      for (const request of all) kept.set(pathOf(request), await fetched(request))
    },
    put: async (request: Asked, answer: Response) => void kept.set(pathOf(request), answer),
  }
  const caches = {
    open: async (name: string) => {
      names.add(name)
      return cache
    },
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
    match: async (request: Asked) => kept.get(pathOf(request))?.clone(),
  }
  class Request {
    readonly url: string
    constructor(path: string) {
      this.url = ORIGIN + path
    }
  }
  const shown: Array<[string, { body: string; data: string }]> = []
  const opened: string[] = []
  const windows: Array<{ url: string; focus(): Promise<void> }> = []
  const self = {
    addEventListener: (name: string, run: Listener) => listeners.set(name, run),
    skipWaiting() {},
    clients: { claim: async () => {}, matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
    registration: { showNotification: async (title: string, of: (typeof shown)[number][1]) => void shown.push([title, of]) },
    location: { origin: ORIGIN },
  }
  runInNewContext(readFileSync(new URL('../public/sw.js', import.meta.url), 'utf8'), { self, caches, fetch: fetched, Request, Response, URL })
  const fire = async (name: string, event: object = {}): Promise<Response | undefined> => {
    const waits: Array<Promise<unknown>> = []
    const answers: Array<Promise<Response>> = []
    listeners.get(name)?.({ ...event, waitUntil: (of: Promise<unknown>) => void waits.push(of), respondWith: (of: Promise<Response>) => void answers.push(of) })
    const [given] = await Promise.all(answers)
    await Promise.all(waits)
    return given
  }
  await fire('install')
  await fire('activate')
  return {
    kept,
    names,
    shown,
    opened,
    windows,
    push: (text: string) => fire('push', { data: { json: () => JSON.parse(text) as unknown } }),
    click: async (data: string) => {
      let isClosed = false
      await fire('notificationclick', {
        notification: {
          data,
          close: () => {
            isClosed = true
          },
        },
      })
      return isClosed
    },
    lose: () => {
      isOnline = false
    },
    ask: async (path: string, mode = 'navigate', method = 'GET') => (await fire('fetch', { request: { url: new URL(path, ORIGIN).href, mode, method } }))?.text(),
  }
}
describe('60-MB3 the worker', () => {
  it('opens the shell at any address of the program without network, from the first visit on', async () => {
    const { ask, lose, kept, names } = await worker()
    expect([...names]).toEqual(['qinglan-shell-2'])
    lose()
    for (const path of ['/index', '/leave/mine?id=1', '/site/items']) expect(await ask(path)).toBe(PAGE)
    expect(await ask('/boot.js', 'no-cors')).toBe('file /boot.js')
    // pages of the public site are drawn by the server
    expect(await ask('/site/portal/1')).toBe('file /offline.html')
    expect(kept.get('/index.html')?.headers.get('content-security-policy')).toBe('p')
    // it says nothing of the page that was opened
    expect(kept.get('/index.html')?.headers.get('link')).toBeNull()
  })
  it('keeps no data: it lets every call of the API, every write and every other site pass, and keeps no answer but the program’s page', async () => {
    const { ask, kept } = await worker()
    const before = [...kept.keys()].sort()
    expect(before).toEqual(['/boot.css', '/boot.js', '/index.html', '/logo.svg', '/offline.html'])
    for (const [path, mode, method] of [
      ['/api/flySource-leave/leave/mine', 'cors', 'GET'],
      ['/api/oss/oss/endpoint/link-file?fileId=1', 'navigate', 'GET'],
      ['/leave/mine', 'navigate', 'POST'],
      ['/assets/start-1.js', 'cors', 'GET'],
      ['https://elsewhere.example/', 'cors', 'GET'],
    ] as const)
      expect([path, await ask(path, mode, method)]).toEqual([path, undefined])
    expect(await ask('/site/portal/1')).toBe('file /site/portal/1')
    await ask('/broken')
    expect([...kept.keys()].sort()).toEqual(before)
    expect(await kept.get('/index.html')?.text()).toBe(PAGE)
  })
})
describe('60-MB6 the worker', () => {
  it('60-MB6 shows what was pushed, and something even for what it cannot read', async () => {
    const { push, shown } = await worker()
    await push('{"title":"请假已通过","body":"请登录查看","link":"/leave/mine?id=1"}')
    for (const text of ['', 'no json', 'null', '[]', '{"title":{"a":1},"body":7,"link":[]}']) await push(text)
    expect(shown.slice(0, 1)).toMatchObject([['请假已通过', { body: '请登录查看', data: '/leave/mine?id=1' }]])
    expect(shown.slice(1)).toHaveLength(5)
    for (const [title, { body, data }] of shown.slice(1)) expect([title, body, data]).toEqual(['你有一条新消息', '', ''])
  })
  it('60-MB6 opens the page the message is about, with all of its address, or the window that shows it', async () => {
    const { click, opened, windows } = await worker()
    expect(await click('/leave/mine?id=1#x')).toBe(true)
    expect(opened).toEqual([`${ORIGIN}/leave/mine?id=1#x`])
    let focused = 0
    windows.push({ url: `${ORIGIN}/message/notices`, focus: async () => void focused++ })
    await click('/leave/mine')
    await click('/message/notices')
    expect([opened.length, focused]).toEqual([2, 1])
  })
  it.each(['https://evil.example/x', '//evil.example/x', '/\\evil.example', 'javascript:alert(1)', 'data:text/html,x', 'https://xg.example.edu.cn.evil.test/', ''])(
    '60-MB6 opens no other site: %s',
    async link => {
      const { click, opened } = await worker()
      await click(link)
      expect(opened).toEqual([`${ORIGIN}/`])
    },
  )
})
