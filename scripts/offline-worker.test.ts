import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'

describe('the worker that shows the offline page', () => {
  interface Fetched {
    request: { mode: string; url: string }
    respondWith(answer: Promise<unknown>): void
  }
  const listeners: Record<string, (event: Fetched) => void> = {}
  const kept: string[] = []
  const cache = { add: async (request: { url: string }) => void kept.push(request.url) }
  runInNewContext(readFileSync('public/sw.js', 'utf8'), {
    self: { addEventListener: (name: string, run: (event: Fetched) => void) => Object.assign(listeners, { [name]: run }), skipWaiting: () => {}, clients: { claim: () => {} } },
    caches: { open: async () => cache, match: async (path: string) => `kept ${path}`, keys: async () => [] },
    Request: class {
      url: string
      constructor(url: string) {
        this.url = url
      }
    },
    URL,
    fetch: async () => Promise.reject(new Error('no network')),
  })
  const answerTo = (mode: string, url: string) => {
    let answer: Promise<unknown> | undefined
    listeners.fetch?.({
      request: { mode, url },
      respondWith: given => {
        answer = given
      },
    })
    return answer
  }
  test('keeps the offline page only, and answers nothing but pages', async () => {
    let waited: Promise<unknown> = Promise.resolve()
    ;(listeners.install as unknown as (event: { waitUntil(p: Promise<unknown>): void }) => void)({
      waitUntil: p => {
        waited = p
      },
    })
    await waited
    expect(kept).toEqual(['/offline.html'])
    expect(await answerTo('navigate', 'https://x/student/info')).toBe('kept /offline.html')
    for (const [mode, url] of [
      ['cors', 'https://x/api/flySource-base/student/list'],
      ['navigate', 'https://x/api/flySource-base/oss/endpoint/link-file?fileId=1'],
      ['no-cors', 'https://x/assets/start-aa.js'],
    ] as const)
      expect(answerTo(mode, url)).toBeUndefined()
  })
})
