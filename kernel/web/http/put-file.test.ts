import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from './fixture.ts'
import { putFile } from './put-file.ts'

const MB = 1024 * 1024
const PART = 8 * MB
/** Stores what it receives; `failing` decides for each part whether the connection breaks after or before it arrives. */
let stored: { received: number; parts: number[] }
let failing: (attempt: number) => 'lost' | 'unanswered' | undefined
const answer = (data: unknown) => JSON.stringify({ code: 200, success: true, data })

class FakeRequest {
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {}
  onload = () => {}
  onerror = () => {}
  private url = ''
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  send(body: Blob | FormData) {
    queueMicrotask(() => {
      if (body instanceof FormData) return this.done(200, answer({ fileId: 'whole', name: 'a.pdf' }))
      const offset = Number(new URLSearchParams(this.url.split('?')[1]).get('offset'))
      const trouble = failing(stored.parts.push(offset))
      if (trouble === 'lost') return this.onerror()
      if (offset !== stored.received) return this.done(400, JSON.stringify({ code: 409, msg: '应从别处继续', data: { received: stored.received } }))
      stored.received += body.size
      if (trouble === 'unanswered') return this.onerror()
      this.upload.onprogress?.({ lengthComputable: true, loaded: body.size, total: body.size })
      this.done(200, answer({ received: stored.received }))
    })
  }
  private done(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.onload()
  }
}
beforeEach(() => {
  fakeBrowser()
  stored = { received: 0, parts: [] }
  failing = () => undefined
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('begin-parts')) return new Response(answer({ uploadId: 'u1', partSize: PART }))
    if (url.includes('finish-parts')) return new Response(answer({ fileId: 'parts', name: 'a.pdf' }))
    return new Response(answer({ received: stored.received, size: 0 }))
  })
})
afterEach(() => vi.unstubAllGlobals())
const file = (size: number) => new File([new Uint8Array(size)], 'a.pdf')
const AT_ONCE = [0, 0, 0]

test('10-F2 a small file goes whole', async () => {
  expect((await putFile(file(100))).fileId).toBe('whole')
})
test('10-F2 a file over 20 MB goes by parts and shows how far it is', async () => {
  const shares: number[] = []
  expect((await putFile(file(21 * MB), share => shares.push(share), AT_ONCE)).fileId).toBe('parts')
  expect(stored.parts).toEqual([0, PART, 2 * PART])
  expect(shares.at(-1)).toBe(1)
})
test('10-F2 an interruption goes on where the server stands, whether the part had arrived or not', async () => {
  failing = attempt => (attempt === 2 ? 'lost' : attempt === 4 ? 'unanswered' : undefined)
  await putFile(file(21 * MB), undefined, AT_ONCE)
  expect(stored.parts).toEqual([0, PART, PART, 2 * PART])
  expect(stored.received).toBe(21 * MB)
})
test('10-F2 gives up when nothing gets through any more, and keeps the reason', async () => {
  failing = () => 'lost'
  await expect(putFile(file(21 * MB), undefined, AT_ONCE)).rejects.toMatchObject({ kind: 'network' })
  expect(stored.parts).toEqual([0, 0, 0, 0])
})
