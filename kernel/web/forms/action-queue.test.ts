import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { action, list, text } from '#model'
import { fakeBrowser } from '#web/http/fixture.ts'
import { openStores } from '#web/offline/index.ts'
import { openQueue } from '#web/offline/queue.ts'
import { deliveryOf, type QueuedAct } from './useActionQueue.ts'

vi.mock('virtual:qinglan/services', () => ({ default: {} }))

const photos = (label: string) => list(label, text('照片', { max: 36 }))
const finish = action('repair.workSheet.finish', '完工', {
  permission: 'signedIn',
  output: 'none',
  input: { id: text('工单', { required: true }), afterPhotos: photos('维修后'), beforePhotos: photos('维修前') },
})
const ACTIONS = { finish } as const
type Act = QueuedAct<typeof ACTIONS>
const queueOf = (name: string) => openQueue<Act>(name)
const photo = (name: string) => new File(['x'], name)
/** Names of photos the server refuses. */
const REFUSED = 'refused.jpg'
let sent: unknown[]
class Upload {
  status = 0
  responseText = ''
  upload = {}
  onload = () => {}
  open() {}
  setRequestHeader() {}
  send(body: FormData) {
    const { name } = body.get('file') as File
    this.status = name === REFUSED ? 400 : 200
    this.responseText = JSON.stringify(name === REFUSED ? { code: 422, msg: '不是照片' } : { code: 200, success: true, data: { fileId: `id of ${name}`, name } })
    queueMicrotask(() => this.onload())
  }
}
beforeEach(async () => {
  fakeBrowser()
  sent = []
  vi.stubGlobal('XMLHttpRequest', Upload)
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Response(JSON.stringify({ code: 200, success: true, data: null }))
  })
  await openStores('somebody')
})
afterEach(() => vi.unstubAllGlobals())
/** Waits like acts of any build do; Node stores nothing on disk. */
const flushed = async (name: string, acts: readonly unknown[]) => {
  const queue = queueOf(name)
  for (const act of acts) await queue.add(act as Act).catch(() => undefined)
  const { refusals, failure } = await queue.flush(deliveryOf(ACTIONS, async () => {}))
  return { refusals: [...refusals.values()].map(error => error.message), failure, waiting: queue.waiting().length }
}
const last = { name: 'finish', input: { id: 'last' }, files: {} }

test('an act whose photo is refused does not hold up those behind it', async () => {
  const first = { name: 'finish', input: { id: 'first' }, files: { afterPhotos: [photo(REFUSED)] } }
  expect(await flushed('refused photo', [first, last])).toEqual({ refusals: ['不是照片'], failure: undefined, waiting: 1 })
  expect(sent).toEqual([{ id: 'last' }])
})
test('an act kept by an older build is sent with its photos', async () => {
  const older = { name: 'finish', input: { id: 'older' }, after: [photo('a.jpg')], before: [] }
  expect(await flushed('older', [older, last])).toEqual({ refusals: [], failure: undefined, waiting: 0 })
  expect(sent).toEqual([{ id: 'older', afterPhotos: ['id of a.jpg'] }, { id: 'last' }])
})
test('an act that this build does not know is refused alone', async () => {
  const gone = { name: 'grab', input: { id: 'gone' }, files: { afterPhotos: [photo('a.jpg')] } }
  const { refusals, ...left } = await flushed('gone', [gone, last])
  expect(left).toEqual({ failure: undefined, waiting: 1 })
  expect(refusals).toHaveLength(1)
  expect(sent).toEqual([{ id: 'last' }])
})
